//! Which calls go, shown with an account that counts what is deposited.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, Criterion, Goal, GoalKind, MethodId, TypeTable};
use evoke_testcase::{
    ExecutionOutcome, ExecutionTrace, Executor, MutantRecord, Observation, Observations, ObservedValue,
    Observer, ThrownException, Value, VariableRef,
};

use super::*;
use crate::kill::{MutantsKnown, kill};
use crate::testing::{Demo, boolean, call, int, seen, test_of, value};

/// Notes 1 more than is deposited.
const DEPOSITS_MORE: MutantId = MutantId(0);
/// `touch()` throws.
const THROWS: MutantId = MutantId(1);
/// Has `withdraw(int, int)` take its arguments the other way round.
const EXCHANGES: MutantId = MutantId(2);
/// The goal of entering `touch()`.
const TOUCH: GoalId = GoalId(0);
/// The goal of entering `deposit(int)`.
const DEPOSIT: GoalId = GoalId(1);

/// `new Account()`, `deposit(int)`, which gives `true`, `touch()`, which does nothing, and `withdraw(int, int)` of an amount and a fee.
struct Account {
    demo: Demo,
    make: CallableId,
    deposit: CallableId,
    touch: CallableId,
    withdraw: CallableId,
    balance: CallableId,
    /// Whether the balance is another one at another time.
    is_fickle: bool,
    /// Deposits of less are noted as they are by the mutant too.
    hides_below: i32,
}

impl Account {
    fn new() -> Self {
        let mut demo = Demo::new();
        let make = demo.constructor();
        let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
        let touch = demo.method("touch", "()V", &[], TypeTable::VOID);
        let withdraw = demo.method("withdraw", "(II)V", &[int(), int()], TypeTable::VOID);
        let balance = demo.method("getBalance", "()I", &[], int());
        demo.callable(balance).is_pure = true;
        demo.cluster.set_assignability(|_, from, to| from == to);
        Self { demo, make, deposit, touch, withdraw, balance, is_fickle: false, hides_below: 0 }
    }

    fn check() -> CoverageCheck {
        let goal = |(id, kind)| Goal { id, criterion: Criterion::Line, kind, name: String::new() };
        let goals =
            [(TOUCH, GoalKind::MethodEntry(MethodId(2))), (DEPOSIT, GoalKind::MethodEntry(MethodId(1)))];
        CoverageCheck::of_goals(goals.into_iter().map(goal).collect(), BTreeMap::new())
    }

    /// `touch()` so many times, then deposits these amounts; the goals are what the test is there for.
    fn test(&self, touches: usize, amounts: &[i32], goals: &[GoalId]) -> StableTest {
        let mut statements =
            vec![value(Value::String("Ann".into())), call(self.make, None, &[VariableRef(0)])];
        for _ in 0..touches {
            statements.push(call(self.touch, Some(VariableRef(1)), &[]));
        }
        for amount in amounts {
            let given = VariableRef(statements.len() as u32);
            statements.push(value(Value::Int(*amount)));
            statements.push(call(self.deposit, Some(VariableRef(1)), &[given]));
        }
        let test = test_of(statements);
        let values = self.run(&test, None).values;
        StableTest { test, goals: goals.to_vec(), exception: None, values, stub_calls: None }
    }

    /// A withdrawal of these literals, by the variables that are given.
    fn withdrawal(&self, literals: &[i32], arguments: [u32; 2]) -> StableTest {
        let mut statements =
            vec![value(Value::String("Ann".into())), call(self.make, None, &[VariableRef(0)])];
        statements.extend(literals.iter().map(|literal| value(Value::Int(*literal))));
        statements.push(call(self.withdraw, Some(VariableRef(1)), &arguments.map(VariableRef)));
        let test = test_of(statements);
        let values = self.run(&test, None).values;
        StableTest { test, goals: Vec::new(), exception: None, values, stub_calls: None }
    }

    fn run(&self, test: &TestCase, mutant: Option<MutantId>) -> Observations {
        let (mut balance, mut methods, mut mutants) = (0, BTreeSet::new(), BTreeSet::new());
        let mut values = Vec::new();
        let mut outcome = ExecutionOutcome::Completed;
        for (position, statement) in test.statements().iter().enumerate() {
            let Statement::Invoke { callable, arguments, .. } = statement else { continue };
            if *callable == self.deposit {
                let Statement::Value(Value::Int(amount)) = test.definition(arguments[0]) else { continue };
                balance += amount + i32::from(mutant == Some(DEPOSITS_MORE) && *amount >= self.hides_below);
                methods.insert(MethodId(1));
                mutants.insert(DEPOSITS_MORE);
                values.push(seen(position as u32, None, ObservedValue::Boolean(true)));
            } else if *callable == self.withdraw {
                let amount = |argument: usize| match test.definition(arguments[argument]) {
                    Statement::Value(Value::Int(amount)) => *amount,
                    _ => 0,
                };
                let (amount, fee) = (amount(0), amount(1));
                mutants.insert(EXCHANGES);
                let is_exchanged = mutant == Some(EXCHANGES);
                balance -= if is_exchanged { 10 * fee + amount } else { 10 * amount + fee };
            } else if *callable == self.touch {
                methods.insert(MethodId(2));
                mutants.insert(THROWS);
                if mutant == Some(THROWS) {
                    let exception = ThrownException { class: "demo/Broken".into(), message: None };
                    outcome = ExecutionOutcome::Threw { statement: position as u32, exception };
                    break;
                }
            }
        }
        values.push(seen(1, Some(self.balance), ObservedValue::Int(balance)));
        let record = |mutant| MutantRecord { mutant, infection_distance: 0.0 };
        let trace = ExecutionTrace {
            methods: methods.into_iter().collect(),
            mutants: mutants.into_iter().map(record).collect(),
            ..ExecutionTrace::default()
        };
        Observations { result: ExecutionResult { outcome, executed: test.len() as u32, trace }, values }
    }

