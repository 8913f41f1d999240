//! Mutation of a test: remove, change and insert, each with a probability, in this order.

mod change;
mod insert;
mod literal;
mod remove;
mod stub;

#[cfg(test)]
pub(super) use {change::change, insert::insert, remove::remove};

use evoke_testcase::{TestCase, debug_verify};
use rand::Rng;

use crate::SearchRng;
use crate::generation::TestGenerator;

/// Mutates a test; says whether it is another one now. `ends_with_throw` tells that nothing after the last statement
/// would run, so that insertions come before it.
pub(crate) fn mutate(
    test: &mut TestCase,
    ends_with_throw: bool,
    generator: &TestGenerator<'_>,
    rng: &mut SearchRng,
) -> bool {
    let probability = generator.config.mutation.operator_probability;
    let mut changed = false;
    let mut last_throws = ends_with_throw;
    if rng.random_bool(probability) && remove::remove(test, generator, rng) {
        changed = true;
        last_throws = false;
        debug_verify(test, generator.cluster, "removal");
    }
    if rng.random_bool(probability) {
        changed |= change::change(test, generator, rng);
        debug_verify(test, generator.cluster, "change");
    }
    if test.is_empty() || rng.random_bool(probability) {
        changed |= insert::insert(test, last_throws, generator, rng);
        debug_verify(test, generator.cluster, "insertion");
    }
    changed
}

/// Whether to touch one of `n` things, so that one is touched on average.
fn one_of(n: usize, rng: &mut SearchRng) -> bool {
    rng.random_bool(1.0 / n.max(1) as f64)
}
