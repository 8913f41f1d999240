//! What the minimiser keeps, shown with an executor that covers goals by what the statements hold.

use std::collections::BTreeMap;

use evoke_analysis::{
    Argument, CallableId, CallableKind, Criterion, Goal, GoalId, GoalKind, LineId, MethodId, TestCluster,
    Type, TypeTable,
};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Observations, Observer,
    Statement, TestCase, ThrownException, Value, VariableRef,
};

use super::components::components;
use super::{Minimised, minimise};
use crate::MutantRuns;
use crate::boundary_class::{BOUNDARY, BoundaryClass, number};
use crate::coverage_check::CoverageCheck;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::testing::{Demo, Member, call, int, test_of, value};

/// `add(n)` enters method 1 and covers line `n / 10`, line 90 if called twice on one object; `fail()` covers line 91 and throws unless
/// something was added before; `hang()` covers line 92 and is stopped;
/// `check()` covers line 93 and throws another exception where something was added before.
struct FakeExecutor<'a> {
    cluster: &'a TestCluster,
}

impl Executor for FakeExecutor<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        let mut lines = Vec::new();
        let mut methods = Vec::new();
        let mut receivers = Vec::new();
        let mut outcome = ExecutionOutcome::Completed;
        for (position, statement) in test.statements().iter().enumerate() {
            let Statement::Invoke { callable, receiver, arguments } = statement else { continue };
            match self.cluster.callable(*callable).name.as_str() {
                "add" => {
                    methods = vec![MethodId(1)];
                    if let Statement::Value(Value::Int(number)) = &test.statements()[arguments[0].index()] {
                        lines.push(LineId((number / 10) as u32));
                    }
                    if receivers.contains(receiver) {
                        lines.push(LineId(90));
                    }
                    receivers.push(*receiver);
                }
                "fail" => {
                    lines.push(LineId(91));
                    if !receivers.is_empty() {
                        continue;
                    }
                    outcome = threw(position, "java/lang/RuntimeException");
                    break;
                }
                "check" => {
                    lines.push(LineId(93));
                    let is_alone = receivers.is_empty();
                    let class = if is_alone { "IllegalStateException" } else { "RuntimeException" };
                    outcome = threw(position, &format!("java/lang/{class}"));
                    break;
                }
                "hang" => {
                    lines.push(LineId(92));
                    outcome =
                        ExecutionOutcome::Aborted { statement: position as u32, reason: AbortReason::Steps };
                    break;
                }
                _ => {}
            }
        }
        lines.sort();
        lines.dedup();
        let trace = ExecutionTrace { lines, methods, ..ExecutionTrace::default() };
        ExecutionResult { outcome, executed: test.len() as u32, trace }
    }
}

impl Observer for FakeExecutor<'_> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        Observations { result: self.execute(test), values: Vec::new() }
    }
}

fn threw(position: usize, class: &str) -> ExecutionOutcome {
    let exception = ThrownException { class: class.into(), message: None };
    ExecutionOutcome::Threw { statement: position as u32, exception }
}

struct World {
    demo: Demo,
    make: CallableId,
    add: CallableId,
    fail: CallableId,
    hang: CallableId,
    check: CallableId,
    /// Goals in a class initialiser, with the methods that run after it.
    entered_after: BTreeMap<GoalId, Vec<MethodId>>,
}

impl World {
    fn new() -> Self {
        let mut demo = Demo::new();
        let account = demo.account;
        let make = demo.add(Member {
            kind: CallableKind::Constructor,
            owner: "demo/Account",
            name: "<init>",
            descriptor: "()V",
            is_static: false,
            parameters: Vec::new(),
            returns: account,
        });
        let add = demo.method("add", "(I)V", &[int()], TypeTable::VOID);
        let fail = demo.method("fail", "()V", &[], TypeTable::VOID);
        let hang = demo.method("hang", "()V", &[], TypeTable::VOID);
        let check = demo.method("check", "()V", &[], TypeTable::VOID);
        Self { demo, make, add, fail, hang, check, entered_after: BTreeMap::new() }
    }

