//! Decides whether the tests of a search need static state put back before each of them, which costs time that most classes do not need
//! to spend.
//!
//! The first tests have it put back. Then those that completed are run again, each with what the others leave: if some end otherwise, it
//! goes on being put back. Else it is left alone, and tests that completed are run again now and then, since one that spoils it may come
//! late. So are the latest that completed, with static state put back: they may have needed what others left. (Zhang et al., *Empirically revisiting the test independence assumption*, ISSTA 2014, find dependent tests the same way.)

use std::collections::VecDeque;

use evoke_analysis::{CallableId, StubId, TypeId};
use evoke_search::Statistics;
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, Executor, MutantAim, Operand, TestCase, UnnoticedMutant,
};

use crate::class_config::StaticState;

/// So many tests have static state put back before it is known whether that makes a difference.
const TRIAL: u64 = 100;
/// Of these so many are run again, of those that completed.
const WITNESSES: usize = 40;
/// They are run again after so many times as many tests, each time.
const NEXT_CHECK: u64 = 3;
/// How many of the tests since the last time join them each time.
const LATER_WITNESSES: usize = 8;
/// So many have to end otherwise: one or two can be chance.
const LEAST_CHANGED: usize = 3;
/// And of so many one.
const CHANGED_ONE_IN: usize = 10;
/// Of the latest tests that completed so many are run again with static state put back.
const LATEST: usize = 40;
/// They are among so many before a check.
const TESTS_BEFORE_CHECK: u64 = 200;

/// An executor that runs some of its tests again.
pub(super) struct StateWatch<'e, F> {
    executor: &'e mut dyn Executor,
    phase: Phase,
    /// Told what the tests so far have cost, once, when static state was spoilt that nothing has put back.
    when_spoilt: F,
    witnesses: Vec<TestCase>,
    /// Those that completed shortly before the next time.
    latest: VecDeque<TestCase>,
    /// The witnesses that are found before the next time.
    n_wanted: usize,
    next_check: u64,
    spent: Statistics,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Static state is put back as yet.
    Trial,
    /// It goes on being put back.
    PutBack,
    /// It is left alone.
    LeftAlone,
    /// It is left alone, and nobody looks what becomes of it any more.
    GivenUp,
}

impl<'e, F: FnMut(Statistics)> StateWatch<'e, F> {
    /// The executor is one that puts static state back as far as that is asked for.
    pub(super) fn new(executor: &'e mut dyn Executor, static_state: StaticState, when_spoilt: F) -> Self {
        let phase = match static_state {
            StaticState::LeftAlone => Phase::GivenUp,
            StaticState::Watched => Phase::Trial,
            StaticState::PutBack => Phase::PutBack,
        };
        Self {
            executor,
            phase,
            when_spoilt,
            witnesses: Vec::new(),
            latest: VecDeque::new(),
            n_wanted: WITNESSES,
            next_check: TRIAL,
            spent: Statistics::default(),
        }
    }

    /// Whether tests find static state as it was at first, all of them.
    pub(super) fn puts_static_state_back(&self) -> bool {
        matches!(self.phase, Phase::Trial | Phase::PutBack)
    }

    fn watch(&mut self, test: &TestCase, result: &ExecutionResult) {
        self.count(result);
        if matches!(self.phase, Phase::PutBack | Phase::GivenUp) {
            return;
        }
        if is_witness(test, result) {
            self.remember(test);
        }
        if self.spent.tests >= self.next_check {
            self.next_check *= NEXT_CHECK;
            self.n_wanted = self.witnesses.len() + LATER_WITNESSES;
            self.check();
        }
    }

    fn remember(&mut self, test: &TestCase) {
        if self.witnesses.len() < self.n_wanted {
            self.witnesses.push(test.clone());
        }
        if self.phase == Phase::LeftAlone && self.spent.tests + TESTS_BEFORE_CHECK >= self.next_check {
            if self.latest.len() == LATEST {
                self.latest.pop_front();
            }
            self.latest.push_back(test.clone());
        }
    }

    fn count(&mut self, result: &ExecutionResult) {
        self.spent.tests += 1;
        self.spent.statements += u64::from(result.executed);
        self.spent.aborted += u64::from(matches!(result.outcome, ExecutionOutcome::Aborted { .. }));
    }

    fn check(&mut self) {
        self.executor.keep_static_state(true);
        let is_fragile = self.is_spoilt() || self.needs_what_others_left();
        self.phase = match self.phase {
            Phase::Trial if is_fragile => {
                self.executor.keep_static_state(false);
                Phase::PutBack
            }
            _ if is_fragile => {
                (self.when_spoilt)(self.spent);
                Phase::GivenUp
            }
            _ => Phase::LeftAlone,
        };
    }

    /// Whether the witnesses end otherwise with what all tests so far have left.
    fn is_spoilt(&mut self) -> bool {
        let witnesses = std::mem::take(&mut self.witnesses);
        let is_spoilt = self.end_otherwise(&witnesses);
        self.witnesses = witnesses;
        is_spoilt
    }

    /// Whether the latest tests end otherwise with static state put back.
    fn needs_what_others_left(&mut self) -> bool {
        let latest = Vec::from(std::mem::take(&mut self.latest));
        self.executor.keep_static_state(false);
        let needs = self.end_otherwise(&latest);
        self.executor.keep_static_state(true);
        needs
    }