    fn known(&mut self, tests: Vec<StableTest>) -> (Vec<StableTest>, KillMatrix) {
        let kills = kill(self, &tests, MutantsKnown::default(), &mut Deadline::never());
        (tests, kills)
    }

    fn trimmed(&mut self, known: (Vec<StableTest>, KillMatrix)) -> (Vec<StableTest>, KillMatrix) {
        let cluster = self.demo.cluster.clone();
        trim(self, &cluster, &Self::check(), known, |_| Purpose::Asked, &mut Deadline::never())
    }
}

impl Executor for Account {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.run(test, None).result
    }
}

impl Observer for Account {
    fn observe(&mut self, test: &TestCase) -> Observations {
        self.run(test, None)
    }
}

impl MutantObserver for Account {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        self.run(test, None)
    }

    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.run(test, self.is_fickle.then_some(DEPOSITS_MORE))
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        _: u32,
        _: &[Observation],
    ) -> Observations {
        self.run(test, Some(mutant))
    }
}

#[test]
fn call_goes_whose_goal_another_test_covers_and_that_test_has_the_goal() {
    let mut account = Account::new();
    let before = vec![account.test(1, &[7], &[TOUCH, DEPOSIT]), account.test(1, &[], &[])];
    let known = account.known(before);
    let (tests, kills) = account.trimmed(known);
    assert_eq!(tests, [account.test(0, &[7], &[DEPOSIT]), account.test(1, &[], &[TOUCH])]);
    let noticed_by = |mutant| kills.kills(mutant).iter().map(|kill| kill.test).collect::<Vec<_>>();
    assert_eq!([noticed_by(DEPOSITS_MORE), noticed_by(THROWS)], [[0], [1]]);
    let balance = tests[0].values.len() - 1;
    assert_eq!(kills.kills(DEPOSITS_MORE)[0].evidence, Evidence::Values(vec![balance]));
}

#[test]
fn call_that_does_nothing_twice_is_made_once() {
    let mut account = Account::new();
    let known = account.known(vec![account.test(3, &[], &[TOUCH])]);
    let (tests, _) = account.trimmed(known);
    assert_eq!(tests, [account.test(1, &[], &[TOUCH])]);
}

#[test]
fn calls_stay_for_a_goal_for_a_mutant_and_for_what_is_seen_later() {
    let mut account = Account::new();
    let for_goal = account.test(1, &[7, 8], &[TOUCH, DEPOSIT]);
    let known = account.known(vec![for_goal.clone()]);
    assert_eq!(account.trimmed(known).0, [for_goal]);
    let for_mutant = account.test(1, &[7], &[DEPOSIT]);
    let known = account.known(vec![for_mutant.clone()]);
    assert_eq!(account.trimmed(known).0, [for_mutant]);
}

#[test]
fn test_stays_that_shows_something_else_at_another_time_without_the_call() {
    let mut account = Account::new();
    account.is_fickle = true;
    let before = vec![account.test(2, &[7], &[TOUCH, DEPOSIT])];
    let known = account.known(before.clone());
    assert_eq!(account.trimmed(known).0, before);
}

#[test]
fn test_stays_whose_goal_no_run_shows() {
    let mut account = Account::new();
    let before = vec![account.test(2, &[7], &[TOUCH, DEPOSIT, GoalId(2)])];
    let known = account.known(before.clone());
    assert_eq!(account.trimmed(known).0, before);
}

#[test]
fn nothing_is_tried_once_time_is_over() {
    let mut account = Account::new();
    let known = account.known(vec![account.test(3, &[], &[TOUCH])]);
    let cluster = account.demo.cluster.clone();
    let purpose = |_| Purpose::Asked;
    let (tests, _) =
        trim(&mut account, &cluster, &Account::check(), known, purpose, &mut Deadline::new(|| true));
    assert_eq!(tests, [account.test(3, &[], &[TOUCH])]);
}

#[test]
fn value_is_made_simpler_as_long_as_its_mutants_are_noticed() {
    let mut account = Account::new();
    let known = account.known(vec![account.test(0, &[4_000], &[DEPOSIT])]);
    let (tests, kills) = account.trimmed(known);
    assert_eq!(tests, [account.test(0, &[3], &[DEPOSIT])], "the smallest half that is more than 1");
    assert_eq!(kills.n_killable(), 1);
}

#[test]
fn value_stays_where_a_simpler_one_hides_a_mutant() {
    let mut account = Account::new();
    account.hides_below = 100;
    let known = account.known(vec![account.test(0, &[4_000], &[DEPOSIT])]);
    assert_eq!(account.trimmed(known).0, [account.test(0, &[125], &[DEPOSIT])]);
}

#[test]
fn equal_arguments_are_told_apart_and_what_that_notices_is_known() {
    let mut account = Account::new();
    let known = account.known(vec![account.withdrawal(&[3], [2, 2])]);
    assert!(known.1.kills(EXCHANGES).is_empty());
    let (tests, kills) = account.trimmed(known);
    assert_eq!(tests, [account.withdrawal(&[3, 4], [2, 3])]);
    assert_eq!(kills.kills(EXCHANGES).len(), 1);
}
