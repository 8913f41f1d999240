//! Which mutants are noticed, by what, and what runs that costs.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, Mutant, MutantId, Mutation};
use evoke_testcase::{
    AbortReason, Aspect, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, MutantObserver,
    MutantRecord, Observation, Observations, ObservedCall, ObservedValue, Observer, TestCase,
    ThrownException, VariableRef,
};

use super::{Completeness, Evidence, Kill, KillMatrix, MAX_RUNS, MutantsKnown, SubjectMethods, kill};
use crate::assertions::choose_assertions;
use crate::deadline::Deadline;
use crate::stable_test::{ExpectedException, StableTest};
use crate::testing::{DepositWorld, call, seen};

/// A class whose mutants do what they are told to.
#[derive(Default)]
struct FakeClass {
    /// What the original shows, by the length of the test.
    original: BTreeMap<usize, Observations>,
    /// What mutants show instead, by the length of the test.
    mutants: BTreeMap<(usize, MutantId), Observations>,
    /// Mutants after which the original shows what they did.
    poisonous: Vec<MutantId>,
    runs: Vec<(usize, MutantId)>,
    poisoned: Option<Observations>,
    /// Whether what they leave can be put back.
    can_put_back: bool,
    /// Lengths of tests that show nothing any more once they were run on a mutant.
    fickle: Vec<usize>,
    puts_back: bool,
}

impl Executor for FakeClass {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.observe(test).result
    }

    fn keep_static_state(&mut self, keeps: bool) {
        self.puts_back = self.can_put_back && !keeps;
    }
}

impl Observer for FakeClass {
    fn observe(&mut self, test: &TestCase) -> Observations {
        let is_lost = |(length, _): &(usize, MutantId)| *length == test.len() && self.fickle.contains(length);
        if self.runs.iter().any(is_lost) {
            return completed(&[], &[]);
        }
        let poisoned = self.poisoned.clone().filter(|_| !self.puts_back);
        poisoned.unwrap_or_else(|| self.original[&test.len()].clone())
    }
}

impl MutantObserver for FakeClass {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        let mut observations = self.observe(test);
        observations.result.trace.steps = test.len() as u32;
        observations
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        _: u32,
        _: &[Observation],
    ) -> Observations {
        self.runs.push((test.len(), mutant));
        let place = (test.len(), mutant);
        let shown = self.mutants.get(&place).unwrap_or(&self.original[&test.len()]).clone();
        if self.poisonous.contains(&mutant) {
            self.poisoned = Some(shown.clone());
        }
        shown
    }
}

fn run(outcome: ExecutionOutcome, values: &[Observation], infected: &[u32]) -> Observations {
    let record = |id: &u32| MutantRecord { mutant: MutantId(*id), infection_distance: 0.0 };
    let trace = ExecutionTrace { mutants: infected.iter().map(record).collect(), ..Default::default() };
    let result = ExecutionResult { outcome, executed: 4, trace };
    Observations { result, values: values.to_vec() }
}

fn completed(values: &[Observation], infected: &[u32]) -> Observations {
    run(ExecutionOutcome::Completed, values, infected)
}

fn stable(test: &TestCase, values: &[Observation]) -> StableTest {
    let values = values.to_vec();
    StableTest { test: test.clone(), goals: Vec::new(), exception: None, values, stub_calls: None }
}

fn balance(inspector: CallableId, amount: f64) -> Observation {
    seen(1, Some(inspector), ObservedValue::Double(amount))
}

/// One test that shows a result and a balance, and infects mutants 0 to 4.
fn deposit() -> (DepositWorld, StableTest, FakeClass) {
    let world = DepositWorld::new();
    let values = vec![seen(3, None, ObservedValue::Boolean(true)), balance(world.balance, 7.0)];
    let stable = stable(&world.test, &values);
    let mut class = FakeClass::default();
    class.original.insert(4, completed(&values, &[0, 1, 2, 3, 4]));
    (world, stable, class)
}

