//! Keeps tests that once ended a worker from being run again.

use std::sync::Arc;

use evoke_analysis::{CallableId, MutantId, StubId, TestCluster, TypeId};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, FileTimes, MutantObserver,
    Observation, Observations, Observer, Operand, PoolPace, StubCall, TestCase, VariableRef, debug_verify,
};

use super::deadly_runs::DeadlyRuns;

/// An executor that stops tests before they come to what ended a worker: nothing of such a test is run. Since all tests pass here, whoever made
/// them, debug builds check them.
pub(super) struct Quarantine<E> {
    executor: E,
    deadly: DeadlyRuns,
    cluster: Arc<TestCluster>,
}

impl<E> Quarantine<E> {
    pub(super) fn new(executor: E, deadly: DeadlyRuns, cluster: Arc<TestCluster>) -> Self {
        Self { executor, deadly, cluster }
    }

    fn refusal(&self, test: &TestCase) -> Option<ExecutionResult> {
        debug_verify(test, &self.cluster, "a test to run");
        self.deadly.deadly_statement(test).map(|statement| ExecutionResult {
            outcome: ExecutionOutcome::Aborted { statement, reason: AbortReason::Quarantined },
            executed: 0,
            trace: ExecutionTrace::default(),
        })
    }
}

impl<E> Quarantine<E> {
    /// What an observation shows, or of a test that is refused that it was.
    fn unless_refused(
        &mut self,
        test: &TestCase,
        observe: impl FnOnce(&mut E) -> Observations,
    ) -> Observations {
        match self.refusal(test) {
            Some(result) => Observations { result, values: Vec::new() },
            None => observe(&mut self.executor),
        }
    }
}

impl<E: Executor> Executor for Quarantine<E> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.refusal(test).unwrap_or_else(|| self.executor.execute(test))
    }

    fn execute_within(&mut self, test: &TestCase, steps: u32) -> ExecutionResult {
        self.refusal(test).unwrap_or_else(|| self.executor.execute_within(test, steps))
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

    fn take_called_stub_methods(&mut self) -> Vec<(StubId, usize)> {
        self.executor.take_called_stub_methods()
    }

    fn tell_mutants(&mut self, tells: bool) {
        self.executor.tell_mutants(tells);
    }

    fn be_patient(&mut self) {
        self.executor.be_patient();
    }

    fn keep_static_state(&mut self, keeps: bool) {
        self.executor.keep_static_state(keeps);
    }
}

impl<E: Observer> Observer for Quarantine<E> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        self.unless_refused(test, |executor| executor.observe(test))
    }

    fn observe_in_haste(&mut self, test: &TestCase) -> Observations {
        self.unless_refused(test, |executor| executor.observe_in_haste(test))
    }

    fn observe_at_pace(&mut self, test: &TestCase, pace: PoolPace) -> Observations {
        self.unless_refused(test, |executor| executor.observe_at_pace(test, pace))
    }

    fn observe_with_file_times(&mut self, test: &TestCase, times: FileTimes) -> Observations {
        self.unless_refused(test, |executor| executor.observe_with_file_times(test, times))
    }

    fn observe_by_rare_luck(&mut self, test: &TestCase, draw: u32) -> Observations {
        self.unless_refused(test, |executor| executor.observe_by_rare_luck(test, draw))
    }

    fn observe_at_moment(&mut self, test: &TestCase, moment: usize) -> Observations {
        self.unless_refused(test, |executor| executor.observe_at_moment(test, moment))
    }

    fn stub_calls(
        &mut self,
        test: &TestCase,
        inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        if self.refusal(test).is_some() { None } else { self.executor.stub_calls(test, inspections) }
    }

    fn execute_in_sequence(&mut self, tests: &[&TestCase]) -> Vec<ExecutionOutcome> {
        self.executor.execute_in_sequence(tests)
    }
}

