//! Sizes taken from what a test has already: lengths of its arrays and strings, for other arrays and for numbers that may
//! be indices or sizes.

use evoke_testcase::{Statement, Value};
use rand::Rng;

use super::{Fragment, TestFactory};
use crate::SearchRng;

/// Probability of the length of another array for a new one, where there is another.
const RELATED_LENGTH: f64 = 0.4;
/// Probability of an integer within the size of an array or string, where there is one.
const RELATED_INTEGER: f64 = 0.15;

impl TestFactory<'_> {
    /// The length of an array that the test has, or `None`.
    pub(super) fn related_length(fragment: &Fragment<'_>, rng: &mut SearchRng) -> Option<u32> {
        let lengths = fragment.variables().filter_map(|(_, definition)| match definition {
            Statement::NewArray { length, .. } => Some(*length),
            _ => None,
        });
        choose(lengths, RELATED_LENGTH, rng)
    }

    /// A size of something that the test has, or an index within it, or `None`.
    pub(super) fn related_integer(fragment: &Fragment<'_>, rng: &mut SearchRng) -> Option<i32> {
        let sizes = fragment.variables().filter_map(|(_, definition)| match definition {
            Statement::NewArray { length, .. } => i32::try_from(*length).ok(),
            Statement::Value(Value::String(text)) => i32::try_from(text.len()).ok(),
            _ => None,
        });
        let size = choose(sizes, RELATED_INTEGER, rng)?;
        Some(rng.random_range(0..=size))
    }
}

/// With the probability one of the sizes, if there are any.
fn choose<T>(sizes: impl Iterator<Item = T> + Clone, probability: f64, rng: &mut SearchRng) -> Option<T> {
    let count = sizes.clone().count();
    if count == 0 || !rng.random_bool(probability) {
        return None;
    }
    let mut sizes = sizes;
    sizes.nth(rng.random_range(0..count))
}
