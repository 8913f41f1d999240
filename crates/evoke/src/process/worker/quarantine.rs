//! Keeps tests that once ended a worker from being run again.

use evoke_analysis::{CallableId, TypeId};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Observations, Observer,
    Operand, TestCase,
};

/// An executor that stops tests in quarantine before their first statement.
pub(super) struct Quarantine<E> {
    pub(super) executor: E,
    pub(super) tests: Vec<TestCase>,
}

impl<E> Quarantine<E> {
    fn refusal(&self, test: &TestCase) -> Option<ExecutionResult> {
        self.tests.contains(test).then(|| ExecutionResult {
            outcome: ExecutionOutcome::Aborted { statement: 0, reason: AbortReason::Quarantined },
            executed: 0,
            trace: ExecutionTrace::default(),
        })
    }
}

impl<E: Executor> Executor for Quarantine<E> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.refusal(test).unwrap_or_else(|| self.executor.execute(test))
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        match self.refusal(test) {
            Some(result) => (result, Vec::new()),
            None => self.executor.execute_with_operands(test),
        }
    }

    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        self.executor.take_returned_types()
    }
}

impl<E: Observer> Observer for Quarantine<E> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        match self.refusal(test) {
            Some(result) => Observations { result, values: Vec::new() },
            None => self.executor.observe(test),
        }
    }
}

#[cfg(test)]
mod tests {
    use evoke_testcase::{Statement, Value};

    use super::*;

    struct Counting(u32);

    impl Executor for Counting {
        fn execute(&mut self, test: &TestCase) -> ExecutionResult {
            self.0 += 1;
            ExecutionResult {
                outcome: ExecutionOutcome::Completed,
                executed: test.len() as u32,
                trace: ExecutionTrace::default(),
            }
        }
    }

    #[test]
    fn quarantined_test_never_reaches_the_executor() {
        let deadly = TestCase::new(vec![Statement::Value(Value::Int(1))]);
        let harmless = TestCase::new(vec![Statement::Value(Value::Int(2))]);
        let mut executor = Quarantine { executor: Counting(0), tests: vec![deadly.clone()] };
        assert!(executor.execute(&deadly).is_aborted());
        assert_eq!(executor.executor.0, 0);
        assert!(!executor.execute(&harmless).is_aborted());
        assert_eq!(executor.executor.0, 1);
    }
}
