//! The names that tests and variables get.

use std::collections::BTreeSet;

use evoke_analysis::{CallableId, CallableKind, GoalId, TypeTable};
use evoke_suite::{AssertedTest, ExpectedException};
use evoke_testcase::{Aspect, Observation, ObservedValue, Value, VariableRef};

use super::identifier::decapitalized;
use super::{Conditions, name_tests, unique, variable_names};
use crate::testing::{Demo, Member, boolean, call, int, test_of, value};

/// `new Account("Ann").deposit(amount)`
fn deposit_test(
    constructor: CallableId,
    deposit: CallableId,
    amount: i32,
    result: Option<bool>,
) -> AssertedTest {
    let test = test_of(vec![
        value(Value::String("Ann".into())),
        call(constructor, None, &[VariableRef(0)]),
        value(Value::Int(amount)),
        call(deposit, Some(VariableRef(1)), &[VariableRef(2)]),
    ]);
    let seen = |result| Observation {
        variable: VariableRef(3),
        aspect: Aspect::Result,
        value: ObservedValue::Boolean(result),
    };
    AssertedTest {
        test,
        goals: Vec::new(),
        exception: None,
        assertions: result.map(seen).into_iter().collect(),
        stub_calls: None,
    }
}

#[test]
fn test_names_grow_only_as_far_as_needed_to_differ() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    let mut throwing = deposit_test(constructor, deposit, -5, None);
    throwing.exception = Some(ExpectedException {
        class: "java/lang/IllegalArgumentException".into(),
        message: None,
        is_of_assert: false,
    });
    let tests = vec![
        deposit_test(constructor, deposit, 7, Some(false)),
        deposit_test(constructor, deposit, 0, Some(false)),
        deposit_test(constructor, deposit, 70, Some(true)),
        throwing,
        deposit_test(constructor, deposit, 8, None),
        deposit_test(constructor, deposit, 8, None),
    ];
    let names = name_tests(&tests, &demo.cluster, &Conditions::default());
    assert_eq!(
        names,
        [
            "depositReturnsFalseWithPositiveNumber",
            "depositReturnsFalseWithZero",
            "depositReturnsTrue",
            "depositThrowsIllegalArgumentException",
            "deposit",
            "deposit2",
        ]
    );
}

#[test]
fn name_that_grows_too_long_goes_without_the_class_of_the_exception() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    let throwing = |amount| AssertedTest {
        exception: Some(ExpectedException {
            class: "demo/AccountOfThatKindCanNeverTakeSuchAnAmountException".into(),
            message: None,
            is_of_assert: false,
        }),
        ..deposit_test(constructor, deposit, amount, None)
    };
    let names = name_tests(&[throwing(0), throwing(-5)], &demo.cluster, &Conditions::default());
    assert_eq!(names, ["depositThrowsWithZero", "depositThrowsWithNegativeNumber"]);
}

#[test]
fn test_names_never_override_methods_of_object() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let equals = demo.method("hashCode", "()I", &[], int());
    let test = test_of(vec![
        value(Value::String("Ann".into())),
        call(constructor, None, &[VariableRef(0)]),
        call(equals, Some(VariableRef(1)), &[]),
    ]);
    let tests =
        [AssertedTest { test, goals: Vec::new(), exception: None, assertions: Vec::new(), stub_calls: None }];
    assert_eq!(name_tests(&tests, &demo.cluster, &Conditions::default()), ["callsHashCode"]);
}

#[test]
fn variables_are_named_after_parameters_properties_and_types() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let balance = demo.method("balance", "()I", &[], int());
    let test = test_of(vec![
        value(Value::String("Ann".into())),
        call(constructor, None, &[VariableRef(0)]),
        call(constructor, None, &[VariableRef(0)]),
        call(owner, Some(VariableRef(1)), &[]),
        call(balance, Some(VariableRef(1)), &[]),
    ]);
    let asserted =
        AssertedTest { test, goals: Vec::new(), exception: None, assertions: Vec::new(), stub_calls: None };
    let names = variable_names(&asserted, &demo.cluster, |_| true);
    assert_eq!(names, ["owner", "account", "account2", "owner2", "result"]);
}

#[test]
fn capitals_in_a_row_are_one_word() {
    let names = ["Fraction", "URLCodec", "URL", "X", "IOUtils", "already"].map(decapitalized);
    assert_eq!(names, ["fraction", "urlCodec", "url", "x", "ioUtils", "already"]);
}

#[test]
fn numbers_do_not_run_into_digits() {
    let mut taken = BTreeSet::new();
    let names = ["utf8", "utf8", "a", "a"].map(|name| unique(name, &mut taken));
    assert_eq!(names, ["utf8", "utf8_2", "a", "a2"]);
}

