//! Which values are asserted.

use evoke_analysis::{CallableId, CallableKind, TypeTable};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, JavaString, Observation, Observations, ObservedValue,
    TestCase, ThrownException, Value, VariableRef,
};

use super::{choose_assertions, draft_test};
use crate::TestDraft;
use crate::testing::{Demo, Member, boolean, call, int, test_of, value};

struct World {
    demo: Demo,
    balance: CallableId,
    owner: CallableId,
    test: TestCase,
}

/// `new Account("Ann").deposit(7)`, variables 1 and 3.
fn world() -> World {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    let balance = demo.method("getBalance", "()I", &[], int());
    let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let test = test_of(vec![
        value(Value::String("Ann".into())),
        call(constructor, None, &[VariableRef(0)]),
        value(Value::Int(7)),
        call(deposit, Some(VariableRef(1)), &[VariableRef(2)]),
    ]);
    World { demo, balance, owner, test }
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

fn seen(variable: u32, inspector: Option<CallableId>, value: ObservedValue) -> Observation {
    Observation { variable: VariableRef(variable), inspector, value }
}

fn string(text: &str) -> ObservedValue {
    ObservedValue::String(JavaString::from(text))
}

/// What is asserted of a suite with this one test.
fn chosen(demo: &Demo, test: &TestCase, values: &Observations) -> Vec<Observation> {
    let mut drafts = [draft_test(test, &demo.cluster, values, values).unwrap()];
    choose_assertions(&mut drafts, &demo.cluster);
    let [draft] = drafts;
    draft.assertions
}

/// What is asserted of a suite in which every test shows something.
fn chosen_of(demo: &Demo, suite: &[(TestCase, Vec<Observation>)]) -> Vec<Vec<Observation>> {
    let mut drafts: Vec<TestDraft> = suite
        .iter()
        .map(|(test, values)| {
            let values = completed(values.clone());
            draft_test(test, &demo.cluster, &values, &values).unwrap()
        })
        .collect();
    choose_assertions(&mut drafts, &demo.cluster);
    drafts.into_iter().map(|draft| draft.assertions).collect()
}

#[test]
fn results_and_state_of_the_subject_are_asserted_and_literals_are_not() {
    let World { demo, balance, owner, test } = world();
    let values = vec![
        seen(0, None, string("Ann")),
        seen(1, None, ObservedValue::Object { class: "demo/Account".into() }),
        seen(2, None, ObservedValue::Int(7)),
        seen(3, None, ObservedValue::Boolean(false)),
        seen(1, Some(balance), ObservedValue::Int(7)),
        seen(1, Some(owner), string("Ann")),
    ];
    assert_eq!(chosen(&demo, &test, &completed(values.clone())), values[3..]);
}

#[test]
fn values_that_differ_between_runs_are_not_asserted() {
    let World { demo, balance, test, .. } = world();
    let at = |balance_seen: i32| {
        completed(vec![
            seen(3, None, ObservedValue::Boolean(false)),
            seen(1, Some(balance), ObservedValue::Int(balance_seen)),
        ])
    };
    let draft = draft_test(&test, &demo.cluster, &at(7), &at(8)).unwrap();
    assert_eq!(draft.assertions, [seen(3, None, ObservedValue::Boolean(false))]);
}

#[test]
fn test_that_the_sandbox_ended_is_left_out() {
    let World { demo, test, .. } = world();
    for (class, message, is_kept) in [
        ("java/net/SocketException", "Operation not permitted", false),
        ("java/net/UnknownHostException", "file", false),
        ("java/lang/IllegalStateException", "open log: Permission denied", false),
        ("java/io/IOException", "no such record", true),
    ] {
        let seen = thrown(class, message);
        assert_eq!(draft_test(&test, &demo.cluster, &seen, &seen).is_some(), is_kept, "{class}");
    }
}

#[test]
fn addresses_and_paths_are_not_asserted() {
    let World { demo, owner, test, .. } = world();
    for unstable in ["demo.Account@1b6d3586", "[I@7852e922", "/tmp/scratch123/file", "Main$$Lambda/0x1"] {
        let values = completed(vec![seen(1, Some(owner), string(unstable))]);
        let draft = draft_test(&test, &demo.cluster, &values, &values).unwrap();
        assert_eq!(draft.assertions, [], "{unstable}");
    }
    let mail = completed(vec![seen(1, Some(owner), string("ann@example.org"))]);
    assert_eq!(draft_test(&test, &demo.cluster, &mail, &mail).unwrap().assertions.len(), 1);
}

#[test]
fn nan_is_stable() {
    let World { demo, balance, test, .. } = world();
    let values = completed(vec![seen(1, Some(balance), ObservedValue::Double(f64::NAN))]);
    assert_eq!(draft_test(&test, &demo.cluster, &values, &values).unwrap().assertions.len(), 1);
}

#[test]
fn message_is_expected_only_if_it_is_the_same_and_not_worded_by_the_jvm() {
    let World { demo, test, .. } = world();
    let expected = |first: &Observations, second: &Observations| {
        draft_test(&test, &demo.cluster, first, second).unwrap().exception.unwrap().message
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
}

#[test]
fn runs_that_end_differently_make_no_test() {
    let World { demo, test, .. } = world();
    let first = thrown("java/lang/IllegalStateException", "closed");
    assert_eq!(draft_test(&test, &demo.cluster, &first, &completed(Vec::new())), None);
    let second = thrown("java/lang/IllegalArgumentException", "closed");
    assert_eq!(draft_test(&test, &demo.cluster, &first, &second), None);
}

#[test]
fn number_of_assertions_is_limited() {
    let World { mut demo, mut test, .. } = world();
    let read = demo.method("read", "(I)I", &[int()], int());
    let mut values = Vec::new();
    for number in 0..20 {
        test.push(call(read, Some(VariableRef(1)), &[VariableRef(2)]));
        values.push(seen(4 + number, None, ObservedValue::Int(number as i32)));
    }
    assert_eq!(chosen(&demo, &test, &completed(values)).len(), 8);
}

/// `new Account("Ann")` and a call of the setter on it with 7.
fn setting(world: &World, setter: CallableId) -> TestCase {
    let mut test = world.test.clone();
    test.replace(3, call(setter, Some(VariableRef(1)), &[VariableRef(2)]));
    test
}

#[test]
fn state_that_no_call_touches_is_not_asserted_and_what_the_call_is_named_after_is() {
    let mut world = world();
    let limit = world.demo.method("getLimit", "()I", &[], int());
    let set_limit = world.demo.method("setLimit", "(I)V", &[int()], TypeTable::VOID);
    let print = world.demo.method("print", "(I)V", &[int()], TypeTable::VOID);
    let showing = |limit_seen: i32| {
        vec![seen(1, Some(world.owner), string("Ann")), seen(1, Some(limit), ObservedValue::Int(limit_seen))]
    };
    let suite = [
        (setting(&world, set_limit), showing(7)),
        (setting(&world, print), showing(10)),
        (setting(&world, print), showing(10)),
        (setting(&world, print), showing(10)),
        (setting(&world, print), showing(10)),
    ];
    let asserted = chosen_of(&world.demo, &suite);
    assert_eq!(asserted[0], [seen(1, Some(limit), ObservedValue::Int(7))]);
    // What does not change is shown once, and where there is nothing else to show.
    assert_eq!(asserted[1..].iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 0, 0]);
    assert_ne!(asserted[1], asserted[2]);
}

#[test]
fn state_is_asserted_where_a_call_that_often_changes_it_did_not() {
    let world = world();
    let deposit = |result: bool, balance: i32| {
        let values = vec![
            seen(3, None, ObservedValue::Boolean(result)),
            seen(1, Some(world.balance), ObservedValue::Int(balance)),
        ];
        (world.test.clone(), values)
    };
    let suite = [deposit(true, 0), deposit(false, 0), deposit(true, 5)];
    let asserted = chosen_of(&world.demo, &suite);
    assert_eq!(asserted.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2]);
}

