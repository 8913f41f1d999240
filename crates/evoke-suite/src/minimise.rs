//! Shortens a suite: few tests, each with only the statements and the simplest values that its goals need.
//!
//! Tests are picked greedily by new goals per statement, and taken apart where their parts have nothing to do with each
//! other. Of each test every statement is tried without, from the last to the first; then tests whose goals others cover
//! too are dropped; then values are made simpler. Methods of stubs that nothing calls give nothing. What is written
//! to goes to buffers that tell. Whatever no longer covers is taken back, so no goal is lost on the way;
//! a test also ends as before: it completes, or the same call throws an exception of the same class. The number of runs is
//! linear in the number of statements.

mod collecting;
mod components;
mod idle_stubs;
mod reducible_test;
mod reduction;
mod runner;
mod selection;

use std::collections::BTreeSet;

use evoke_analysis::{GoalId, MethodId, TestCluster};
use evoke_testcase::{Observer, Statement, TestCase};

use crate::coverage_check::CoverageCheck;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use reducible_test::ReducibleTest;
use reduction::Reducer;
use runner::{Run, Runner};
use selection::{select, without_redundant};

/// A short suite, in the order in which the class declares what the tests are about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minimised {
    /// Tests with the goals they cover.
    pub tests: Vec<CoveringTest>,
    /// Tests that had to be stopped, with those of their goals that no other test covers.
    pub losses: Vec<Loss>,
    /// Goals that no test covered when it was run again: what runs once in a JVM, like the filling of static caches.
    /// The tests that came with them are kept, unshortened.
    pub unconfirmed_goals: Vec<GoalId>,
    /// Tests run.
    pub executions: u64,
}

/// Shortens the tests, slow ones last; each comes with the goals it is said to cover. What is left at the deadline is kept as it is.
pub fn minimise(
    executor: &mut dyn Observer,
    cluster: &TestCluster,
    check: &CoverageCheck,
    tests: Vec<CoveringTest>,
    deadline: &mut Deadline<'_>,
) -> Minimised {
    let claimed: BTreeSet<GoalId> = tests.iter().flat_map(|test| &test.goals).copied().collect();
    let mut runner = Runner::new(executor, check, claimed.clone(), deadline);
    let (tests, stopped) = run_all(&mut runner, tests);
    let (mut selected, unconfirmed_goals) = select(tests, claimed);
    selected.sort_by_key(|test| test.slowness);
    let mut reducer = Reducer { runner, cluster };
    // First, since what stubs no longer give need not be made.
    for test in selected.iter_mut().filter(|test| !test.is_fixed) {
        reducer.make_stubs_idle(test);
    }
    // Before, since shortening joins objects, and after, since it removes what joined them.
    let mut apart = reducer.take_all_apart(selected);
    for test in apart.iter_mut().filter(|test| !test.is_fixed) {
        reducer.shorten(test);
    }
    let apart = reducer.take_all_apart(apart);
    let mut kept = without_redundant(apart);
    for test in kept.iter_mut().filter(|test| !test.is_fixed) {
        reducer.collect_what_is_written(test);
        reducer.simplify_values(test);
    }
    kept.sort_by_key(|kept| (subject(&kept.test, cluster), kept.exception.is_some(), kept.test.len()));
    reducer.runner.look_for(&BTreeSet::new());
    let losses = losses(stopped, &kept);
    let executions = reducer.runner.n_runs();
    let tests = kept.into_iter().map(ReducibleTest::into_covering).collect();
    Minimised { tests, losses, unconfirmed_goals, executions }
}

/// Runs every test once and cuts off what comes after an exception; gives also those that were stopped.
fn run_all(runner: &mut Runner<'_, '_>, mut tests: Vec<CoveringTest>) -> (Vec<ReducibleTest>, Vec<Loss>) {
    let mut reducible = Vec::new();
    let mut stopped = Vec::new();
    tests.sort_by_key(|test| test.slowness);
    for covering in tests {
        runner.look_for(&covering.goals.iter().copied().collect());
        match runner.run_first(&covering.test) {
            Run::Skipped => reducible.push(ReducibleTest::unknown(covering)),
            Run::Stopped(reason) => {
                stopped.push(Loss { goals: covering.goals, reason: LossReason::Stopped(reason) });
            }
            Run::Ended(ended) => reducible.push(ReducibleTest::of_run(covering, ended)),
        }
    }
    (reducible, stopped)
}

/// The stopped tests with those of their goals that no kept test covers, each goal once.
fn losses(stopped: Vec<Loss>, kept: &[ReducibleTest]) -> Vec<Loss> {
    let mut accounted: BTreeSet<GoalId> = kept.iter().flat_map(|test| &test.needed).copied().collect();
    let mut losses = Vec::new();
    for Loss { mut goals, reason } in stopped {
        goals.retain(|goal| accounted.insert(*goal));
        if !goals.is_empty() {
            losses.push(Loss { goals, reason });
        }
    }
    losses
}

/// The method of the class under test that the test is about: the last it calls.
fn subject(test: &TestCase, cluster: &TestCluster) -> Option<MethodId> {
    test.statements().iter().rev().find_map(|statement| match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).under_test,
        _ => None,
    })
}

#[cfg(test)]
mod tests;
