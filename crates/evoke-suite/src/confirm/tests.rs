//! What two runs have to agree on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use evoke_analysis::{CallableKind, Criterion, Goal, GoalId, GoalKind, MethodId, TestCluster};
use evoke_classfile::ClassName;
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, N_MOMENTS, Observation,
    Observations, ObservedValue, Observer, TestCase, ThrownException, VariableRef,
};

use super::confirm;
use crate::coverage_check::CoverageCheck;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::LossReason;
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;
use crate::testing::{DepositWorld, Member, call, int, seen, string};

/// Shows what it is told to, one after the other.
struct FakeObserver(VecDeque<Observations>);

impl Executor for FakeObserver {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.observe(test).result
    }
}

impl Observer for FakeObserver {
    fn observe(&mut self, _test: &TestCase) -> Observations {
        self.0.pop_front().unwrap()
    }
}

fn run(outcome: ExecutionOutcome, values: Vec<Observation>) -> Observations {
    let result = ExecutionResult { outcome, executed: 4, trace: ExecutionTrace::default() };
    Observations { result, values }
}

fn completed(values: Vec<Observation>) -> Observations {
    run(ExecutionOutcome::Completed, values)
}

fn thrown(class: &str, message: &str) -> Observations {
    let exception = ThrownException { class: class.into(), message: Some(message.into()) };
    run(ExecutionOutcome::Threw { statement: 3, exception }, Vec::new())
}

fn observed(goal: u32, test: &TestCase, observations: &Observations) -> ObservedTest {
    let covering = CoveringTest::new(test.clone(), vec![GoalId(goal)]);
    ObservedTest { covering, observations: observations.clone() }
}

/// What is left of a test after two runs, or why nothing is.
fn confirmed(
    test: &TestCase,
    cluster: &TestCluster,
    first: &Observations,
    second: &Observations,
) -> Result<StableTest, LossReason> {
    let mut observer = FakeObserver([second.clone(), second.clone()].into());
    let mut confirmed = confirm(
        &mut observer,
        cluster,
        &CoverageCheck::default(),
        vec![observed(0, test, first)],
        &BTreeSet::new(),
        &mut Deadline::never(),
    );
    confirmed.tests.pop().ok_or_else(|| confirmed.losses[0].reason.clone())
}

#[test]
fn values_that_differ_between_runs_are_not_asserted() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let at = |balance_seen: i32| {
        completed(vec![
            seen(3, None, ObservedValue::Boolean(false)),
            seen(1, Some(balance), ObservedValue::Int(balance_seen)),
        ])
    };
    let stable = confirmed(&test, &demo.cluster, &at(7), &at(8)).unwrap();
    assert_eq!(stable.values, [seen(3, None, ObservedValue::Boolean(false))]);
}

#[test]
fn test_that_the_jvm_keeps_from_a_class_is_left_out() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let seen = thrown("java/lang/reflect/InaccessibleObjectException", "Unable to make field");
    let reason = confirmed(&test, &demo.cluster, &seen, &seen).err();
    assert_eq!(reason, Some(LossReason::Encapsulation));
}

#[test]
fn addresses_paths_and_errors_of_the_system_are_not_asserted() {
    let DepositWorld { demo, owner, test, .. } = DepositWorld::new();
    for unstable in [
        "demo.Account@1b6d3586",
        "[I@7852e922",
        "/tmp/scratch123/file",
        "Main$$Lambda/0x1",
        "a.txt (No such file or directory)",
    ] {
        let values = completed(vec![seen(1, Some(owner), string(unstable))]);
        let stable = confirmed(&test, &demo.cluster, &values, &values).unwrap();
        assert_eq!(stable.values, [], "{unstable}");
    }
    let mail = completed(vec![seen(1, Some(owner), string("ann@example.org"))]);
    assert_eq!(confirmed(&test, &demo.cluster, &mail, &mail).unwrap().values.len(), 1);
}

#[test]
fn long_text_is_asserted_and_one_that_fills_a_page_is_not() {
    let DepositWorld { demo, owner, test, .. } = DepositWorld::new();
    let shows = |n_chars: usize| completed(vec![seen(1, Some(owner), string(&"x".repeat(n_chars)))]);
    let kept = |n_chars| confirmed(&test, &demo.cluster, &shows(n_chars), &shows(n_chars)).unwrap().values;
    assert_eq!(kept(300), shows(300).values);
    assert_eq!(kept(3000), []);
}

