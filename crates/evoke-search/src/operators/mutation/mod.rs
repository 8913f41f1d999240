//! Mutation of a test: remove, change and insert, each with a probability, in this order.

mod chance;
mod change;
mod insert;
mod literal;
mod remove;
mod stub;
mod text;

#[cfg(test)]
pub(super) use {change::change, insert::insert, remove::remove};

use evoke_testcase::{TestCase, debug_verify};
use rand::Rng;

use crate::SearchRng;
use crate::generation::TestFactory;

/// Mutates a test; says whether it is another one now. `ends_with_throw` tells that nothing after the last statement
/// would run, so that insertions come before it.
pub(crate) fn mutate(
    test: &mut TestCase,
    ends_with_throw: bool,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let probability = factory.config.mutation.operator_probability;
    let mut changed = false;
    let mut last_throws = ends_with_throw;
    if rng.random_bool(probability) && remove::remove(test, factory, rng) {
        changed = true;
        last_throws = false;
        debug_verify(test, factory.cluster, "removal");
    }
    if rng.random_bool(probability) {
        changed |= change::change(test, factory, rng);
        debug_verify(test, factory.cluster, "change");
    }
    if test.is_empty() || rng.random_bool(probability) {
        changed |= insert::insert(test, last_throws, factory, rng);
        debug_verify(test, factory.cluster, "insertion");
    }
    changed
}
