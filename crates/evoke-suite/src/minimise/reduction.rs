//! Makes a test smaller step by step: each step is a changed test that is run, and taken if it covers what the test is kept for
//! and ends as the test did (delta debugging, one statement at a time).

use evoke_analysis::TestCluster;
use evoke_testcase::{Statement, TestCase, Value, VariableRef, verify};

use super::collecting::collecting;
use super::components::components;
use super::idle_stubs::with_idle_stubs;
use super::reducible_test::ReducibleTest;
use super::runner::{EndedRun, Run, Runner};
use crate::covering_test::CoveringTest;
use crate::simpler_values::simpler_tests;

/// Reduces tests of one cluster.
pub(super) struct Reducer<'a, 'd> {
    pub(super) runner: Runner<'a, 'd>,
    pub(super) cluster: &'a TestCluster,
}

/// A test that may take the place of a longer one.
struct Reduction {
    test: TestCase,
    /// Whether its last statement is that of the longer test.
    keeps_last: bool,
}

impl Reducer<'_, '_> {
    /// Tries the test with stubs that do nothing where nothing calls them.
    pub(super) fn make_stubs_idle(&mut self, reducible: &mut ReducibleTest) {
        let is_stub = |statement: &Statement| matches!(statement, Statement::Stub(_));
        if !reducible.test.statements().iter().any(is_stub) {
            return;
        }
        let Some(calls) = self.runner.stub_calls(&reducible.test) else { return };
        self.runner.look_for(&reducible.needed);
        if let Some(test) = with_idle_stubs(&reducible.test, self.cluster, &calls) {
            self.accept(reducible, Reduction { test, keeps_last: true });
        }
    }

    /// Tries the test without each statement, from the last to the first.
    pub(super) fn shorten(&mut self, reducible: &mut ReducibleTest) {
        self.runner.look_for(&reducible.needed);
        let mut position = reducible.test.len();
        while position > 0 {
            position -= 1;
            if position >= reducible.test.len() {
                continue;
            }
            let rebound = rebound(&reducible.test, self.cluster, position);
            let removed = without(reducible.test.clone(), position);
            let _ = self.accept(reducible, removed)
                || rebound.is_some_and(|shorter| self.accept(reducible, shorter));
        }
    }

    /// Takes each test apart that can be.
    pub(super) fn take_all_apart(&mut self, tests: Vec<ReducibleTest>) -> Vec<ReducibleTest> {
        tests.into_iter().flat_map(|test| self.take_apart(test)).collect()
    }

    /// Makes a test of each component of the test, if together they cover what it is kept for and each ends as it did.
    fn take_apart(&mut self, whole: ReducibleTest) -> Vec<ReducibleTest> {
        let components = components(&whole.test);
        if components.len() < 2 || whole.is_fixed {
            return vec![whole];
        }
        self.runner.look_for(&whole.needed);
        let mut missing = whole.needed.clone();
        let mut apart = Vec::with_capacity(components.len());
        for component in components {
            let expected = whole.exception.as_ref().filter(|_| component.holds_last);
            let run = match self.runner.run(&component.test) {
                Run::Ended(run) if run.ended_with(expected, &component.test) => run,
                _ => return vec![whole],
            };
            let goals = whole.claimed.iter().copied().collect();
            let covering = CoveringTest { test: component.test, goals, slowness: whole.slowness };
            let mut part = ReducibleTest::of_run(covering, run);
            part.needed = part.covered.intersection(&missing).copied().collect();
            missing.retain(|goal| !part.needed.contains(goal));
            if !part.needed.is_empty() {
                apart.push(part);
            }
        }
        if missing.is_empty() { apart } else { vec![whole] }
    }

    /// Tries a buffer in place of each object that something is written to.
    pub(super) fn collect_what_is_written(&mut self, reducible: &mut ReducibleTest) {
        if reducible.throws() || self.cluster.collectors.is_empty() {
            return;
        }
        self.runner.look_for(&reducible.needed);
        for position in (0..reducible.test.len()).rev() {
            if let Some(test) = collecting(&reducible.test, self.cluster, position) {
                self.accept(reducible, Reduction { test, keeps_last: true });
            }
        }
    }

    /// Tries simpler values for each literal, and fewer elements for each array, as far as no write would lie outside.
    pub(super) fn simplify_values(&mut self, reducible: &mut ReducibleTest) {
        self.runner.look_for(&reducible.needed);
        for position in 0..reducible.test.len() {
            let simpler = simpler_tests(&reducible.test, position, self.cluster);
            simpler.into_iter().any(|test| self.accept(reducible, Reduction { test, keeps_last: true }));
        }
    }

    /// Takes the changed test if it does what the old one is kept for and ends in the same way.
    fn accept(&mut self, reducible: &mut ReducibleTest, reduction: Reduction) -> bool {
        let Reduction { test, keeps_last } = reduction;
        // Without the call that threw the test cannot end as it did.
        let may_end_alike = keeps_last || reducible.exception.is_none();
        if test.is_empty() || !may_end_alike {
            return false;
        }
        let Run::Ended(run) = self.runner.run(&test) else { return false };
        let is_as_good = is_as_good(reducible, &test, &run);
        if is_as_good {
            reducible.test = test;
            reducible.covered = run.covered;
        }
        is_as_good
    }
}

fn is_as_good(reducible: &ReducibleTest, test: &TestCase, run: &EndedRun) -> bool {
    reducible.needed.is_subset(&run.covered) && run.ended_with(reducible.exception.as_ref(), test)
}

/// The test without the statement and what needs it.
fn without(mut test: TestCase, position: usize) -> Reduction {
    let mut doomed = vec![false; test.len()];
    doomed[position] = true;
    test.remove_all(&mut doomed);
    Reduction { test, keeps_last: doomed.last() == Some(&false) }
}

/// The test without the statement, its readers given the nearest earlier variable that fits; `None` if it has no
/// readers or nothing fits: what fits a raw type need not fit its readers (JLS 5.1.9).
fn rebound(test: &TestCase, cluster: &TestCluster, position: usize) -> Option<Reduction> {
    let variable = VariableRef(position as u32);
    let ty = test.statements()[position].defined_type(cluster)?;
    let names_file = test.statements().iter().any(|reader| reader.file_names(cluster).contains(&variable));
    let fits = |statement: &Statement| {
        let is_literal = matches!(statement, Statement::Value(Value::String(_)));
        let ty_fits = |found| found == ty || cluster.is_assignable(found, ty);
        (is_literal || !names_file) && statement.defined_type(cluster).is_some_and(ty_fits)
    };
    let substitute = test.statements()[..position].iter().rposition(fits)?;
    let is_read = test.statements().iter().any(|statement| statement.references().contains(&variable));
    if !is_read {
        return None;
    }
    let mut rebound = test.clone();
    rebound.redirect(variable, VariableRef(substitute as u32));
    verify(&rebound, cluster).is_ok().then(|| without(rebound, position))
}