#[test]
fn nan_is_stable() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let values = completed(vec![seen(1, Some(balance), ObservedValue::Double(f64::NAN))]);
    assert_eq!(confirmed(&test, &demo.cluster, &values, &values).unwrap().values.len(), 1);
}

#[test]
fn message_is_expected_only_if_it_is_the_same_and_not_worded_by_the_jvm() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let expected = |first: &Observations, second: &Observations| {
        confirmed(&test, &demo.cluster, first, second).unwrap().exception.unwrap().message
    };
    let custom = thrown("java/lang/IllegalStateException", "closed");
    assert_eq!(expected(&custom, &custom), Some("closed".into()));
    let other = thrown("java/lang/IllegalStateException", "closed at 12:00");
    assert_eq!(expected(&custom, &other), None);
    for meaningless in ["", "-1", "null"] {
        let observed = thrown("java/lang/IllegalStateException", meaningless);
        assert_eq!(expected(&observed, &observed), None, "{meaningless}");
    }
    let number = thrown("java/lang/NumberFormatException", "For input string: \"x\"");
    assert_eq!(expected(&number, &number), None);
    let null = thrown("java/lang/NullPointerException", "Cannot invoke \"String.length()\"");
    assert_eq!(expected(&null, &null), None);
    let unknown = thrown("java/lang/IllegalStateException", "java.net.UnknownHostException: no.such.host");
    assert_eq!(expected(&unknown, &unknown), None, "the second time it is said in other words");
    let missing = thrown("java/io/FileNotFoundException", "a.txt (No such file or directory)");
    assert_eq!(expected(&missing, &missing), None, "other systems say it in other words");
}

#[test]
fn runs_that_end_differently_make_no_test() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let first = thrown("java/lang/IllegalStateException", "closed");
    let aborted = run(ExecutionOutcome::Aborted { statement: 3, reason: AbortReason::Time }, Vec::new());
    let differently = |then: Option<&str>| {
        LossReason::EndsDifferently(Some("java/lang/IllegalStateException".into()), then.map(ClassName::new))
    };
    for (second, reason) in [
        (completed(Vec::new()), differently(None)),
        (
            thrown("java/lang/IllegalArgumentException", "closed"),
            differently(Some("java/lang/IllegalArgumentException")),
        ),
        (aborted, LossReason::Stopped(AbortReason::Time)),
    ] {
        assert_eq!(confirmed(&test, &demo.cluster, &first, &second), Err(reason));
    }
}

#[test]
fn later_statements_use_the_receiver_that_a_call_returned() {
    let DepositWorld { mut demo, balance, mut test, .. } = DepositWorld::new();
    let account = demo.account;
    let with = demo.method("plus", "(I)Ldemo/Account;", &[int()], account);
    test.replace(3, call(with, Some(VariableRef(1)), &[VariableRef(2)]));
    test.push(call(with, Some(VariableRef(3)), &[VariableRef(2)]));
    let same = |variable, as_variable| {
        seen(variable, None, ObservedValue::Same { variable: VariableRef(as_variable) })
    };
    let shown = |variable| seen(variable, Some(balance), ObservedValue::Int(14));
    let values = completed(vec![same(3, 1), same(4, 3), shown(1), shown(3), shown(4)]);
    let stable = confirmed(&test, &demo.cluster, &values, &values).unwrap();
    assert_eq!(stable.test.statements()[4], call(with, Some(VariableRef(1)), &[VariableRef(2)]));
    assert_eq!(stable.values, [same(3, 1), same(4, 1), shown(1)]);
}

#[test]
fn tests_run_again_from_the_last_to_the_first_until_the_deadline() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let showing = |result| completed(vec![seen(3, None, ObservedValue::Boolean(result))]);
    let tests = vec![
        observed(0, &test, &showing(true)),
        observed(1, &test, &showing(true)),
        observed(2, &test, &showing(false)),
    ];
    let mut observer = FakeObserver([showing(false), showing(true)].into());
    let mut runs_left = 2;
    let mut deadline = Deadline::new(|| {
        runs_left -= 1;
        runs_left < 0
    });
    let confirmed = confirm(
        &mut observer,
        &demo.cluster,
        &CoverageCheck::default(),
        tests,
        &BTreeSet::new(),
        &mut deadline,
    );
    let kept: Vec<(&[GoalId], usize)> =
        confirmed.tests.iter().map(|test| (test.goals.as_slice(), test.values.len())).collect();
    // The one that there was no time for is kept without what only one run showed.
    assert_eq!(kept, [(&[GoalId(0)][..], 0), (&[GoalId(1)][..], 1), (&[GoalId(2)][..], 1)]);
    assert_eq!(confirmed.losses, []);
}

