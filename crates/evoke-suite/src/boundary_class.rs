//! A class that compares a number, with mutants that do what they are told to, for tests of what runs tests on mutants.

use evoke_analysis::{MethodId, MutantId};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, MutantObserver, MutantRecord, Observation,
    Observations, ObservedValue, Observer, Statement, TestCase, Value,
};

use crate::testing::{seen, test_of, value};

/// Notices 5.
pub(crate) const BOUNDARY: MutantId = MutantId(0);
/// The method that tests of 9 enter.
pub(crate) const ENTERED_BY_9: MethodId = MethodId(0);
/// Does what the original does.
pub(crate) const EQUIVALENT: MutantId = MutantId(1);

/// `first > 5` for the first number of a test, and mutants of it: `first >= 5`, and one that does the same.
#[derive(Default)]
pub(crate) struct BoundaryClass {
    /// Whether a mutant leaves something behind that every later run shows.
    pub(crate) spoils: bool,
    /// Whether one has.
    pub(crate) is_spoilt: bool,
    /// Whether that can be put back.
    pub(crate) can_put_back: bool,
    /// Whether it is, before every run.
    pub(crate) puts_back: bool,
    /// Whether the result depends on when it is asked for.
    pub(crate) is_fickle: bool,
    /// Whether every test draws a number, and shows something else where that is the least.
    pub(crate) draws: bool,
    /// Runs so far.
    pub(crate) n_runs_on_mutants: u32,
}

/// The first number of a test.
pub(crate) fn first(test: &TestCase) -> i32 {
    match test.statements().first() {
        Some(Statement::Value(Value::Int(number))) => *number,
        _ => 0,
    }
}

impl BoundaryClass {
    fn showing(&self, shown: bool) -> Observations {
        let record = |mutant| MutantRecord { mutant, infection_distance: 0.0 };
        let trace = ExecutionTrace {
            mutants: vec![record(BOUNDARY), record(EQUIVALENT)],
            draws: self.draws.into(),
            ..ExecutionTrace::default()
        };
        let result = ExecutionResult { outcome: ExecutionOutcome::Completed, executed: 1, trace };
        let shown = ObservedValue::Boolean(shown != (self.is_spoilt && !self.puts_back));
        Observations { result, values: vec![seen(0, None, shown)] }
    }
}

impl Executor for BoundaryClass {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.observe(test).result
    }

    fn keep_static_state(&mut self, keeps: bool) {
        self.puts_back = self.can_put_back && !keeps;
    }
}

impl Observer for BoundaryClass {
    fn observe(&mut self, test: &TestCase) -> Observations {
        let mut shown = self.showing(first(test) > 5);
        shown.result.trace.methods.extend((first(test) == 9).then_some(ENTERED_BY_9));
        shown
    }

    fn observe_by_rare_luck(&mut self, test: &TestCase, _draw: u32) -> Observations {
        self.showing((first(test) > 5) != self.draws)
    }
}

impl MutantObserver for BoundaryClass {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        self.observe(test)
    }

    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.showing((first(test) > 5) != self.is_fickle)
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        _: u32,
        _: &[Observation],
    ) -> Observations {
        self.n_runs_on_mutants += 1;
        let shown = self.showing(if mutant == BOUNDARY { first(test) >= 5 } else { first(test) > 5 });
        self.is_spoilt |= self.spoils && self.n_runs_on_mutants > 2;
        shown
    }
}

/// A test that begins with a number, and has another one that nothing needs.
pub(crate) fn number(number: i32) -> TestCase {
    test_of(vec![value(Value::Int(number)), value(Value::Int(99))])
}