impl<E: MutantObserver> MutantObserver for Quarantine<E> {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        self.unless_refused(test, |executor| executor.observe_reached(test))
    }

    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.unless_refused(test, |executor| executor.observe_elsewhen(test))
    }

    fn remember_static_state(&mut self) {
        self.executor.remember_static_state();
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        steps: u32,
        seen: &[Observation],
    ) -> Observations {
        self.unless_refused(test, |executor| executor.observe_mutant(test, mutant, steps, seen))
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{Callable, CallableKind, Primitive, TypeTable};
    use evoke_testcase::{Statement, SymbolicTest, Value};

    use super::*;
    use crate::process::running_test::DeadlyTest;

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

        fn be_patient(&mut self) {
            self.0 += 1_000;
        }
    }

    impl Observer for Counting {
        fn observe(&mut self, test: &TestCase) -> Observations {
            Observations { result: self.execute(test), values: Vec::new() }
        }

        fn observe_in_haste(&mut self, test: &TestCase) -> Observations {
            self.0 += 100;
            Observations { result: self.execute(test), values: Vec::new() }
        }
    }

    /// Static methods of one class: two without parameters, four with a `long`.
    fn cluster() -> TestCluster {
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        cluster.set_assignability(|_, from, to| from == to);
        for id in 0..6_usize {
            let takes_long = usize::from(id >= 2);
            cluster.callables.push(Callable {
                id: CallableId(id as u32),
                kind: CallableKind::Method,
                owner: "Native".into(),
                name: format!("method{id}"),
                descriptor: ["()V", "(J)V"][takes_long].to_owned(),
                is_static: true,
                return_type: TypeTable::VOID,
                owner_is_interface: false,
                is_varargs: false,
                receiver: None,
                parameters: vec![TypeTable::primitive(Primitive::Long); takes_long],
                parameter_names: vec![None; takes_long],
                takes_outer_instance: false,
                exceptions: Vec::new(),
                under_test: None,
                is_pure: false,
                has_namesake: false,
            });
        }
        cluster
    }

    /// An int, then calls.
    fn test(int: i32, calls: &[u32]) -> TestCase {
        calls_after(Value::Int(int), calls)
    }

    /// A value, then calls, to which it is given where they take one.
    fn calls_after(value: Value, calls: &[u32]) -> TestCase {
        let calls = calls.iter().map(|callable| Statement::Invoke {
            callable: CallableId(*callable),
            receiver: None,
            arguments: (2..=*callable).take(1).map(|_| VariableRef(0)).collect(),
        });
        TestCase::new([Statement::Value(value)].into_iter().chain(calls).collect())
    }

    fn quarantine(deadly: &[(&TestCase, Option<u32>)]) -> Quarantine<Counting> {
        let cluster = cluster();
        let symbolic = |(test, statement): &(&TestCase, Option<u32>)| DeadlyTest {
            test: SymbolicTest::of(test, &cluster),
            statement: *statement,
        };
        let deadly: Vec<DeadlyTest> = deadly.iter().map(symbolic).collect();
        let deadly = DeadlyRuns::of(&deadly, &cluster);
        Quarantine::new(Counting(0), deadly, Arc::new(cluster))
    }

    fn stopped_at(executor: &mut Quarantine<Counting>, test: &TestCase) -> Option<u32> {
        match executor.execute(test).outcome {
            ExecutionOutcome::Aborted { statement, reason: AbortReason::Quarantined } => Some(statement),
            _ => None,
        }
    }

    #[test]
    fn quarantined_test_never_reaches_the_executor() {
        let deadly = test(1, &[0]);
        let mut executor = quarantine(&[(&deadly, Some(1))]);
        assert_eq!(stopped_at(&mut executor, &deadly), Some(1));
        assert_eq!(executor.executor.0, 0);
        assert_eq!(stopped_at(&mut executor, &test(2, &[0])), None);
        assert_eq!(executor.executor.0, 1);
    }

    #[test]
    fn run_in_haste_is_one_of_the_executor_too() {
        let mut executor = quarantine(&[(&test(1, &[0]), Some(1))]);
        executor.observe_in_haste(&test(2, &[0]));
        executor.observe_in_haste(&test(1, &[0]));
        assert_eq!(executor.executor.0, 101);
    }

    #[test]
    fn patience_is_that_of_the_executor() {
        let mut executor = quarantine(&[(&test(1, &[0]), Some(1))]);
        executor.be_patient();
        assert_eq!(executor.executor.0, 1_000);
    }

    #[test]
    fn call_that_ended_two_workers_is_not_made_again() {
        let (one, other) = (test(1, &[0, 1]), test(2, &[1]));
        let mut executor = quarantine(&[(&one, Some(2)), (&other, Some(1))]);
        assert_eq!(stopped_at(&mut executor, &test(3, &[0, 0, 1])), Some(3));
        assert_eq!(stopped_at(&mut executor, &test(3, &[0, 0])), None);
    }

    #[test]
    fn in_a_class_that_ended_four_workers_each_call_that_ended_one_is_deadly() {
        let tests: Vec<TestCase> = (0..4).map(|int| test(int, &[0])).collect();
        let unknown = tests[1..].iter().map(|test| (test, None));
        let deadly: Vec<_> = std::iter::once((&tests[0], Some(1))).chain(unknown).collect();
        assert_eq!(stopped_at(&mut quarantine(&deadly), &test(9, &[0])), Some(1));
        assert_eq!(stopped_at(&mut quarantine(&deadly[..3]), &test(9, &[0])), None);
    }

    #[test]
    fn what_takes_the_same_number_first_as_three_deadly_calls_is_deadly() {
        let with_long = |calls: &[u32]| calls_after(Value::Long(1), calls);
        let tests = [2, 3, 4].map(|callable| with_long(&[callable]));
        let deadly: Vec<_> = tests.iter().map(|test| (test, Some(1))).collect();
        assert_eq!(stopped_at(&mut quarantine(&deadly), &with_long(&[0, 5])), Some(2));
        assert_eq!(stopped_at(&mut quarantine(&deadly), &with_long(&[0, 1])), None);
        assert_eq!(stopped_at(&mut quarantine(&deadly[..2]), &with_long(&[0, 5])), None);
    }

    #[test]
    fn test_that_died_nobody_knows_where_says_nothing_of_its_calls() {
        let (one, other) = (test(1, &[0]), test(2, &[0]));
        let mut executor = quarantine(&[(&one, None), (&other, None)]);
        assert_eq!(stopped_at(&mut executor, &one), Some(0));
        assert_eq!(stopped_at(&mut executor, &test(3, &[0])), None);
    }
}