    /// Minimises tests that are each said to cover the lines given with them.
    fn minimise(&self, tests: Vec<(&[u32], TestCase)>) -> Minimised {
        let goals: Vec<Goal> = (0..100)
            .map(|line| Goal {
                id: GoalId(line),
                criterion: Criterion::Line,
                kind: GoalKind::Line(LineId(line)),
                name: format!("line {line}"),
            })
            .collect();
        let check = CoverageCheck::of_goals(goals, self.entered_after.clone());
        let tests = tests.into_iter().map(|(lines, test)| covering(lines, test)).collect();
        let mut executor = FakeExecutor { cluster: &self.demo.cluster };
        minimise(&mut executor, &self.demo.cluster, &check, tests, &mut Deadline::never())
    }

    /// `new Account()` and an `add` for every number.
    fn additions(&self, numbers: &[i32]) -> TestCase {
        let mut statements = vec![call(self.make, None, &[])];
        for number in numbers {
            statements.push(value(Value::Int(*number)));
            let argument = VariableRef(statements.len() as u32 - 1);
            statements.push(call(self.add, Some(VariableRef(0)), &[argument]));
        }
        test_of(statements)
    }

    fn with_call(mut test: TestCase, callable: CallableId) -> TestCase {
        test.push(call(callable, Some(VariableRef(0)), &[]));
        test
    }
}

/// A test that is kept for lines.
fn covering(lines: &[u32], test: TestCase) -> CoveringTest {
    CoveringTest::new(test, lines.iter().copied().map(GoalId).collect())
}

fn only(minimised: &Minimised) -> &TestCase {
    assert_eq!(minimised.tests.len(), 1);
    &minimised.tests[0].test
}

#[test]
fn statements_that_no_goal_needs_are_dropped() {
    let world = World::new();
    let minimised = world.minimise(vec![(&[4], world.additions(&[10, 40, 20]))]);
    assert_eq!(only(&minimised), &world.additions(&[40]));
}

#[test]
fn test_whose_goal_is_not_seen_again_is_kept_unshortened() {
    let world = World::new();
    let tests = vec![(&[4, 95][..], world.additions(&[10, 40])), (&[2], world.additions(&[20]))];
    let minimised = world.minimise(tests);
    assert_eq!(
        minimised.tests,
        [covering(&[2], world.additions(&[20])), covering(&[4, 95], world.additions(&[10, 40]))]
    );
    assert_eq!((minimised.unconfirmed_goals, minimised.losses), (vec![GoalId(95)], Vec::new()));
}

#[test]
fn one_test_takes_the_goals_of_others_it_covers() {
    let world = World::new();
    let minimised = world.minimise(vec![
        (&[1], world.additions(&[10])),
        (&[1, 4, 90], world.additions(&[10, 40])),
        (&[4], world.additions(&[40])),
    ]);
    assert_eq!(minimised.tests, [covering(&[1, 4, 90], world.additions(&[10, 40]))]);
    assert_eq!(minimised.losses, []);
}

#[test]
fn test_that_throws_is_only_for_what_no_other_test_covers() {
    let world = World::new();
    let throwing = World::with_call(world.additions(&[10]), world.check);
    let minimised = world.minimise(vec![(&[1, 93], throwing), (&[1], world.additions(&[10]))]);
    let goals: Vec<&[GoalId]> = minimised.tests.iter().map(|test| test.goals.as_slice()).collect();
    assert_eq!(goals, [&[GoalId(1)][..], &[GoalId(1), GoalId(93)]], "{minimised:?}");
}

#[test]
fn components_that_share_at_most_literals_become_tests_of_their_own() {
    let world = World::new();
    let mut both = world.additions(&[10, 40]);
    both.append(&world.additions(&[70]));
    let minimised = world.minimise(vec![(&[1, 4, 7], both)]);
    let expected = [covering(&[1, 4], world.additions(&[10, 40])), covering(&[7], world.additions(&[70]))];
    let mut tests = minimised.tests;
    tests.sort_by_key(|test| test.goals[0]);
    assert_eq!(tests, expected);

    let shared = test_of(vec![
        value(Value::Int(10)),
        call(world.make, None, &[]),
        call(world.add, Some(VariableRef(1)), &[VariableRef(0)]),
        call(world.make, None, &[]),
        call(world.add, Some(VariableRef(3)), &[VariableRef(0)]),
    ]);
    assert_eq!(components(&shared).len(), 2);
    let whole = world.additions(&[10, 40]);
    assert_eq!(components(&whole).into_iter().map(|component| component.test).collect::<Vec<_>>(), [whole]);
}