#[test]
fn test_names_tell_what_the_object_was_made_of_where_the_call_is_the_same() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let close = demo.method("close", "()Z", &[], boolean());
    let closed = |owner: Value| {
        let test = test_of(vec![
            value(owner),
            call(constructor, None, &[VariableRef(0)]),
            call(close, Some(VariableRef(1)), &[]),
        ]);
        AssertedTest { test, goals: Vec::new(), exception: None, assertions: Vec::new(), stub_calls: None }
    };
    let tests = [closed(Value::String("".into())), closed(Value::String("Ann".into()))];
    assert_eq!(
        name_tests(&tests, &demo.cluster, &Conditions::default()),
        ["closeOfEmptyOwner", "closeOfAnn"]
    );
}

#[test]
fn tests_that_differ_in_nothing_else_are_named_after_the_branches_they_cover() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    let mut tests = vec![deposit_test(constructor, deposit, 7, Some(true)); 3];
    for (test, goals) in tests.iter_mut().zip([[0, 1], [0, 2], [0, 3]]) {
        test.goals = goals.map(GoalId).to_vec();
    }
    let conditions =
        Conditions::with_words(&[(GoalId(0), "Open"), (GoalId(1), "OwnerIsNull"), (GoalId(2), "NotOpen")]);
    let names = name_tests(&tests, &demo.cluster, &conditions);
    assert_eq!(
        names,
        ["depositReturnsTrueWhenOwnerIsNull", "depositReturnsTrueWhenNotOpen", "depositReturnsTrue"]
    );
}

#[test]
fn signs_and_short_strings_of_them_have_words_and_large_numbers_a_size() {
    let words = |value: Value| super::words::literal_words(&value);
    assert_eq!(words(Value::Char(u16::from(b'\\'))).as_deref(), Some("Backslash"));
    assert_eq!(
        [b'a', b'A', b'7'].map(|unit| words(Value::Char(unit.into())).unwrap()),
        ["A", "CapitalA", "7"]
    );
    assert_eq!(words(Value::String(" \"".into())).as_deref(), Some("SpaceQuote"));
    assert_eq!(words(Value::String("a, b, c".into())), None);
    assert_eq!(super::words::size_word(&Value::Int(123_456)), Some("Large"));
    assert_eq!(super::words::size_word(&Value::Double(-1.0e9)), Some("LargeNegative"));
}

#[test]
fn variable_of_a_long_class_name_is_called_by_its_noun_and_a_second_one_what_it_is_for() {
    let mut demo = Demo::new();
    let queue = demo.cluster.types.intern_class("demo/CircularFifoQueue");
    let of_queue = |name, descriptor, parameters| Member {
        kind: CallableKind::Constructor,
        owner: "demo/CircularFifoQueue",
        name,
        descriptor,
        is_static: false,
        parameters,
        returns: queue,
    };
    let make = demo.add(of_queue("<init>", "()V", Vec::new()));
    let merge = demo.add(Member {
        kind: CallableKind::Method,
        ..of_queue("merge", "(Ldemo/CircularFifoQueue;)Ldemo/CircularFifoQueue;", vec![queue])
    });
    let test = test_of(vec![
        call(make, None, &[]),
        call(make, None, &[]),
        call(merge, Some(VariableRef(0)), &[VariableRef(1)]),
        call(make, None, &[]),
    ]);
    let asserted =
        AssertedTest { test, goals: Vec::new(), exception: None, assertions: Vec::new(), stub_calls: None };
    let names = variable_names(&asserted, &demo.cluster, |_| true);
    assert_eq!(names, ["queue", "other", "result", "circularFifoQueue"]);
}

#[test]
fn tests_that_words_do_not_tell_apart_are_named_after_what_is_in_their_texts_and_what_their_exceptions_say() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let close = demo.method("close", "()Z", &[], boolean());
    let closed = |owner: &str, closes: usize, message: Option<&str>| {
        let mut statements =
            vec![value(Value::String(owner.into())), call(constructor, None, &[VariableRef(0)])];
        statements.extend(vec![call(close, Some(VariableRef(1)), &[]); closes]);
        let exception = message.map(|message| ExpectedException {
            class: "demo/Refused".into(),
            message: Some(message.into()),
            is_of_assert: false,
        });
        let (goals, assertions) = (Vec::new(), Vec::new());
        AssertedTest { test: test_of(statements), goals, exception, assertions, stub_calls: None }
    };
    let tests = [
        closed("an owner", 1, None),
        closed("an [owner", 1, None),
        closed("an owner", 3, None),
        closed("an owner", 1, Some("the account is closed: 7")),
        closed("an owner", 1, Some("Lt: no such owner at /7")),
    ];
    assert_eq!(
        name_tests(&tests, &demo.cluster, &Conditions::default()),
        [
            "close",
            "closeWithOpeningBracketInOwner",
            "closeAfterCloseTwice",
            "closeThrowsRefusedAboutAccountIsClosed",
            "closeThrowsRefusedAboutNoSuchOwner",
        ]
    );
}
