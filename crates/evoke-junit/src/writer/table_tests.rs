//! Tests that are alike, written as one.

use evoke_analysis::{CallableKind, GoalId, Primitive, TypeTable};
use evoke_suite::testing::{seen, string};
use evoke_suite::{AssertedTest, ExpectedException};
use evoke_testcase::{JavaString, Observation, ObservedValue, TestCase, Value, VariableRef};

use super::SuiteWriter;
use crate::testing::{Demo, Member, boolean, call, int, test_of, value, writer};
use crate::{JUnitVersion, SuiteSource};

fn written(demo: &Demo, drafts: &[AssertedTest]) -> SuiteSource {
    let writer = SuiteWriter { parameterized: true, ..writer(demo, JUnitVersion::V5) };
    writer.write("demo", "AccountEvokeTest", drafts)
}

fn draft(goal: u32, test: TestCase, assertions: Vec<Observation>) -> AssertedTest {
    AssertedTest { test, goals: vec![GoalId(goal)], exception: None, assertions, stub_calls: None }
}

fn v(position: u32) -> VariableRef {
    VariableRef(position)
}

fn text(text: &str) -> Value {
    Value::String(text.into())
}

/// `new Account(owner).deposit(amount)` for each.
fn deposits(demo: &mut Demo, inputs: &[(Value, i32, bool)]) -> Vec<AssertedTest> {
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    demo.callable(deposit).parameter_names = vec![Some("amount".to_owned())];
    let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let mut drafts = Vec::new();
    for (goal, (name, amount, expected)) in inputs.iter().enumerate() {
        let test = test_of(vec![
            value(name.clone()),
            call(constructor, None, &[v(0)]),
            value(Value::Int(*amount)),
            call(deposit, Some(v(1)), &[v(2)]),
        ]);
        let shown = match name {
            Value::String(name) => ObservedValue::String(name.clone()),
            _ => ObservedValue::Null,
        };
        let assertions = vec![seen(3, None, ObservedValue::Boolean(*expected)), seen(1, Some(owner), shown)];
        drafts.push(draft(goal as u32, test, assertions));
    }
    drafts
}

#[test]
fn tests_that_differ_in_literals_alone_become_rows() {
    let mut demo = Demo::new();
    let inputs = [
        (text("Ann"), 7, false),
        (text(""), 12, true),
        (Value::Null(TypeTable::STRING), -3, false),
        (text("it's, \"x\" "), 0, false),
        (text("null"), i32::MAX, true),
    ];
    let drafts = deposits(&mut demo, &inputs);
    let suite = written(&demo, &drafts);
    insta::assert_snapshot!(suite.render().text);
    let cases: Vec<_> = suite.cases().map(|case| (case.name, case.goals)).collect();
    assert_eq!(cases[2], ("deposit[3]".to_owned(), vec![GoalId(2)]));
    assert_eq!(suite.tests[0].goals, [0, 1, 2, 3, 4].map(GoalId));
}

#[test]
fn values_without_a_form_in_csv_come_from_a_method() {
    let mut demo = Demo::new();
    let inputs = [(text("a\n"), 1, true), (Value::Null(TypeTable::STRING), 2, true), (text("b"), 3, true)];
    let drafts = deposits(&mut demo, &inputs);
    insta::assert_snapshot!(written(&demo, &drafts).render().text);
}

#[test]
fn constants_characters_and_small_numbers_are_parameters_of_their_types() {
    let mut demo = Demo::new();
    let units = ["SECONDS", "DAYS", "HOURS"].map(|unit| demo.time_unit(unit));
    let unit = demo.cluster.callable(units[0]).return_type;
    let [byte, character] = [Primitive::Byte, Primitive::Char].map(TypeTable::primitive);
    let bill = demo.add(Member {
        kind: CallableKind::Method,
        owner: "demo/Account",
        name: "bill",
        descriptor: "(Ljava/util/concurrent/TimeUnit;BC)D",
        is_static: true,
        parameters: vec![unit, byte, character],
        returns: TypeTable::primitive(Primitive::Double),
    });
    demo.callable(bill).receiver = None;
    let mut drafts = Vec::new();
    for (number, (unit, mark)) in units.into_iter().zip(['\'', 'x', ' ']).enumerate() {
        let test = test_of(vec![
            call(unit, None, &[]),
            value(Value::Byte(number as i8)),
            value(Value::Char(mark as u16)),
            call(bill, None, &[v(0), v(1), v(2)]),
        ]);
        let expected = [f64::NAN, 0.5, f64::NEG_INFINITY][number];
        drafts.push(draft(0, test, vec![seen(3, None, ObservedValue::Double(expected))]));
    }
    insta::assert_snapshot!(written(&demo, &drafts).render().text);
}

#[test]
fn two_tests_and_tests_that_ask_otherwise_stay_apart() {
    let mut demo = Demo::new();
    let inputs = [(text("Ann"), 7, false), (text("Bob"), 12, true), (text("Eve"), 1, true)];
    let mut drafts = deposits(&mut demo, &inputs);
    drafts[2].assertions.pop();
    let suite = written(&demo, &drafts);
    assert_eq!((suite.tests.len(), suite.cases().count()), (3, 3));
    assert!(!suite.render().text.contains("Parameterized"));
}

#[test]
fn result_that_is_null_at_times_is_expected_like_the_others() {
    let mut demo = Demo::new();
    let find = demo.static_method("find", "(I)Ljava/lang/String;", &[int()], TypeTable::STRING);
    let drafts: Vec<AssertedTest> = [string("x"), ObservedValue::Null, string("")]
        .into_iter()
        .enumerate()
        .map(|(number, found)| {
            let test = test_of(vec![value(Value::Int(number as i32)), call(find, None, &[v(0)])]);
            draft(0, test, vec![seen(1, None, found)])
        })
        .collect();
    let text = written(&demo, &drafts).render().text;
    let parts = [
        "\"1, null\"",
        "\"2, ''\"",
        "nullValues = \"null\"",
        "assertEquals(expected, Account.find(number));",
    ];
    assert!(parts.into_iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn tests_that_end_with_the_same_exception_are_alike() {
    let mut demo = Demo::new();
    let inputs = [-1, -2, -3].map(|amount| (text("Ann"), amount, false));
    let mut drafts = deposits(&mut demo, &inputs);
    for (draft, (_, amount, _)) in drafts.iter_mut().zip(&inputs) {
        draft.assertions.clear();
        draft.exception = Some(ExpectedException {
            class: "java/lang/IllegalArgumentException".into(),
            message: Some(JavaString::from(format!("negative amount: {amount}").as_str())),
            is_of_assert: false,
        });
    }
    insta::assert_snapshot!(written(&demo, &drafts).render().text);
    drafts[1].exception.as_mut().unwrap().class = "java/lang/IllegalStateException".into();
    assert_eq!(written(&demo, &drafts).tests.len(), 3);
}
