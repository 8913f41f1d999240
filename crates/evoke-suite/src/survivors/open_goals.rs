//! What no test covers, which variants of tests may all the same: they are made in other ways than the tests of a search.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use evoke_testcase::ExecutionResult;

use crate::coverage_check::CoverageCheck;
use crate::stable_test::StableTest;

/// Goals that runs show whether they cover them, and that no test is said to.
#[derive(Debug)]
pub struct OpenGoals<'c> {
    check: &'c CoverageCheck,
    goals: BTreeSet<GoalId>,
}

impl<'c> OpenGoals<'c> {
    /// Those that these tests do not cover, and that are not settled otherwise.
    pub fn beyond(check: &'c CoverageCheck, tests: &[StableTest], settled: &BTreeSet<GoalId>) -> Self {
        let mut goals = check.goals_of_code();
        for goal in tests.iter().flat_map(|test| &test.goals).chain(settled) {
            goals.remove(goal);
        }
        Self { check, goals }
    }

    /// Of these goals those that a run covers, ascending.
    pub(super) fn covered_by(&self, result: &ExecutionResult) -> Vec<GoalId> {
        self.goals.iter().copied().filter(|goal| self.check.is_seen(*goal, result)).collect()
    }

    /// Whether a run covers them all.
    pub(super) fn are_covered(&self, goals: &[GoalId], result: &ExecutionResult) -> bool {
        goals.iter().all(|goal| self.check.is_seen(*goal, result))
    }

    /// A test covers them now.
    pub(super) fn close(&mut self, goals: &[GoalId]) {
        for goal in goals {
            self.goals.remove(goal);
        }
    }
}