    /// Whether of tests that completed more end otherwise now than by chance.
    fn end_otherwise(&mut self, tests: &[TestCase]) -> bool {
        let mut n_changed = 0;
        for test in tests {
            let again = self.executor.execute(test);
            self.count(&again);
            n_changed += usize::from(matches!(again.outcome, ExecutionOutcome::Threw { .. }));
        }
        n_changed >= LEAST_CHANGED.max(tests.len() / CHANGED_ONE_IN)
    }
}

fn is_witness(test: &TestCase, result: &ExecutionResult) -> bool {
    !test.is_empty() && result.outcome == ExecutionOutcome::Completed
}

impl<F: FnMut(Statistics)> Executor for StateWatch<'_, F> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        let result = self.executor.execute(test);
        self.watch(test, &result);
        result
    }

    fn execute_within(&mut self, test: &TestCase, steps: u32) -> ExecutionResult {
        let result = self.executor.execute_within(test, steps);
        self.watch(test, &result);
        result
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        let (result, operands) = self.executor.execute_with_operands(test);
        self.watch(test, &result);
        (result, operands)
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

#[cfg(test)]
mod tests {
    use evoke_classfile::ClassName;
    use evoke_testcase::{ExecutionTrace, Statement, ThrownException, Value};

    use super::*;

    /// Every test is one number. Those of odd numbers throw after one that spoils static state, unless that is put back, and those that need
    /// help throw before one that gives it, and whenever that is put back.
    struct Fragile {
        spoils: fn(i32) -> bool,
        helps: fn(i32) -> bool,
        needs_help: fn(i32) -> bool,
        keeps: bool,
        is_spoilt: bool,
        is_helped: bool,
    }

    impl Fragile {
        fn spoilt_by(spoils: fn(i32) -> bool) -> Self {
            let (helps, needs_help) = (|_| false, |_| false);
            Self { spoils, helps, needs_help, keeps: false, is_spoilt: false, is_helped: false }
        }
    }

    impl Executor for Fragile {
        fn execute(&mut self, test: &TestCase) -> ExecutionResult {
            let [Statement::Value(Value::Int(number))] = test.statements() else { unreachable!() };
            self.is_spoilt &= self.keeps;
            self.is_helped &= self.keeps;
            let exception = ThrownException { class: ClassName::new("E"), message: None };
            let misses_help = (self.needs_help)(*number) && !self.is_helped;
            let outcome = if misses_help || self.is_spoilt && number % 2 == 1 {
                ExecutionOutcome::Threw { statement: 0, exception }
            } else {
                ExecutionOutcome::Completed
            };
            self.is_spoilt |= (self.spoils)(*number);
            self.is_helped |= (self.helps)(*number);
            ExecutionResult { outcome, executed: 1, trace: ExecutionTrace::default() }
        }

        fn keep_static_state(&mut self, keeps: bool) {
            self.keeps = keeps;
        }
    }

    /// What is told, whether static state is put back in the end, and how many tests threw, of so many, numbered from 0.
    fn watched(spoils: fn(i32) -> bool, n_tests: i32) -> (Vec<Statistics>, bool, usize) {
        watched_with(Fragile::spoilt_by(spoils), n_tests)
    }

    fn watched_with(mut executor: Fragile, n_tests: i32) -> (Vec<Statistics>, bool, usize) {
        let (mut told, mut n_thrown) = (Vec::new(), 0);
        let mut watch = StateWatch::new(&mut executor, StaticState::Watched, |spent| told.push(spent));
        for number in 0..n_tests {
            let result = watch.execute(&TestCase::new(vec![Statement::Value(Value::Int(number))]));
            n_thrown += usize::from(result.outcome != ExecutionOutcome::Completed);
        }
        let puts_back = watch.puts_static_state_back();
        (told, puts_back, n_thrown)
    }

    #[test]
    fn what_an_early_test_spoils_is_put_back_from_the_beginning_to_the_end() {
        assert_eq!(watched(|number| number == 0, 5_000), (vec![], true, 0));
    }

    #[test]
    fn what_a_late_test_spoils_is_told_once_with_what_was_spent() {
        // Forty tests were run again after the first hundred, and are again with eight more.
        let spent = Statistics { tests: 348, statements: 348, ..Statistics::default() };
        let (told, puts_back, _) = watched(|number| number == 150, 2_000);
        assert_eq!((told, puts_back), (vec![spent], false));
    }

    #[test]
    fn tests_that_need_what_another_left_are_told_once() {
        let helped = |needs_help| Fragile {
            helps: |number| number == 150,
            needs_help,
            ..Fragile::spoilt_by(|_| false)
        };
        let (told, puts_back, _) = watched_with(helped(|number| number > 150 && number % 4 == 0), 5_000);
        assert_eq!((told.len(), puts_back), (1, false));
        // Three of forty can be chance.
        let (told, _, _) = watched_with(helped(|number| number > 150 && number % 14 == 0), 5_000);
        assert_eq!(told, []);
    }

    #[test]
    fn what_nothing_spoils_is_left_alone() {
        assert_eq!(watched(|_| false, 5_000), (vec![], false, 0));
    }
}
