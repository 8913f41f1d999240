//! Which tests are spared, and what that costs.

use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, MutantRecord, Observation, Observations,
    ObservedValue, Observer, TestCase,
};

use super::*;
use crate::boundary_class::{first, number};
use crate::kill::{MutantsKnown, kill};
use crate::testing::seen;

/// Shows the number of a test. The number infects that many mutants, and each of them shows something else but those that are silent.
#[derive(Default)]
struct CountedClass {
    silent: Option<MutantId>,
    /// Whether after a mutant the original shows something else.
    is_poisonous: bool,
    is_spoilt: bool,
    n_runs_on_mutants: u32,
}

impl CountedClass {
    fn showing(&self, test: &TestCase, shown: i32) -> Observations {
        let record = |mutant| MutantRecord { mutant: MutantId(mutant), infection_distance: 0.0 };
        let mutants = (0..first(test) as u32).map(record).collect();
        let trace = ExecutionTrace { mutants, ..ExecutionTrace::default() };
        let result = ExecutionResult { outcome: ExecutionOutcome::Completed, executed: 1, trace };
        let shown = if self.is_spoilt { -1 } else { shown };
        Observations { result, values: vec![seen(0, None, ObservedValue::Int(shown))] }
    }
}

impl Executor for CountedClass {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.observe(test).result
    }
}

impl Observer for CountedClass {
    fn observe(&mut self, test: &TestCase) -> Observations {
        self.showing(test, first(test))
    }
}

impl MutantObserver for CountedClass {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        self.observe(test)
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        _: u32,
        _: &[Observation],
    ) -> Observations {
        self.n_runs_on_mutants += 1;
        self.is_spoilt |= self.is_poisonous;
        let change = i32::from(self.silent != Some(mutant));
        self.showing(test, first(test) + change)
    }
}

fn test_showing(shown: i32, goals: &[u32]) -> StableTest {
    StableTest {
        test: number(shown),
        goals: goals.iter().copied().map(GoalId).collect(),
        exception: None,
        values: vec![seen(0, None, ObservedValue::Int(shown))],
        stub_calls: None,
    }
}

/// Goals from 10 on are those of mutants.
fn purpose(goal: GoalId) -> Purpose {
    goal.0.checked_sub(10).map_or(Purpose::Asked, |mutant| Purpose::Infect(MutantId(mutant)))
}

fn numbers(tests: &[StableTest]) -> Vec<i32> {
    tests.iter().map(|stable| first(&stable.test)).collect()
}

fn known(class: &mut CountedClass, tests: Vec<StableTest>) -> (Vec<StableTest>, KillMatrix) {
    let kills = kill(class, &tests, MutantsKnown::default(), &mut Deadline::never());
    (tests, kills)
}

#[test]
fn test_is_spared_whose_mutants_a_needed_one_notices_too() {
    let mut class = CountedClass::default();
    let tests = (1..=5).map(|shown| test_showing(shown, &[])).collect();
    let before = known(&mut class, tests);
    let n_killable = before.1.n_killable();
    let (without_runs, _) = without_idle_tests(before.0.clone(), &before.1, purpose);
    assert!(without_runs.len() > 1, "the cheapest were run first");
    let (tests, kills) = thin_out(&mut class, before, purpose, &mut Deadline::never());
    assert_eq!(numbers(&tests), [5]);
    assert_eq!((kills.n_killable(), n_killable), (5, 5));
}

#[test]
fn test_for_a_goal_and_one_for_a_mutant_that_no_other_notices_stay() {
    let mut class = CountedClass::default();
    let before = known(&mut class, vec![test_showing(2, &[1]), test_showing(4, &[])]);
    let (tests, kills) = thin_out(&mut class, before, purpose, &mut Deadline::never());
    assert_eq!((numbers(&tests), kills.n_killable()), (vec![2, 4], 4));
}

#[test]
fn test_for_a_mutant_that_was_never_run_is_spared_once_it_is_seen_not_to_notice_it() {
    let mut class = CountedClass { silent: Some(MutantId(0)), ..CountedClass::default() };
    let mut kills = KillMatrix::default();
    kills.completeness = Completeness::CutShort;
    let before = (vec![test_showing(1, &[10]), test_showing(2, &[11])], kills);
    let (tests, kills) = thin_out(&mut class, before, purpose, &mut Deadline::never());
    assert_eq!((numbers(&tests), kills.n_killable()), (vec![2], 1));
}

#[test]
fn nothing_is_spared_by_what_was_seen_beside_a_mutant_that_spoils() {
    let mut class = CountedClass::default();
    let before = known(&mut class, (1..=5).map(|shown| test_showing(shown, &[])).collect());
    let (unthinned, _) = without_idle_tests(before.0.clone(), &before.1, purpose);
    class.is_poisonous = true;
    let (tests, kills) = thin_out(&mut class, before, purpose, &mut Deadline::never());
    assert_eq!(numbers(&tests), numbers(&unthinned));
    assert_eq!(kills.completeness, Completeness::Spoilt);
}

#[test]
fn no_mutant_is_run_once_time_is_over() {
    let mut class = CountedClass::default();
    let before = known(&mut class, (1..=5).map(|shown| test_showing(shown, &[])).collect());
    let n_runs = class.n_runs_on_mutants;
    thin_out(&mut class, before, purpose, &mut Deadline::new(|| true));
    assert_eq!(class.n_runs_on_mutants, n_runs);
}