#[test]
fn text_of_an_object_makes_what_it_shows_superfluous() {
    let World { mut demo, balance, owner, test } = world();
    let text = demo.method("toString", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let is_open = demo.method("isOpen", "()Z", &[], boolean());
    let values = completed(vec![
        seen(1, Some(balance), ObservedValue::Int(7)),
        seen(1, Some(owner), string("Ann")),
        seen(1, Some(text), string("Ann: 7")),
        seen(1, Some(is_open), ObservedValue::Boolean(true)),
    ]);
    assert_eq!(
        chosen(&demo, &test, &values),
        [seen(1, Some(text), string("Ann: 7")), seen(1, Some(is_open), ObservedValue::Boolean(true))]
    );
}

#[test]
fn constants_that_are_only_read_are_not_asserted() {
    let World { mut demo, .. } = world();
    let account = demo.account;
    let default = demo.add(Member {
        kind: CallableKind::FieldRead,
        owner: "demo/Account",
        name: "DEFAULT",
        descriptor: "Ldemo/Account;",
        is_static: true,
        parameters: Vec::new(),
        returns: account,
    });
    let balance = demo.method("getBalance", "()I", &[], int());
    let compare = demo.method("compareTo", "(Ldemo/Account;)I", &[account], int());
    demo.callable(compare).is_pure = true;
    let test =
        test_of(vec![call(default, None, &[]), call(compare, Some(VariableRef(0)), &[VariableRef(0)])]);
    let values =
        completed(vec![seen(1, None, ObservedValue::Int(0)), seen(0, Some(balance), ObservedValue::Int(3))]);
    assert_eq!(chosen(&demo, &test, &values), [seen(1, None, ObservedValue::Int(0))]);
}

#[test]
fn call_that_returns_its_receiver_is_said_so_once_and_needs_no_second_variable() {
    let World { mut demo, balance, mut test, .. } = world();
    let account = demo.account;
    let with = demo.method("plus", "(I)Ldemo/Account;", &[int()], account);
    test.replace(3, call(with, Some(VariableRef(1)), &[VariableRef(2)]));
    test.push(call(with, Some(VariableRef(3)), &[VariableRef(2)]));
    let values = vec![
        seen(3, None, ObservedValue::Same { variable: VariableRef(1) }),
        seen(4, None, ObservedValue::Same { variable: VariableRef(3) }),
        seen(1, Some(balance), ObservedValue::Int(14)),
        seen(3, Some(balance), ObservedValue::Int(14)),
        seen(4, Some(balance), ObservedValue::Int(14)),
    ];
    let asserted = chosen_of(&demo, &[(test.clone(), values.clone()), (test.clone(), values.clone())]);
    let same = seen(3, None, ObservedValue::Same { variable: VariableRef(1) });
    let state = seen(1, Some(balance), ObservedValue::Int(14));
    assert_eq!(asserted, [vec![same, state.clone()], vec![state]]);
    let values = completed(values);
    let draft = draft_test(&test, &demo.cluster, &values, &values).unwrap();
    assert_eq!(draft.test.statements()[4], call(with, Some(VariableRef(1)), &[VariableRef(2)]));
}

#[test]
fn test_that_throws_asserts_no_state() {
    let World { demo, balance, test, .. } = world();
    let mut observed = thrown("java/lang/IllegalStateException", "closed");
    observed.values.push(seen(1, Some(balance), ObservedValue::Int(7)));
    assert_eq!(chosen(&demo, &test, &observed), []);
}

#[test]
fn emptiness_is_not_asserted_beside_the_size() {
    let World { mut demo, test, .. } = world();
    let size = demo.method("size", "()I", &[], int());
    let empty = demo.method("isEmpty", "()Z", &[], boolean());
    let values = completed(vec![
        seen(1, Some(empty), ObservedValue::Boolean(true)),
        seen(1, Some(size), ObservedValue::Int(0)),
    ]);
    assert_eq!(chosen(&demo, &test, &values), [seen(1, Some(size), ObservedValue::Int(0))]);
}