#[test]
fn components_that_need_each_other_stay_together_and_share_an_object_that_will_do() {
    let world = World::new();
    // In the order of calls `add` comes before `fail`, which without it would throw.
    let mut test = world.additions(&[10]);
    test.append(&World::with_call(world.additions(&[]), world.fail));
    let minimised = world.minimise(vec![(&[1, 91], test)]);
    let shorter = World::with_call(world.additions(&[10]), world.fail);
    assert_eq!(minimised.tests, [covering(&[1, 91], shorter)]);
}

#[test]
fn test_is_cut_after_the_statement_that_throws() {
    let world = World::new();
    let test = World::with_call(world.additions(&[]), world.fail);
    let longer = World::with_call(test.clone(), world.add);
    let minimised = world.minimise(vec![(&[91], longer)]);
    assert_eq!(only(&minimised), &test);
}

#[test]
fn statement_that_keeps_a_test_from_throwing_stays() {
    let world = World::new();
    let test = World::with_call(world.additions(&[0]), world.fail);
    let minimised = world.minimise(vec![(&[91], test.clone())]);
    assert_eq!(only(&minimised), &test);
}

#[test]
fn exception_that_ends_a_test_keeps_its_type() {
    let world = World::new();
    // Without `add` it would be another one.
    let test = World::with_call(world.additions(&[4]), world.check);
    let minimised = world.minimise(vec![(&[93], test.clone())]);
    assert_eq!(only(&minimised), &test);
}

#[test]
fn exception_that_ends_a_test_keeps_leaving_the_same_call() {
    let world = World::new();
    // Without `add` the earlier `fail` would throw one of the same type.
    let test = World::with_call(World::with_call(world.additions(&[4]), world.fail), world.check);
    let minimised = world.minimise(vec![(&[91], test.clone())]);
    assert_eq!(only(&minimised), &test);
}

#[test]
fn test_that_is_stopped_is_left_out_and_its_goals_are_reported() {
    let world = World::new();
    let stopped = World::with_call(world.additions(&[40]), world.hang);
    let minimised = world.minimise(vec![(&[4, 92], stopped)]);
    assert_eq!(minimised.tests, []);
    let goals = vec![GoalId(4), GoalId(92)];
    assert_eq!(minimised.losses, [Loss { goals, reason: LossReason::Stopped(AbortReason::Steps) }]);
}

#[test]
fn goal_of_a_stopped_test_is_lost_only_if_no_other_test_covers_it() {
    let world = World::new();
    let stopped = World::with_call(world.additions(&[40]), world.hang);
    let minimised = world.minimise(vec![(&[4, 92], stopped), (&[1], world.additions(&[10, 40]))]);
    assert_eq!(minimised.tests, [covering(&[1, 4], world.additions(&[10, 40]))]);
    let goals = vec![GoalId(92)];
    assert_eq!(minimised.losses, [Loss { goals, reason: LossReason::Stopped(AbortReason::Steps) }]);
}

#[test]
fn component_that_threw_only_beside_another_leaves_the_test_whole() {
    let world = World::new();
    // Alone `check` would throw another exception.
    let mut test = world.additions(&[4]);
    test.append(&World::with_call(test_of(vec![call(world.make, None, &[])]), world.check));
    let minimised = world.minimise(vec![(&[0, 93], test)]);
    let goals: Vec<&[GoalId]> = minimised.tests.iter().map(|test| test.goals.as_slice()).collect();
    assert_eq!(goals, [&[GoalId(0), GoalId(93)]]);
}

#[test]
fn test_that_initialised_the_class_is_shortened_to_what_would_do_so() {
    let mut world = World::new();
    let long = world.additions(&[10, 40, 20]);
    let unshortened = world.minimise(vec![(&[95], long.clone())]);
    assert_eq!((&unshortened.tests[0].test, unshortened.unconfirmed_goals), (&long, vec![GoalId(95)]));

    world.entered_after.insert(GoalId(95), vec![MethodId(1)]);
    let shortened = world.minimise(vec![(&[95], long)]);
    assert_eq!((shortened.tests[0].test.len(), shortened.unconfirmed_goals), (3, Vec::new()));
}

