//! Which goals the runs of a suite covered, and by which tests.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, EscapedException, Goal, GoalId};
use evoke_suite::CoverageCheck;
use evoke_testcase::{ExecutionOutcome, ExecutionResult};

use crate::suite_test::TestRun;

/// By covered goal, coupled branches included: the positions of the tests that cover it, ascending.
pub type CoveredGoals = BTreeMap<GoalId, BTreeSet<usize>>;

/// What the runs covered of the goals of the tables, by the definition that the search has.
pub fn covered_goals(tables: &ClassUnderTest, runs: &[TestRun]) -> CoveredGoals {
    let check = CoverageCheck::new(tables, &[]);
    let mut covered = CoveredGoals::new();
    let result_of = |run: &TestRun| {
        let trace = run.trace.clone();
        ExecutionResult { outcome: ExecutionOutcome::Completed, executed: 0, trace }
    };
    let results: Vec<ExecutionResult> = runs.iter().map(result_of).collect();
    let is_seen = |goal: &&Goal| results.iter().any(|result| check.is_seen(goal.id, result));
    let seen: Vec<&Goal> = tables.goals.iter().filter(is_seen).collect();
    for (test, result) in results.iter().enumerate() {
        for goal in seen.iter().filter(|goal| check.is_covered(goal.id, result)) {
            covered.entry(goal.id).or_default().insert(test);
        }
        if let Some(coupling) = &tables.coupling {
            result.trace.for_each_coupled(coupling, |_, number| {
                let goal = GoalId(tables.goals.len() as u32 + number);
                covered.entry(goal).or_default().insert(test);
            });
        }
    }
    covered
}

/// The exceptions that left calls of tests, which exception coverage counts: the positions of the tests, ascending.
pub fn found_exceptions(runs: &[TestRun]) -> BTreeMap<EscapedException, BTreeSet<usize>> {
    let mut found: BTreeMap<EscapedException, BTreeSet<usize>> = BTreeMap::new();
    for (test, run) in runs.iter().enumerate() {
        for escaped in &run.escaped {
            found.entry(escaped.clone()).or_default().insert(test);
        }
    }
    found
}
