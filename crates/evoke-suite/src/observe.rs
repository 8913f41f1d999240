//! Runs each test once more in the JVM of the search, slowly, and keeps the values it produced.

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
    /// In the order of the tests that came in.
    pub tests: Vec<ObservedTest>,
    /// Tests whose run was stopped, or that there was no time for.
    pub losses: Vec<Loss>,
}

/// Runs each test once to see its values. What comes to be stopped now, or does not come to run before the deadline, is left
/// out.
pub fn observe(
    observer: &mut dyn Observer,
    tests: Vec<CoveringTest>,
    deadline: &mut Deadline<'_>,
) -> Observed {
    let mut observed = Observed::default();
    for covering in tests {
        if deadline.is_over() {
            observed.losses.push(Loss { goals: covering.goals, reason: LossReason::OutOfTime });
            continue;
        }
        let observations = observer.observe(&covering.test);
        match observations.result.outcome {
            ExecutionOutcome::Aborted { reason, .. } => {
                observed.losses.push(Loss { goals: covering.goals, reason: LossReason::Stopped(reason) });
            }
            _ => observed.tests.push(ObservedTest { covering, observations }),
        }
    }
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
        CoveringTest { test: TestCase::new(statements), goals: vec![GoalId(goal)] }
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
    fn tests_after_the_deadline_are_losses() {
        let mut runs_left = 1;
        let mut deadline = Deadline::new(|| {
            runs_left -= 1;
            runs_left < 0
        });
        let observed = observe(&mut FakeObserver, vec![covering(0, 1), covering(1, 1)], &mut deadline);
        assert_eq!(observed.tests.len(), 1);
        assert_eq!(observed.losses, [lost(1, LossReason::OutOfTime)]);
    }
}