#[test]
fn test_that_fails_an_assertion_of_the_code_expects_it_where_assertions_are_checked() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let checked = thrown("java/lang/AssertionError", "odd");
    for unchecked in [completed(Vec::new()), thrown("java/lang/IllegalStateException", "odd")] {
        let stable = confirmed(&test, &demo.cluster, &checked, &unchecked).unwrap();
        let expected = stable.exception.unwrap();
        assert_eq!(expected.class, "java/lang/AssertionError".into());
        assert!(expected.is_of_assert && expected.message.is_none());
    }
    let explicit = confirmed(&test, &demo.cluster, &checked, &checked).unwrap().exception.unwrap();
    assert!(!explicit.is_of_assert && explicit.message.is_some());
}

#[test]
fn tests_that_fell_with_a_class_are_told_and_can_be_run_before_the_others() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let tests = || (0..4).map(|goal| observed(goal, &test, &completed(Vec::new()))).collect::<Vec<_>>();
    let fine = || completed(Vec::new());
    let unusable = || thrown("java/lang/NoClassDefFoundError", "Could not initialize class demo.Bank");
    let ends_otherwise = || thrown("java/lang/IllegalStateException", "");
    let confirm_in = |runs: Vec<Observations>, first: &BTreeSet<usize>| {
        let mut observer = FakeObserver(runs.into());
        let check = CoverageCheck::default();
        confirm(&mut observer, &demo.cluster, &check, tests(), first, &mut Deadline::never())
    };
    let goals = |confirmed: &super::Confirmed| -> Vec<GoalId> {
        confirmed.tests.iter().flat_map(|test| test.goals.clone()).collect()
    };
    // The last first.
    let spoilt = confirm_in(
        vec![fine(), ends_otherwise(), unusable(), unusable(), ends_otherwise()],
        &BTreeSet::new(),
    );
    assert_eq!((goals(&spoilt), spoilt.fallen.clone()), (vec![GoalId(3)], BTreeSet::from([0, 1])));
    let again = confirm_in(vec![fine(), fine(), fine(), ends_otherwise(), ends_otherwise()], &spoilt.fallen);
    assert_eq!((goals(&again), again.fallen), (vec![GoalId(0), GoalId(1), GoalId(3)], BTreeSet::new()));
}

#[test]
fn tests_that_end_otherwise_after_one_that_was_stopped_can_be_run_before_it() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let tests = || (0..3).map(|goal| observed(goal, &test, &completed(Vec::new()))).collect::<Vec<_>>();
    let ends_otherwise = || thrown("java/lang/NullPointerException", "");
    let stopped = || run(ExecutionOutcome::Aborted { statement: 1, reason: AbortReason::Time }, Vec::new());
    let confirm_in = |runs: Vec<Observations>, first: &BTreeSet<usize>| {
        let mut observer = FakeObserver(runs.into());
        let check = CoverageCheck::default();
        confirm(&mut observer, &demo.cluster, &check, tests(), first, &mut Deadline::never())
    };
    let spoilt =
        confirm_in(vec![completed(Vec::new()), stopped(), ends_otherwise(), stopped()], &BTreeSet::new());
    assert_eq!((spoilt.tests.len(), &spoilt.fallen), (1, &BTreeSet::from([0])));
    let again =
        confirm_in(vec![completed(Vec::new()), completed(Vec::new()), stopped(), stopped()], &spoilt.fallen);
    assert_eq!((again.tests.len(), again.losses.len()), (2, 1));
    assert!(again.fallen.is_empty());
}

#[test]
fn test_that_is_stopped_in_a_jvm_that_has_just_started_has_another_try() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let shown = completed(vec![seen(3, None, ObservedValue::Boolean(true))]);
    let stopped = run(ExecutionOutcome::Aborted { statement: 1, reason: AbortReason::Time }, Vec::new());
    let mut observer = FakeObserver([stopped, shown.clone()].into());
    let check = CoverageCheck::default();
    let tests = vec![observed(0, &test, &shown)];
    let never = &mut Deadline::never();
    let confirmed = confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), never);
    assert_eq!(confirmed.tests[0].values, shown.values);
    assert!(confirmed.losses.is_empty());
}

