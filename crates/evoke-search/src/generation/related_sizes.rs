//! Sizes taken from what a test has already: lengths of its arrays and strings, for other arrays and for numbers that may
//! be indices or sizes. Small ones where calls take too long.

use evoke_analysis::{CallableId, Primitive, TypeCategory};
use evoke_testcase::{Statement, Value, VariableRef};
use rand::Rng;

use super::{Fragment, Requirement, TestFactory};
use crate::{SearchRng, Technique};

/// Probability of the length of another array for a new one, where there is another.
const RELATED_LENGTH: f64 = 0.4;
/// Probability of an integer within the size of an array or string, where there is one.
const RELATED_INTEGER: f64 = 0.15;
/// Probability of a small integer for a call that mostly runs out of steps: how long it takes may hang on it.
const SMALL_INTEGER: f64 = 0.5;
/// The largest one that is small.
const LARGEST_SMALL_INTEGER: i32 = 10;

impl TestFactory<'_> {
    /// The length of an array that the test has, or `None`.
    pub(super) fn related_length(fragment: &Fragment<'_>, rng: &mut SearchRng) -> Option<u32> {
        let lengths = fragment.variables().filter_map(|(_, definition)| match definition {
            Statement::NewArray { length, .. } => Some(*length),
            _ => None,
        });
        choose(lengths, RELATED_LENGTH, rng)
    }

    /// A small number for a parameter of a call that mostly runs out of steps, or `None`.
    pub(super) fn small_number(
        &self,
        fragment: &mut Fragment<'_>,
        callable: CallableId,
        requirement: Requirement,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let Requirement::Argument(ty) = requirement else { return None };
        let mostly_runs_out = self.knowledge.callables.counts()[callable.index()].mostly_runs_out();
        if !mostly_runs_out || !self.config.has(Technique::AdaptiveSteps) {
            return None;
        }
        let value: fn(i32) -> Value = match self.cluster.types.category(ty) {
            TypeCategory::Primitive(Primitive::Int) => Value::Int,
            TypeCategory::Primitive(Primitive::Long) => |small| Value::Long(i64::from(small)),
            _ => return None,
        };
        if !rng.random_bool(SMALL_INTEGER) {
            return None;
        }
        fragment.push(Statement::Value(value(rng.random_range(0..=LARGEST_SMALL_INTEGER))))
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
