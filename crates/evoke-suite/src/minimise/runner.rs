//! Runs tests until the deadline and keeps of each run what the minimiser goes by: what it covered and how it ended.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use evoke_classfile::ClassName;
use evoke_testcase::{AbortReason, ExecutionOutcome, MutantAim, Observer, StubCall, TestCase};

use crate::coverage_check::CoverageCheck;
use crate::deadline::Deadline;

/// Runs tests and counts the runs.
pub(super) struct Runner<'a, 'd> {
    executor: &'a mut dyn Observer,
    check: &'a CoverageCheck,
    /// Goals that any test is said to cover; nothing else is looked at.
    claimed: BTreeSet<GoalId>,
    deadline: &'a mut Deadline<'d>,
    /// Whether the executor runs tests on mutants.
    looks_at_mutants: bool,
    n_runs: u64,
    /// Steps of the longest test that came in.
    longest: u32,
}

/// A changed test may take so many times the steps of the longest test that came in; what takes more has most likely lost its end.
const MORE_STEPS: u32 = 2;

/// What a changed test may take at least.
const LEAST_STEPS: u32 = 10_000;

/// What came of a run.
pub(super) enum Run {
    /// The deadline is over.
    Skipped,
    /// The test had to be stopped.
    Stopped(AbortReason),
    /// It came to an end by itself.
    Ended(EndedRun),
}

/// A run that came to an end by itself.
pub(super) struct EndedRun {
    /// Of the claimed goals.
    pub(super) covered: BTreeSet<GoalId>,
    /// What ended it, if it did not complete.
    pub(super) thrown: Option<Thrown>,
    steps: u32,
}

/// An exception that left a statement.
pub(super) struct Thrown {
    /// Position of the statement.
    pub(super) statement: usize,
    /// The exception's class.
    pub(super) class: ClassName,
}

impl<'a, 'd> Runner<'a, 'd> {
    pub(super) fn new(
        executor: &'a mut dyn Observer,
        check: &'a CoverageCheck,
        claimed: BTreeSet<GoalId>,
        deadline: &'a mut Deadline<'d>,
    ) -> Self {
        Self { executor, check, claimed, deadline, looks_at_mutants: false, n_runs: 0, longest: 0 }
    }

    /// Has later runs show which mutants they notice, of those that have to be noticed for these goals; of the others they say nothing.
    pub(super) fn look_for(&mut self, goals: &BTreeSet<GoalId>) {
        let mutants = self.check.mutants_of(goals);
        if !mutants.is_empty() || self.looks_at_mutants {
            self.looks_at_mutants = !mutants.is_empty();
            self.executor.aim_at_mutants(MutantAim::Each(mutants));
        }
    }

    /// Runs a test that came in, unless the deadline is over.
    pub(super) fn run_first(&mut self, test: &TestCase) -> Run {
        let run = self.run_within(test, u32::MAX);
        if let Run::Ended(ended) = &run {
            self.longest = self.longest.max(ended.steps);
        }
        run
    }

    /// Runs a changed test, unless the deadline is over.
    pub(super) fn run(&mut self, test: &TestCase) -> Run {
        self.run_within(test, self.longest.saturating_mul(MORE_STEPS).max(LEAST_STEPS))
    }

    fn run_within(&mut self, test: &TestCase, steps: u32) -> Run {
        if self.deadline.is_over() {
            return Run::Skipped;
        }
        self.n_runs += 1;
        let result = self.executor.execute_within(test, steps);
        let is_covered = |goal: &&GoalId| self.check.is_covered(**goal, &result);
        let covered = self.claimed.iter().filter(is_covered).copied().collect();
        let thrown = match result.outcome {
            ExecutionOutcome::Aborted { reason, .. } => return Run::Stopped(reason),
            ExecutionOutcome::Completed => None,
            ExecutionOutcome::Threw { statement, exception } => {
                Some(Thrown { statement: statement as usize, class: exception.class })
            }
        };
        Run::Ended(EndedRun { covered, thrown, steps: result.trace.steps })
    }

    /// The calls that a run of the test makes on its stubs, where there is time to see that.
    pub(super) fn stub_calls(&mut self, test: &TestCase) -> Option<Vec<StubCall>> {
        if self.deadline.is_over() {
            return None;
        }
        self.n_runs += 1;
        self.executor.stub_calls(test, &[])
    }

    pub(super) fn n_runs(&self) -> u64 {
        self.n_runs
    }
}

impl EndedRun {
    /// Whether the run of the test completed, or, where an exception of a class is expected, its last statement threw one.
    pub(super) fn ended_with(&self, expected: Option<&ClassName>, test: &TestCase) -> bool {
        match (expected, &self.thrown) {
            (None, None) => true,
            (Some(class), Some(thrown)) => thrown.class == *class && thrown.statement + 1 == test.len(),
            _ => false,
        }
    }
}