#[test]
fn test_that_makes_threads_is_lost_if_any_of_ten_more_runs_ends_otherwise() {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let with_threads = |mut run: Observations| {
        run.result.trace.threads = 1;
        run
    };
    let fine = || with_threads(completed(Vec::new()));
    let confirm_in = |last: Observations| {
        let runs = (0..11).map(|_| fine()).chain([last]);
        let mut observer = FakeObserver(runs.collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &fine())];
        let never = &mut Deadline::never();
        confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), never)
    };
    assert!(confirm_in(fine()).losses.is_empty());
    let aborted = ExecutionOutcome::Aborted { statement: 1, reason: AbortReason::Time };
    let lost = confirm_in(run(aborted, Vec::new()));
    assert_eq!(lost.losses[0].reason, LossReason::Stopped(AbortReason::Time));
    assert!(lost.tests.is_empty());
    let lost = confirm_in(thrown("java/lang/NullPointerException", ""));
    assert!(matches!(lost.losses[0].reason, LossReason::EndsDifferently(None, Some(_))), "{lost:?}");
}

#[test]
fn of_a_test_that_makes_threads_nothing_is_kept_that_haste_changes() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let with_threads = |balance_seen: f64| {
        let mut run = completed(vec![seen(1, Some(balance), ObservedValue::Double(balance_seen))]);
        run.result.trace.threads = 1;
        run
    };
    let confirm_in = |in_haste: Observations| {
        let runs = [with_threads(1.0), in_haste].into_iter().chain((0..10).map(|_| with_threads(1.0)));
        let mut observer = FakeObserver(runs.collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &with_threads(1.0))];
        confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), &mut Deadline::never())
    };
    assert_eq!(confirm_in(with_threads(1.0)).tests[0].values.len(), 1);
    assert_eq!(confirm_in(with_threads(2.0)).tests[0].values, []);
    assert!(confirm_in(thrown("java/util/concurrent/TimeoutException", "")).tests.is_empty());
}

#[test]
fn nothing_is_kept_that_is_otherwise_where_one_of_the_numbers_drawn_is_the_least() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let drawing = |balance_seen: f64| {
        let mut run = completed(vec![seen(1, Some(balance), ObservedValue::Double(balance_seen))]);
        run.result.trace.draws = 2;
        run
    };
    let confirm_in = |with_least: [Observations; 2]| {
        let mut observer = FakeObserver([drawing(1.0)].into_iter().chain(with_least).collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &drawing(1.0))];
        confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), &mut Deadline::never())
    };
    assert_eq!(confirm_in([drawing(1.0), drawing(1.0)]).tests[0].values.len(), 1);
    assert_eq!(confirm_in([drawing(1.0), drawing(2.0)]).tests[0].values, []);
    assert!(confirm_in([drawing(1.0), thrown("java/lang/ClassCastException", "")]).tests.is_empty());
}

#[test]
fn nothing_is_kept_that_is_otherwise_in_one_of_many_runs_with_numbers_that_no_seed_decides() {
    let DepositWorld { mut demo, balance, mut test, .. } = DepositWorld::new();
    let random = demo.cluster.types.intern_class("java/security/SecureRandom");
    let make = demo.add(Member {
        kind: CallableKind::Constructor,
        owner: "java/security/SecureRandom",
        name: "<init>",
        descriptor: "()V",
        is_static: false,
        parameters: Vec::new(),
        returns: random,
    });
    test.push(call(make, None, &[]));
    let showing = |seen_now: f64| completed(vec![seen(1, Some(balance), ObservedValue::Double(seen_now))]);
    let n_values = |last: f64| {
        let runs = (0..12).map(|_| 1.0).chain([last]).map(showing);
        let mut observer = FakeObserver(runs.collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &showing(1.0))];
        let confirmed =
            confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), &mut Deadline::never());
        confirmed.tests[0].values.len()
    };
    assert_eq!([n_values(1.0), n_values(2.0)], [1, 0]);
}

