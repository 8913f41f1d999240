//! Which values are asserted.

use evoke_analysis::{CallableId, TypeTable};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, JavaString, Observation, Observations, ObservedValue,
    TestCase, ThrownException, Value, VariableRef,
};

use super::draft_test;
use crate::testing::{Demo, boolean, call, int, test_of, value};

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
    let draft = draft_test(&test, &demo.cluster, &completed(values.clone()), &completed(values.clone()));
    assert_eq!(draft.unwrap().assertions, values[3..]);
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
    let read = demo.method("read", "()I", &[], int());
    let mut values = Vec::new();
    for number in 0..20 {
        test.push(call(read, Some(VariableRef(1)), &[]));
        values.push(seen(4 + number, None, ObservedValue::Int(number as i32)));
    }
    let values = completed(values);
    assert_eq!(draft_test(&test, &demo.cluster, &values, &values).unwrap().assertions.len(), 5);
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
    let draft = draft_test(&test, &demo.cluster, &values, &values).unwrap();
    assert_eq!(draft.assertions, [seen(1, Some(size), ObservedValue::Int(0))]);
}
