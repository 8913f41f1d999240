//! Runs each test once more in the JVM of the search, slowly, and keeps the values it produced.

use std::mem;

use evoke_testcase::{ExecutionOutcome, Observations, Observer};
use serde::{Deserialize, Serialize};

use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};

/// A test with what one run of it showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObservedTest {
    /// The test and its goals.
    pub covering: CoveringTest,
    /// The run; it came to an end by itself.
    pub observations: Observations,
}

/// What the phase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// In the order of the tests that came in, then those that waited.
    pub tests: Vec<ObservedTest>,
    /// Tests whose run was stopped.
    pub losses: Vec<Loss>,
    /// Tests that there was no time for.
    pub waiting: Vec<CoveringTest>,
}

impl Observed {
    /// Runs the tests that there was no time for until another deadline.
    pub fn observe_waiting(&mut self, observer: &mut dyn Observer, deadline: &mut Deadline<'_>) {
        let more = observe(observer, mem::take(&mut self.waiting), deadline);
        self.tests.extend(more.tests);
        self.losses.extend(more.losses);
        self.waiting = more.waiting;
    }

    /// The tests that came to their end, and what is lost of the others.
    pub fn into_kept_and_lost(self) -> (Vec<ObservedTest>, Vec<Loss>) {
        let mut losses = self.losses;
        let out_of_time =
            |waiting: CoveringTest| Loss { goals: waiting.goals, reason: LossReason::OutOfTime };
        losses.extend(self.waiting.into_iter().map(out_of_time));
        (self.tests, losses)
    }
}

/// Runs each test once to see its values, slow ones last. What comes to be stopped now is left out; what does not come to run before the
/// deadline waits.
pub fn observe(
    observer: &mut dyn Observer,
    tests: Vec<CoveringTest>,
    deadline: &mut Deadline<'_>,
) -> Observed {
    let mut observed = Observed::default();
    let mut seen: Vec<(usize, ObservedTest)> = Vec::with_capacity(tests.len());
    let mut tests: Vec<(usize, CoveringTest)> = tests.into_iter().enumerate().collect();
    tests.sort_by_key(|(_, covering)| covering.slowness);
    for (position, covering) in tests {
        if deadline.is_over() {
            observed.waiting.push(covering);
            continue;
        }
        let observations = observer.observe(&covering.test);
        match observations.result.outcome {
            ExecutionOutcome::Aborted { reason, .. } => {
                observed.losses.push(Loss { goals: covering.goals, reason: LossReason::Stopped(reason) });
            }
            _ => seen.push((position, ObservedTest { covering, observations })),
        }
    }
    seen.sort_by_key(|(position, _)| *position);
    observed.tests = seen.into_iter().map(|(_, test)| test).collect();
    observed
}

#[cfg(test)]
mod tests {
    use evoke_analysis::GoalId;
    use evoke_testcase::{
        AbortReason, ExecutionResult, ExecutionTrace, Executor, Statement, TestCase, Value,
    };

    use super::*;

    /// Completes tests of a statement, and stops all others.
    struct FakeObserver;

    impl Executor for FakeObserver {
        fn execute(&mut self, test: &TestCase) -> ExecutionResult {
            let outcome = match test.len() {
                1 => ExecutionOutcome::Completed,
                _ => ExecutionOutcome::Aborted { statement: 0, reason: AbortReason::Steps },
            };
            ExecutionResult { outcome, executed: 1, trace: ExecutionTrace::default() }
        }
    }

    impl Observer for FakeObserver {
        fn observe(&mut self, test: &TestCase) -> Observations {
            Observations { result: self.execute(test), values: Vec::new() }
        }
    }

    fn covering(goal: u32, length: usize) -> CoveringTest {
        let statements = vec![Statement::Value(Value::Int(1)); length];
        CoveringTest::new(TestCase::new(statements), vec![GoalId(goal)])
    }

    fn lost(goal: u32, reason: LossReason) -> Loss {
        Loss { goals: vec![GoalId(goal)], reason }
    }

    #[test]
    fn test_that_is_stopped_is_a_loss_of_its_goals() {
        let tests = vec![covering(0, 1), covering(1, 2), covering(2, 1)];
        let observed = observe(&mut FakeObserver, tests, &mut Deadline::never());
        let kept: Vec<GoalId> = observed.tests.iter().flat_map(|test| test.covering.goals.clone()).collect();
        assert_eq!(kept, [GoalId(0), GoalId(2)]);
        assert_eq!(observed.losses, [lost(1, LossReason::Stopped(AbortReason::Steps))]);
    }

    #[test]
    fn slow_tests_are_run_last_and_keep_their_places() {
        let slow = CoveringTest { slowness: 3, ..covering(0, 1) };
        let tests = vec![slow, covering(1, 1), covering(2, 1)];
        let goals = |observed: &Observed| {
            let goals = observed.tests.iter().flat_map(|test| test.covering.goals.clone());
            goals.collect::<Vec<GoalId>>()
        };
        let all = observe(&mut FakeObserver, tests.clone(), &mut Deadline::never());
        assert_eq!(goals(&all), [GoalId(0), GoalId(1), GoalId(2)]);
        let some = observe(&mut FakeObserver, tests, &mut runs(2));
        assert_eq!(goals(&some), [GoalId(1), GoalId(2)]);
        assert_eq!(some.waiting.len(), 1);
    }

    /// A deadline after so many runs.
    fn runs(mut left: i32) -> Deadline<'static> {
        Deadline::new(move || {
            left -= 1;
            left < 0
        })
    }

    #[test]
    fn tests_after_the_deadline_wait_and_are_losses_in_the_end() {
        let tests = vec![covering(0, 1), covering(1, 1), covering(2, 1)];
        let mut observed = observe(&mut FakeObserver, tests, &mut runs(1));
        assert_eq!((observed.tests.len(), observed.waiting.len()), (1, 2));
        observed.observe_waiting(&mut FakeObserver, &mut runs(1));
        let (kept, losses) = observed.into_kept_and_lost();
        let kept: Vec<GoalId> = kept.iter().flat_map(|test| test.covering.goals.clone()).collect();
        assert_eq!(kept, [GoalId(0), GoalId(1)]);
        assert_eq!(losses, [lost(2, LossReason::OutOfTime)]);
    }
}