#[test]
fn mutant_is_noticed_by_the_values_that_an_assertion_tells_apart() {
    let (world, stable, mut class) = deposit();
    let result = |value| seen(3, None, ObservedValue::Boolean(value));
    let shown = |values: &[Observation]| completed(values, &[]);
    let near = 7.0 + 1.0e-9;
    class.mutants.insert((4, MutantId(0)), shown(&[result(false), balance(world.balance, 7.0)]));
    class.mutants.insert((4, MutantId(1)), shown(&[result(false), balance(world.balance, 8.0)]));
    class.mutants.insert((4, MutantId(2)), shown(&[result(true), balance(world.balance, near)]));
    class.mutants.insert((4, MutantId(3)), shown(&[result(true)]));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    let values = |id| match matrix.kills(MutantId(id)) {
        [Kill { test: 0, evidence: Evidence::Values(values) }] => values.clone(),
        _ => Vec::new(),
    };
    assert_eq!([0, 1, 2, 3, 4].map(values), [vec![0], vec![0, 1], vec![], vec![1], vec![]]);
    assert_eq!(matrix.survivors().collect::<Vec<_>>(), [MutantId(2), MutantId(4)]);
    assert_eq!((matrix.n_reached(), matrix.n_killable()), (5, 3));
}

#[test]
fn mutant_is_noticed_by_what_a_stub_notes_of_its_calls() {
    let number = |number: i32| Some(ObservedValue::Int(number));
    let call =
        |method: usize, argument: Option<ObservedValue>| ObservedCall { method, arguments: vec![argument] };
    let calls = |calls: &[ObservedCall]| Observation {
        variable: VariableRef(1),
        aspect: Aspect::Calls,
        value: ObservedValue::Calls(calls.to_vec()),
    };
    let (_, mut stable, mut class) = deposit();
    let expected = [call(0, number(7)), call(1, None)];
    stable.values = vec![calls(&expected)];
    class.original.insert(4, completed(&stable.values, &[0, 1, 2, 3, 4, 5]));
    let mut on_mutant = |id, seen: &[Observation]| {
        class.mutants.insert((4, MutantId(id)), completed(seen, &[]));
    };
    on_mutant(0, &[]);
    on_mutant(1, &[calls(&[call(0, number(8)), call(1, None)])]);
    on_mutant(2, &[calls(&[call(1, None), call(0, number(7))])]);
    on_mutant(3, &[calls(&[call(0, number(7)), call(1, None), call(1, None)])]);
    // Of another method nothing is noted, nor what a call was given that has no text.
    on_mutant(4, &[calls(&[call(0, number(7)), call(2, number(1)), call(1, number(9))])]);
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.survivors().collect::<Vec<_>>(), [MutantId(4), MutantId(5)]);
}

#[test]
fn what_stubs_are_told_only_the_first_time_neither_notices_mutants_nor_spoils_the_rest() {
    let calls = |methods: &[usize]| Observation {
        variable: VariableRef(1),
        aspect: Aspect::Calls,
        value: ObservedValue::Calls(
            methods.iter().map(|method| ObservedCall { method: *method, arguments: Vec::new() }).collect(),
        ),
    };
    let result = |value| seen(3, None, ObservedValue::Boolean(value));
    let (_, mut stable, mut class) = deposit();
    stable.values = vec![calls(&[0, 1]), result(true)];
    class.original.insert(4, completed(&[calls(&[1]), result(true)], &[0, 1]));
    class.mutants.insert((4, MutantId(0)), completed(&[calls(&[1]), result(false)], &[]));
    class.mutants.insert((4, MutantId(1)), completed(&[calls(&[]), result(true)], &[]));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.completeness, Completeness::Whole);
    assert_eq!(matrix.kills(MutantId(0)), [Kill { test: 0, evidence: Evidence::Values(vec![1]) }]);
    assert_eq!(matrix.survivors().collect::<Vec<_>>(), [MutantId(1)]);
}

#[test]
fn mutant_is_noticed_by_any_call_of_a_stub_that_is_to_note_none() {
    let calls = |calls: &[ObservedCall]| Observation {
        variable: VariableRef(1),
        aspect: Aspect::Calls,
        value: ObservedValue::Calls(calls.to_vec()),
    };
    let (_, mut stable, mut class) = deposit();
    stable.values = vec![calls(&[])];
    class.original.insert(4, completed(&stable.values, &[0, 1]));
    let told = calls(&[ObservedCall { method: 2, arguments: Vec::new() }]);
    class.mutants.insert((4, MutantId(0)), completed(&[told], &[]));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.survivors().collect::<Vec<_>>(), [MutantId(1)]);
}

