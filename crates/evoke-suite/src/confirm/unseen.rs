//! Goals that no second run covers. A test can end as it did and take another way there: what it found in static fields, which the JVM of
//! the search had and no other one has.

use std::collections::BTreeSet;
use std::mem;

use evoke_analysis::GoalId;
use evoke_testcase::ExecutionResult;

use crate::coverage_check::CoverageCheck;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;

/// What tests are said to cover that no run has covered so far.
pub(super) struct UnseenGoals<'c> {
    check: &'c CoverageCheck,
    goals: BTreeSet<GoalId>,
    /// Of these, what tests are said to cover that were not run.
    unknown: BTreeSet<GoalId>,
}

impl<'c> UnseenGoals<'c> {
    /// Those of tests that are still to be run, as far as every run would show them.
    pub(super) fn of(tests: &[ObservedTest], check: &'c CoverageCheck) -> Self {
        let goals = tests.iter().flat_map(|observed| observed.covering.goals.iter().copied());
        let goals = goals.filter(|goal| check.is_repeatable(*goal)).collect();
        Self { check, goals, unknown: BTreeSet::new() }
    }

    /// A test has been run.
    pub(super) fn see(&mut self, result: &ExecutionResult) {
        self.goals.retain(|goal| !self.check.is_seen(*goal, result));
    }

    /// There is no time to run a test that is said to cover these.
    pub(super) fn believe(&mut self, goals: &[GoalId]) {
        self.unknown.extend(goals);
    }

    /// Takes the goals from a test, and gives what is lost by it, if anything is. Another test may lose the same.
    pub(super) fn take_from(&self, test: &mut StableTest) -> Option<Loss> {
        let is_lost = |goal: &GoalId| self.goals.contains(goal) && !self.unknown.contains(goal);
        let (lost, covered): (Vec<GoalId>, Vec<GoalId>) =
            mem::take(&mut test.goals).into_iter().partition(is_lost);
        test.goals = covered;
        (!lost.is_empty()).then_some(Loss { goals: lost, reason: LossReason::NotCovered })
    }
}