#[test]
fn nothing_is_kept_that_is_otherwise_on_another_day() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let dated = |balance_seen: f64| {
        let mut run = completed(vec![seen(1, Some(balance), ObservedValue::Double(balance_seen))]);
        run.result.trace.dates_read = 1;
        run
    };
    let confirm_in = |last: Observations| {
        let others = (1..N_MOMENTS).map(|_| dated(1.0)).chain([last]);
        let mut observer = FakeObserver([dated(1.0)].into_iter().chain(others).collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &dated(1.0))];
        confirm(&mut observer, &demo.cluster, &check, tests, &BTreeSet::new(), &mut Deadline::never())
    };
    assert_eq!(confirm_in(dated(1.0)).tests[0].values.len(), 1);
    assert_eq!(confirm_in(dated(2.0)).tests[0].values, []);
    assert!(confirm_in(thrown("java/lang/IllegalArgumentException", "not today")).tests.is_empty());
}

#[test]
fn nothing_is_kept_that_is_otherwise_where_the_common_pool_or_the_file_system_is_faster_or_slower() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let n_values = |uses_pool: bool, fast: f64, slow: f64| {
        let showing = |balance_seen: f64| {
            let mut run = completed(vec![seen(1, Some(balance), ObservedValue::Double(balance_seen))]);
            (run.result.trace.uses_pool, run.result.trace.leaves_files) = (uses_pool, !uses_pool);
            run
        };
        let mut observer = FakeObserver([1.0, fast, slow].map(showing).into_iter().collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &showing(1.0))];
        let none = BTreeSet::new();
        let confirmed = confirm(&mut observer, &demo.cluster, &check, tests, &none, &mut Deadline::never());
        confirmed.tests[0].values.len()
    };
    for uses_pool in [true, false] {
        let n_values =
            [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)].map(|(fast, slow)| n_values(uses_pool, fast, slow));
        assert_eq!(n_values, [1, 0, 0]);
    }
}

#[test]
fn nothing_is_kept_that_is_otherwise_with_other_identity_hash_codes() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let hashing = |balance_seen: f64, identity_hashes: u32| {
        let mut run = completed(vec![seen(1, Some(balance), ObservedValue::Double(balance_seen))]);
        run.result.trace.identity_hashes = identity_hashes;
        run
    };
    let n_values = |identity_hashes: u32, last: f64| {
        let runs = (0..6).map(|_| 1.0).chain([last]).map(|seen| hashing(seen, identity_hashes));
        let mut observer = FakeObserver(runs.collect());
        let check = CoverageCheck::default();
        let tests = vec![observed(0, &test, &hashing(1.0, 2))];
        let none = BTreeSet::new();
        let confirmed = confirm(&mut observer, &demo.cluster, &check, tests, &none, &mut Deadline::never());
        confirmed.tests[0].values.len()
    };
    assert_eq!([n_values(2, 1.0), n_values(2, 2.0), n_values(1, 2.0)], [1, 0, 1]);
}

/// Of goals that are entries of the methods with their numbers.
fn check_of_entries(n_goals: u32) -> CoverageCheck {
    let entry = |id: u32| Goal {
        id: GoalId(id),
        criterion: Criterion::Method,
        kind: GoalKind::MethodEntry(MethodId(id)),
        name: String::new(),
    };
    CoverageCheck::of_goals((0..n_goals).map(entry).collect(), BTreeMap::new())
}

/// Goals 0 and 1 are entries of methods; the test was seen to cover both.
fn disputed(
    first: &Observations,
    here: &Observations,
    again: &Observations,
    are_over: bool,
) -> super::Confirmed {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let check = check_of_entries(2);
    let mut known = observed(0, &test, first);
    known.covering.goals.push(GoalId(1));
    let mut observer = FakeObserver([here.clone(), again.clone()].into());
    let mut n_asked = 0;
    let mut deadline = Deadline::new(|| {
        n_asked += 1;
        are_over && n_asked > 1
    });
    confirm(&mut observer, &demo.cluster, &check, vec![known], &BTreeSet::new(), &mut deadline)
}

fn entering(methods: &[u32], mut run: Observations) -> Observations {
    run.result.trace.methods = methods.iter().copied().map(MethodId).collect();
    run
}