#[test]
fn mutant_that_throws_or_does_not_end_is_noticed_without_an_assertion() {
    let (_, stable, mut class) = deposit();
    let exception = ThrownException { class: "java/lang/IllegalStateException".into(), message: None };
    let threw = ExecutionOutcome::Threw { statement: 3, exception };
    let hung = ExecutionOutcome::Aborted { statement: 3, reason: AbortReason::Steps };
    class.mutants.insert((4, MutantId(0)), run(threw, &[], &[]));
    class.mutants.insert((4, MutantId(1)), run(hung, &[], &[]));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    let ending = [Kill { test: 0, evidence: Evidence::Ending }];
    assert_eq!(matrix.kills(MutantId(0)), ending);
    assert_eq!(matrix.kills(MutantId(1)), ending);
}

#[test]
fn other_exception_than_the_expected_one_is_noticed() {
    let (_, mut stable, mut class) = deposit();
    let threw = |message: &str| {
        let exception = ThrownException { class: "demo/Refused".into(), message: Some(message.into()) };
        ExecutionOutcome::Threw { statement: 3, exception }
    };
    stable.exception = Some(ExpectedException {
        class: "demo/Refused".into(),
        message: Some("too much".into()),
        is_of_assert: false,
    });
    stable.values.clear();
    class.original.insert(4, run(threw("too much"), &[], &[0, 1]));
    class.mutants.insert((4, MutantId(0)), run(threw("too little"), &[], &[]));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.kills(MutantId(0)).len(), 1);
    assert_eq!(matrix.survivors().collect::<Vec<_>>(), [MutantId(1)]);
}

#[test]
fn cheap_tests_come_first_and_no_more_tests_are_run_than_are_worth_it() {
    let (world, first, mut class) = deposit();
    class.original.insert(4, completed(&first.values, &[0, 1]));
    let mut tests = Vec::new();
    let mut test = first.test.clone();
    for length in 5..4 + 2 * MAX_RUNS {
        test.push(crate::testing::value(evoke_testcase::Value::Int(1)));
        class.original.insert(length, completed(&first.values, &[0]));
        tests.insert(0, stable(&test, &first.values));
    }
    tests.push(first);
    let noticed = completed(&[balance(world.balance, 8.0)], &[]);
    class.mutants.insert((4, MutantId(1)), noticed);
    kill(&mut class, &tests, MutantsKnown::default(), &mut Deadline::never());
    let lengths: Vec<usize> =
        class.runs.iter().filter(|(_, mutant)| *mutant == MutantId(0)).map(|(length, _)| *length).collect();
    assert_eq!(lengths, (4..4 + MAX_RUNS).collect::<Vec<_>>());
}

#[test]
fn tests_about_the_method_of_a_mutant_are_run_on_it_before_cheaper_ones() {
    let (world, first, mut class) = deposit();
    class.original.insert(4, completed(&first.values, &[0, 1]));
    let mut longer = first.test.clone();
    longer.push(call(world.balance, Some(VariableRef(1)), &[]));
    class.original.insert(5, completed(&first.values, &[0, 1]));
    let mutant = |id: u32, callable: CallableId| Mutant {
        id: MutantId(id),
        method: world.demo.cluster.callable(callable).under_test.unwrap(),
        offset: 0,
        line: None,
        mutation: Mutation::CallDeletion,
        dependences: Vec::new(),
    };
    let mutants = [mutant(0, world.balance), mutant(1, world.owner)];
    let tests = [stable(&longer, &first.values), first];
    let methods = SubjectMethods::new(&mutants, &tests, &world.demo.cluster);
    let known = MutantsKnown { methods: Some(&methods), ..MutantsKnown::default() };
    kill(&mut class, &tests, known, &mut Deadline::never());
    assert_eq!(class.runs, [(5, MutantId(0)), (4, MutantId(0)), (4, MutantId(1)), (5, MutantId(1))]);
}

#[test]
fn nothing_is_learnt_after_a_mutant_that_spoils_the_original() {
    let (world, stable, mut class) = deposit();
    class.mutants.insert((4, MutantId(2)), completed(&[balance(world.balance, 8.0)], &[]));
    class.poisonous.push(MutantId(2));
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.completeness, Completeness::Spoilt);
    assert_eq!(matrix.n_killable(), 0);
}

