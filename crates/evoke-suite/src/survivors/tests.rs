//! Which variants are kept, and when the hunt ends.

use std::collections::BTreeSet;

use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, MutantRecord, Observations, ObservedValue,
    Observer, Value,
};

use super::*;
use crate::kill::kill;
use crate::testing::{Demo, seen, test_of, value};

const BOUNDARY: MutantId = MutantId(0);
const EQUIVALENT: MutantId = MutantId(1);

/// `first > 5` for the first number of a test, and mutants of it: `first >= 5`, and one that does the same.
#[derive(Default)]
struct FakeClass {
    /// Whether a mutant leaves something behind that every later run shows.
    spoils: bool,
    is_spoilt: bool,
    /// Whether the result depends on when it is asked for.
    is_fickle: bool,
    n_runs_on_mutants: u32,
}

fn first(test: &TestCase) -> i32 {
    match test.statements().first() {
        Some(evoke_testcase::Statement::Value(Value::Int(number))) => *number,
        _ => 0,
    }
}

impl FakeClass {
    fn showing(&self, shown: bool) -> Observations {
        let record = |mutant| MutantRecord { mutant, infection_distance: 0.0 };
        let trace = ExecutionTrace {
            mutants: vec![record(BOUNDARY), record(EQUIVALENT)],
            ..ExecutionTrace::default()
        };
        let result = ExecutionResult { outcome: ExecutionOutcome::Completed, executed: 1, trace };
        let shown = ObservedValue::Boolean(shown != self.is_spoilt);
        Observations { result, values: vec![seen(0, None, shown)] }
    }
}

impl Executor for FakeClass {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.observe(test).result
    }
}

impl Observer for FakeClass {
    fn observe(&mut self, test: &TestCase) -> Observations {
        self.showing(first(test) > 5)
    }
}

impl MutantObserver for FakeClass {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        self.observe(test)
    }

    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.showing((first(test) > 5) != self.is_fickle)
    }

    fn observe_mutant(&mut self, test: &TestCase, mutant: MutantId, _steps: u32) -> Observations {
        self.n_runs_on_mutants += 1;
        let shown = self.showing(if mutant == BOUNDARY { first(test) >= 5 } else { first(test) > 5 });
        self.is_spoilt |= self.spoils && self.n_runs_on_mutants > 2;
        shown
    }
}

fn number(number: i32) -> TestCase {
    test_of(vec![value(Value::Int(number)), value(Value::Int(99))])
}

/// Tests and matrix after a hunt that begins with a test of 7 and is given one variant after the other.
fn hunted(mut class: FakeClass, numbers: &[i32]) -> (Vec<StableTest>, KillMatrix, FakeClass) {
    let shown = seen(0, None, ObservedValue::Boolean(true));
    let known = StableTest {
        test: number(7),
        goals: Vec::new(),
        exception: None,
        values: vec![shown],
        stub_calls: None,
    };
    let kills = kill(&mut class, std::slice::from_ref(&known), &BTreeSet::new(), &mut Deadline::never());
    let mut numbers = numbers.iter();
    let mut vary = |_: &StableTest, _: Option<&[Operand]>| -> Vec<TestCase> {
        vec![number(numbers.next().copied().unwrap_or(7))]
    };
    let cluster = Demo::new().cluster;
    let (tests, kills) =
        hunt_survivors(&mut class, &cluster, (vec![known], kills), &mut vary, &mut Deadline::never());
    (tests, kills, class)
}

#[test]
fn variant_that_gives_a_mutant_away_is_kept_without_what_it_does_not_need() {
    let (tests, kills, _) = hunted(FakeClass::default(), &[9, 5]);
    let kept: Vec<usize> = tests.iter().map(|stable| stable.test.len()).collect();
    assert_eq!(kept, [2, 1], "the second number has nothing to do with it");
    assert_eq!(first(&tests[1].test), 5);
    let noticed: Vec<usize> = kills.kills(BOUNDARY).iter().map(|kill| kill.test).collect();
    assert_eq!(noticed, [1]);
    assert_eq!(kills.survivors().collect::<Vec<_>>(), [EQUIVALENT]);
}

#[test]
fn mutant_that_nothing_gives_away_is_given_up() {
    let (tests, _, class) = hunted(FakeClass::default(), &[5]);
    assert_eq!(tests.len(), 2);
    assert!(class.n_runs_on_mutants < 3 * MAX_TRIES, "{}", class.n_runs_on_mutants);
}

#[test]
fn what_a_test_shows_only_now_and_then_is_not_worth_keeping() {
    let (tests, kills, _) = hunted(FakeClass { is_fickle: true, ..FakeClass::default() }, &[5, 5]);
    assert_eq!((tests.len(), kills.n_killable()), (1, 0));
}

#[test]
fn hunt_ends_where_a_mutant_spoilt_what_known_tests_find() {
    let (tests, _, class) = hunted(FakeClass { spoils: true, ..FakeClass::default() }, &[9, 5, 5]);
    assert_eq!(tests.len(), 1);
    assert!(class.n_runs_on_mutants < 10, "{}", class.n_runs_on_mutants);
}