#[test]
fn test_that_ends_the_same_way_twice_in_the_second_jvm_is_kept_for_what_it_covers_there() {
    let shown = vec![seen(3, None, ObservedValue::Boolean(true))];
    let first = entering(&[0, 1], completed(shown));
    let here = entering(&[0], thrown("java/lang/IllegalStateException", "closed"));
    let confirmed = disputed(&first, &here, &here, false);
    let [test] = &confirmed.tests[..] else { panic!("{confirmed:?}") };
    assert_eq!((&test.goals[..], &test.values[..]), (&[GoalId(0)][..], &[][..]));
    let expected = test.exception.as_ref().unwrap();
    assert_eq!(expected.class, "java/lang/IllegalStateException".into());
    assert_eq!(expected.message, None, "both runs had the same surroundings");
    assert_eq!(confirmed.losses.len(), 1);
    assert_eq!(confirmed.losses[0].goals, [GoalId(1)]);
}

#[test]
fn test_that_ends_otherwise_each_time_is_lost() {
    let first = entering(&[0], completed(Vec::new()));
    let here = entering(&[0], thrown("java/lang/IllegalStateException", "closed"));
    for again in [&first, &entering(&[0], thrown("java/lang/IllegalArgumentException", "closed"))] {
        let confirmed = disputed(&first, &here, again, false);
        assert_eq!((confirmed.tests.len(), confirmed.losses.len()), (0, 1));
        assert_eq!(confirmed.losses[0].goals, [GoalId(0), GoalId(1)]);
    }
}

#[test]
fn test_that_covers_nothing_in_the_second_jvm_or_has_no_time_there_is_lost() {
    let first = entering(&[0, 1], completed(Vec::new()));
    let here = |methods| entering(methods, thrown("java/lang/IllegalStateException", "closed"));
    let idle = disputed(&first, &here(&[]), &here(&[]), false);
    assert_eq!((idle.tests.len(), idle.losses.len()), (0, 1));
    let late = disputed(&first, &here(&[0]), &here(&[0]), true);
    assert_eq!((late.tests.len(), late.losses.len()), (0, 1));
}

/// What is left of two tests that were seen to enter methods 0 and 1 and methods 1 and 2, when each enters these instead. The last is run first.
fn entering_again(here: [&[u32]; 2], n_with_time: usize) -> super::Confirmed {
    let DepositWorld { demo, test, .. } = DepositWorld::new();
    let known = |goals: [u32; 2]| {
        let mut known = observed(goals[0], &test, &entering(&goals, completed(Vec::new())));
        known.covering.goals.push(GoalId(goals[1]));
        known
    };
    let tests = vec![known([0, 1]), known([1, 2])];
    let mut observer =
        FakeObserver(here.iter().rev().map(|methods| entering(methods, completed(Vec::new()))).collect());
    let mut n_asked = 0;
    let mut deadline = Deadline::new(|| {
        n_asked += 1;
        n_asked > n_with_time
    });
    confirm(&mut observer, &demo.cluster, &check_of_entries(3), tests, &BTreeSet::new(), &mut deadline)
}

fn goals_of(confirmed: &super::Confirmed) -> Vec<&[GoalId]> {
    confirmed.tests.iter().map(|test| &test.goals[..]).collect()
}

#[test]
fn what_no_second_run_covers_is_lost_though_tests_end_as_before() {
    let confirmed = entering_again([&[0], &[2]], 2);
    assert_eq!(goals_of(&confirmed), [&[GoalId(0)], &[GoalId(2)]]);
    let lost: Vec<_> = confirmed.losses.iter().map(|loss| (&loss.goals[..], &loss.reason)).collect();
    assert_eq!(lost, [(&[GoalId(1)][..], &LossReason::NotCovered); 2]);
}

#[test]
fn what_another_test_covers_in_the_second_jvm_stays_with_the_test_that_covered_it_at_first() {
    let confirmed = entering_again([&[0, 1, 2], &[]], 2);
    assert_eq!(goals_of(&confirmed), [&[GoalId(0), GoalId(1)], &[GoalId(1), GoalId(2)]]);
    assert_eq!(confirmed.losses, []);
}

#[test]
fn what_a_test_covers_that_there_is_no_time_for_is_believed() {
    let confirmed = entering_again([&[], &[]], 1);
    assert_eq!(goals_of(&confirmed), [&[GoalId(0), GoalId(1)][..], &[GoalId(1)]]);
    assert_eq!(confirmed.losses.len(), 1);
    assert_eq!(confirmed.losses[0].goals, [GoalId(2)]);
}
