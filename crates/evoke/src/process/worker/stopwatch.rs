//! Tells the time that running tests takes from the time that thinking about them takes.

use std::time::{Duration, Instant};

use evoke_analysis::{CallableId, StubId, TypeId};
use evoke_testcase::{ExecutionResult, Executor, MutantAim, Operand, TestCase, UnnoticedMutant};

/// An executor that adds up how long its tests ran.
pub(super) struct Stopwatch<'e> {
    pub(super) executor: &'e mut dyn Executor,
    pub(super) elapsed: Duration,
}

impl Stopwatch<'_> {
    fn time<T>(&mut self, run: impl FnOnce(&mut dyn Executor) -> T) -> T {
        let started = Instant::now();
        let result = run(self.executor);
        self.elapsed += started.elapsed();
        result
    }
}

impl Executor for Stopwatch<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.time(|executor| executor.execute(test))
    }

    fn execute_within(&mut self, test: &TestCase, steps: u32) -> ExecutionResult {
        self.time(|executor| executor.execute_within(test, steps))
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        self.time(|executor| executor.execute_with_operands(test))
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

    fn keep_static_state(&mut self, keeps: bool) {
        self.executor.keep_static_state(keeps);
    }

    fn aim_at_mutants(&mut self, aim: MutantAim) {
        self.executor.aim_at_mutants(aim);
    }

    fn unnoticed_mutants(&self) -> Vec<UnnoticedMutant> {
        self.executor.unnoticed_mutants()
    }
}
