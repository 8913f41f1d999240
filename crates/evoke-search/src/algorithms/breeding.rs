//! New tests from tests, the same for all algorithms: crossover and mutation of two parents, and tests out of nothing or
//! out of the archive.

use std::sync::Arc;

use evoke_testcase::TestCase;
use rand::Rng;

use crate::generation::TestFactory;
use crate::operators::{cross_over, mutate};
use crate::run::EvaluatedTest;
use crate::{Archive, SearchRng};

/// Up to two children of two parents, each different from its parent.
pub(super) fn offspring(
    parents: [&EvaluatedTest; 2],
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Vec<TestCase> {
    let [first, second] = parents;
    let crossed = if rng.random_bool(factory.config.crossover_probability) {
        cross_over(&first.test, &second.test, factory, rng)
    } else {
        [None, None]
    };
    let mut children = Vec::with_capacity(2);
    for (parent, crossed) in parents.into_iter().zip(crossed) {
        let crossed = crossed.filter(|child| !factory.is_broken(child));
        let ends_with_throw = crossed.is_none() && parent.ends_with_throw;
        let mut child = crossed.unwrap_or_else(|| TestCase::clone(&parent.test));
        mutate(&mut child, ends_with_throw, factory, rng);
        child.remove_unused_values();
        if child != *parent.test && factory.repair(&mut child, ends_with_throw, rng) {
            children.push(child);
        }
    }
    children
}

/// A mutated clone; `None` if the mutation changed nothing.
pub(super) fn mutant(
    parent: &EvaluatedTest,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<TestCase> {
    let mut test = TestCase::clone(&parent.test);
    mutate(&mut test, parent.ends_with_throw, factory, rng);
    test.remove_unused_values();
    (test != *parent.test && factory.repair(&mut test, parent.ends_with_throw, rng)).then_some(test)
}

/// A random test, or a mutated clone from the archive, with equal chances.
pub(super) fn new_test(archive: &Archive, factory: &TestFactory<'_>, rng: &mut SearchRng) -> TestCase {
    let archived = if rng.random() { archived_mutant(archive, factory, rng) } else { None };
    archived.unwrap_or_else(|| factory.random_test(rng))
}

/// A mutated clone from the archive; `None` while that is empty, and where the mutation broke the test.
pub(super) fn archived_mutant(
    archive: &Archive,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<TestCase> {
    let archived = archive.draw(rng).map(Arc::clone)?;
    let mut test = TestCase::clone(&archived);
    mutate(&mut test, false, factory, rng);
    test.remove_unused_values();
    factory.repair(&mut test, false, rng).then_some(test)
}