#[test]
fn values_become_simple_while_goals_hold() {
    let world = World::new();
    let any_amount = World::with_call(world.additions(&[325]), world.fail);
    let minimised = world.minimise(vec![(&[91], any_amount), (&[2], world.additions(&[29]))]);
    let found: Vec<&TestCase> = minimised.tests.iter().map(|kept| &kept.test).collect();
    assert_eq!(found, [&world.additions(&[29]), &World::with_call(world.additions(&[2]), world.fail)]);
}

#[test]
fn runs_grow_linearly_with_the_length_of_a_test() {
    let world = World::new();
    let numbers: Vec<i32> = (0..200).map(|number| number % 80 * 10).collect();
    let minimised = world.minimise(vec![(&[4], world.additions(&numbers))]);
    assert!(minimised.executions <= 2 * 401 + 1 + 30, "{}", minimised.executions);
}

/// A raw type takes what its readers do not (JLS 5.1.9).
#[test]
fn variable_of_a_raw_type_gives_way_to_nothing_that_its_readers_do_not_take() {
    let mut world = World::new();
    let account = world.demo.account;
    let mut list_of = |arguments| {
        let ty = Type::Class { name: "java/util/List".into(), arguments };
        world.demo.cluster.types.intern(ty, false)
    };
    let (raw, of_accounts) = (list_of(Vec::new()), list_of(vec![Argument::Exact(account)]));
    let of_texts = list_of(vec![Argument::Exact(TypeTable::STRING)]);
    let texts = world.demo.static_method("texts", "()Ljava/util/List;", &[], of_texts);
    let any = world.demo.static_method("any", "()Ljava/util/List;", &[], raw);
    let mut add_all = |of| world.demo.static_method("add", "(Ljava/util/List;)V", &[of], TypeTable::VOID);
    let (add_texts, add_accounts) = (add_all(of_texts), add_all(of_accounts));
    let is_list = move |ty| ty == raw || ty == of_accounts || ty == of_texts;
    world.demo.cluster.set_assignability(|_, from, to| {
        from == to || is_list(from) && is_list(to) && (from == raw || to == raw)
    });
    let test = test_of(vec![
        call(texts, None, &[]),
        call(any, None, &[]),
        call(add_texts, None, &[VariableRef(0)]),
        call(add_accounts, None, &[VariableRef(1)]),
    ]);
    // Which of two lists is added does not matter to the executor.
    let minimised = world.minimise(vec![(&[90], test.clone())]);
    assert_eq!(only(&minimised), &test);
}

#[test]
fn tests_stay_as_they_are_after_the_deadline() {
    let world = World::new();
    let test = world.additions(&[10, 40]);
    let mut executor = FakeExecutor { cluster: &world.demo.cluster };
    let tests = vec![covering(&[4], test)];
    let check = CoverageCheck::default();
    let mut deadline = Deadline::new(|| true);
    let minimised = minimise(&mut executor, &world.demo.cluster, &check, tests.clone(), &mut deadline);
    assert_eq!((minimised.tests, minimised.executions), (tests, 0));
    assert_eq!(minimised.losses, []);
}

#[test]
fn shortened_test_still_notices_its_mutant() {
    let cluster = Demo::new().cluster;
    let (criterion, kind) = (Criterion::StrongMutation, GoalKind::Kill(BOUNDARY));
    let goals = vec![Goal { id: GoalId(0), criterion, kind, name: "at least 5".to_owned() }];
    let check = CoverageCheck::of_goals(goals, BTreeMap::new());
    let mut executor = MutantRuns::new(BoundaryClass::default(), &cluster);
    let tests = vec![covering(&[0], number(5))];
    let minimised = minimise(&mut executor, &cluster, &check, tests, &mut Deadline::never());
    assert_eq!(minimised.tests, [covering(&[0], test_of(vec![value(Value::Int(5))]))]);
    assert_eq!(minimised.unconfirmed_goals, []);
    let after = executor.execute(&number(5));
    assert_eq!(after.trace.kills, [], "later runs are on the original alone");
}