#[test]
fn what_a_mutant_spoils_is_put_back_and_all_are_run_again() {
    let (world, stable, mut class) = deposit();
    class.mutants.insert((4, MutantId(2)), completed(&[balance(world.balance, 8.0)], &[]));
    class.poisonous.push(MutantId(2));
    class.can_put_back = true;
    let matrix = kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.completeness, Completeness::Whole);
    assert_eq!(matrix.kills(MutantId(2)).len(), 1);
    assert_eq!(matrix.survivors().count(), 4);
}

#[test]
fn test_that_finds_something_else_for_good_is_lost_alone() {
    let (world, first, mut class) = deposit();
    let mut tests = vec![first];
    for length in 5..10 {
        let mut longer = tests[tests.len() - 1].test.clone();
        longer.push(crate::testing::value(evoke_testcase::Value::Int(1)));
        class.original.insert(length, completed(&[balance(world.balance, length as f64)], &[0]));
        tests.push(stable(&longer, &[balance(world.balance, length as f64)]));
    }
    class.mutants.insert((9, MutantId(0)), completed(&[balance(world.balance, 8.0)], &[]));
    class.fickle.push(9);
    let matrix = kill(&mut class, &tests, MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(matrix.completeness, Completeness::CutShort);
    assert!(matrix.kills(MutantId(0)).is_empty());
    assert_eq!(matrix.runs(MutantId(0)).len(), 5, "all but the test that was lost");
}

#[test]
fn mutant_that_other_tests_notice_is_not_run() {
    let (world, stable, mut class) = deposit();
    for mutant in [0, 1] {
        class.mutants.insert((4, MutantId(mutant)), completed(&[balance(world.balance, 8.0)], &[]));
    }
    let settled = BTreeSet::from([MutantId(0)]);
    let known = MutantsKnown { settled: Some(&settled), ..MutantsKnown::default() };
    let matrix = kill(&mut class, &[stable], known, &mut Deadline::never());
    assert!(class.runs.iter().all(|(_, mutant)| *mutant != MutantId(0)));
    assert!(matrix.kills(MutantId(0)).is_empty() && !matrix.kills(MutantId(1)).is_empty());
    assert!(matrix.unnoticed().all(|mutant| mutant != MutantId(0)));
}

#[test]
fn typical_mutants_are_run_before_others() {
    let (_, stable, mut class) = deposit();
    let typical = BTreeSet::from([MutantId(1), MutantId(3)]);
    let known = MutantsKnown { typical: Some(&typical), ..MutantsKnown::default() };
    kill(&mut class, &[stable], known, &mut Deadline::never());
    let mutants: Vec<u32> = class.runs.iter().map(|(_, mutant)| mutant.0).collect();
    assert_eq!(mutants, [1, 3, 0, 2, 4]);
}

#[test]
fn test_that_does_not_repeat_itself_is_run_on_no_mutant() {
    let (world, stable, mut class) = deposit();
    class.original.insert(4, completed(&[balance(world.balance, 9.0)], &[0]));
    kill(&mut class, &[stable], MutantsKnown::default(), &mut Deadline::never());
    assert_eq!(class.runs, []);
}

#[test]
fn assertions_cover_all_mutants_that_values_give_away_with_few_values() {
    let (world, stable, mut class) = deposit();
    let result = |value| seen(3, None, ObservedValue::Boolean(value));
    for (mutant, result_shown, amount) in [(0, false, 8.0), (1, true, 9.0), (2, true, 10.0)] {
        let shown = completed(&[result(result_shown), balance(world.balance, amount)], &[]);
        class.mutants.insert((4, MutantId(mutant)), shown);
    }
    let tests = [stable];
    let matrix = kill(&mut class, &tests, MutantsKnown::default(), &mut Deadline::never());
    let asserted = choose_assertions(tests.to_vec(), &world.demo.cluster, &matrix);
    // The result is what the test is about; the balance gives away what the result does not.
    assert_eq!(asserted[0].assertions, tests[0].values);
    let none = choose_assertions(tests.to_vec(), &world.demo.cluster, &KillMatrix::default());
    assert_eq!(none[0].assertions, tests[0].values);
}
