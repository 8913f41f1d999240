//! Which values are asserted.

use evoke_analysis::{CallableId, CallableKind, Collector, MutantId, TypeId, TypeTable};
use evoke_testcase::{
    Aspect, JavaString, Observation, ObservedValue, Statement, TestCase, Value, VariableRef,
};

use super::{choose_alike_assertions, choose_assertions};
use crate::asserted_test::AssertedTest;
use crate::kill::{Evidence, Kill, KillMatrix};
use crate::stable_test::{ExpectedException, StableTest};
use crate::testing::{Demo, DepositWorld, Member, boolean, call, int, seen, string, test_of, value};

fn stable(test: &TestCase, values: &[Observation]) -> StableTest {
    let values = values.to_vec();
    StableTest { test: test.clone(), goals: Vec::new(), exception: None, values, stub_calls: None }
}

/// What is asserted of a suite with this one test.
fn chosen(demo: &Demo, test: &TestCase, values: &[Observation]) -> Vec<Observation> {
    let mut asserted = choose_assertions(vec![stable(test, values)], &demo.cluster, &KillMatrix::default());
    asserted.remove(0).assertions
}

/// What is asserted of a suite in which every test shows something.
fn chosen_of(demo: &Demo, suite: &[(TestCase, Vec<Observation>)]) -> Vec<Vec<Observation>> {
    let tests = suite.iter().map(|(test, values)| stable(test, values)).collect();
    choose_assertions(tests, &demo.cluster, &KillMatrix::default())
        .into_iter()
        .map(|test| test.assertions)
        .collect()
}

#[test]
fn results_and_state_of_the_subject_are_asserted_and_literals_are_not() {
    let DepositWorld { demo, balance, owner, test } = DepositWorld::new();
    let values = vec![
        seen(0, None, string("Ann")),
        seen(1, None, ObservedValue::Object { class: "demo/Account".into() }),
        seen(2, None, ObservedValue::Int(7)),
        seen(3, None, ObservedValue::Boolean(false)),
        seen(1, Some(balance), ObservedValue::Int(7)),
        seen(1, Some(owner), string("Ann")),
    ];
    assert_eq!(chosen(&demo, &test, &values), values[3..]);
}

#[test]
fn long_text_is_asserted_where_a_call_returned_it_and_not_where_an_object_is_asked() {
    let DepositWorld { mut demo, owner, mut test, .. } = DepositWorld::new();
    let describe = demo.method("describe", "()Ljava/lang/String;", &[], string_type(&demo, owner));
    test.push(call(describe, Some(VariableRef(1)), &[]));
    let text = "a line of many\n".repeat(20);
    let values = vec![seen(4, None, string(&text)), seen(1, Some(owner), string(&text))];
    assert_eq!(chosen(&demo, &test, &values), values[..1]);
}

#[test]
fn what_nothing_can_change_says_nothing_of_a_call_that_took_it() {
    let DepositWorld { mut demo, owner, .. } = DepositWorld::new();
    let make = demo.constructor();
    let text = string_type(&demo, owner);
    let mut shown_of = |owner, name, takes| {
        let class = demo.cluster.types.intern_class(owner);
        let (descriptor, parameters) = ("()V", Vec::new());
        let kind = CallableKind::Method;
        let made =
            demo.add(Member { kind, owner, name, descriptor, is_static: true, parameters, returns: class });
        let shows = demo.add(Member {
            kind,
            owner,
            name: "toString",
            descriptor: "()Ljava/lang/String;",
            is_static: false,
            parameters: Vec::new(),
            returns: text,
        });
        demo.callable(made).under_test = None;
        demo.callable(shows).under_test = None;
        let take = demo.method(takes, "(Ljava/lang/Object;)V", &[class], TypeTable::VOID);
        let statements = vec![
            value(Value::String("Ann".into())),
            call(make, None, &[VariableRef(0)]),
            call(made, None, &[]),
            call(take, Some(VariableRef(1)), &[VariableRef(2)]),
        ];
        chosen(&demo, &test_of(statements), &[seen(2, Some(shows), string("[]"))]).len()
    };
    assert_eq!(shown_of("java/util/Collections", "emptyList", "takeAny"), 1);
    assert_eq!(shown_of("java/util/List", "of", "takeList"), 0);
    assert_eq!(shown_of("java/time/Year", "now", "takeYear"), 0);
}

/// The type of what a method returns.
fn string_type(demo: &Demo, method: CallableId) -> TypeId {
    demo.cluster.callable(method).return_type
}

#[test]
fn number_of_assertions_is_limited() {
    let DepositWorld { mut demo, mut test, .. } = DepositWorld::new();
    let read = demo.method("read", "(I)I", &[int()], int());
    let mut values = Vec::new();
    for number in 0..20 {
        test.push(call(read, Some(VariableRef(1)), &[VariableRef(2)]));
        values.push(seen(4 + number, None, ObservedValue::Int(number as i32)));
    }
    assert_eq!(chosen(&demo, &test, &values).len(), 8);
}

/// `new Account("Ann")` and a call of the setter on it with 7.
fn setting(world: &DepositWorld, setter: CallableId) -> TestCase {
    let mut test = world.test.clone();
    test.replace(3, call(setter, Some(VariableRef(1)), &[VariableRef(2)]));
    test
}

#[test]
fn state_that_no_call_touches_is_not_asserted_and_what_the_call_is_named_after_is() {
    let mut world = DepositWorld::new();
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
    let world = DepositWorld::new();
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
    let DepositWorld { mut demo, balance, owner, test } = DepositWorld::new();
    let text = demo.method("toString", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let is_open = demo.method("isOpen", "()Z", &[], boolean());
    let values = [
        seen(1, Some(balance), ObservedValue::Int(7)),
        seen(1, Some(owner), string("Ann")),
        seen(1, Some(text), string("Ann: 7")),
        seen(1, Some(is_open), ObservedValue::Boolean(true)),
    ];
    assert_eq!(
        chosen(&demo, &test, &values),
        [seen(1, Some(text), string("Ann: 7")), seen(1, Some(is_open), ObservedValue::Boolean(true))]
    );
}

#[test]
fn constants_that_are_only_read_are_not_asserted() {
    let DepositWorld { mut demo, .. } = DepositWorld::new();
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
    let values = [seen(1, None, ObservedValue::Int(0)), seen(0, Some(balance), ObservedValue::Int(3))];
    assert_eq!(chosen(&demo, &test, &values), [seen(1, None, ObservedValue::Int(0))]);
}

#[test]
fn constant_that_a_call_gives_says_all_that_could_be_asked_of_it() {
    let DepositWorld { mut demo, balance, mut test, .. } = DepositWorld::new();
    let account = demo.account;
    let parent = demo.method("getParent", "()Ldemo/Account;", &[], account);
    test.push(call(parent, Some(VariableRef(1)), &[]));
    let constant = ObservedValue::OwnConstant { class: "demo/Account".into(), field: "BANK".to_owned() };
    let values = [seen(4, None, constant), seen(4, Some(balance), ObservedValue::Int(0))];
    assert_eq!(chosen(&demo, &test, &values), values[..1]);
}

#[test]
fn call_that_returns_its_receiver_is_said_so_once() {
    let DepositWorld { mut demo, balance, mut test, .. } = DepositWorld::new();
    let account = demo.account;
    let with = demo.method("plus", "(I)Ldemo/Account;", &[int()], account);
    test.replace(3, call(with, Some(VariableRef(1)), &[VariableRef(2)]));
    test.push(call(with, Some(VariableRef(1)), &[VariableRef(2)]));
    let values = vec![
        seen(3, None, ObservedValue::Same { variable: VariableRef(1) }),
        seen(4, None, ObservedValue::Same { variable: VariableRef(1) }),
        seen(1, Some(balance), ObservedValue::Int(14)),
    ];
    let asserted = chosen_of(&demo, &[(test.clone(), values.clone()), (test, values)]);
    let same = seen(3, None, ObservedValue::Same { variable: VariableRef(1) });
    let state = seen(1, Some(balance), ObservedValue::Int(14));
    assert_eq!(asserted, [vec![same, state.clone()], vec![state]]);
}

#[test]
fn test_that_throws_asserts_state_for_mutants_alone() {
    let DepositWorld { demo, balance, test, .. } = DepositWorld::new();
    let mut throwing = stable(&test, &[seen(1, Some(balance), ObservedValue::Int(7))]);
    assert_eq!(
        choose_assertions(vec![throwing.clone()], &demo.cluster, &KillMatrix::default())[0].assertions.len(),
        1
    );
    throwing.exception = Some(ExpectedException {
        class: "java/lang/IllegalStateException".into(),
        message: None,
        is_of_assert: false,
    });
    let chosen = |kills: &KillMatrix| {
        choose_assertions(vec![throwing.clone()], &demo.cluster, kills)[0].assertions.clone()
    };
    assert_eq!(chosen(&KillMatrix::default()), []);
    let mut kills = KillMatrix::default();
    kills.note_kill(MutantId(0), Kill { test: 0, evidence: Evidence::Values(vec![0]) });
    assert_eq!(chosen(&kills), [seen(1, Some(balance), ObservedValue::Int(7))]);
}

#[test]
fn emptiness_is_not_asserted_beside_the_size() {
    let DepositWorld { mut demo, test, .. } = DepositWorld::new();
    let size = demo.method("size", "()I", &[], int());
    let empty = demo.method("isEmpty", "()Z", &[], boolean());
    let values =
        [seen(1, Some(empty), ObservedValue::Boolean(true)), seen(1, Some(size), ObservedValue::Int(0))];
    assert_eq!(chosen(&demo, &test, &values), [seen(1, Some(size), ObservedValue::Int(0))]);
}

#[test]
fn strings_that_differ_in_unpaired_surrogates_are_different_values() {
    let mut demo = Demo::new();
    let name = demo.add(Member {
        kind: CallableKind::FieldRead,
        owner: "demo/Account",
        name: "NAME",
        descriptor: "Ljava/lang/String;",
        is_static: true,
        parameters: Vec::new(),
        returns: TypeTable::STRING,
    });
    demo.cluster.under_test = vec![name];
    let test = test_of(vec![call(name, None, &[])]);
    let shown = |unit: u16| vec![seen(0, None, ObservedValue::String(JavaString::from_units(&[unit])))];
    let suite = [(test.clone(), shown(0xd800)), (test, shown(0xd801))];
    assert_eq!(chosen_of(&demo, &suite), [shown(0xd800), shown(0xd801)]);
}

#[test]
fn tests_that_are_alike_assert_what_any_of_them_does() {
    let DepositWorld { demo, balance, owner, test } = DepositWorld::new();
    let deposit = |amount: i32, is_owner_told: bool| {
        let mut test = test.clone();
        test.replace(2, value(Value::Int(amount)));
        let mut values = vec![
            seen(3, None, ObservedValue::Boolean(false)),
            seen(1, Some(balance), ObservedValue::Int(amount)),
        ];
        values.extend(is_owner_told.then(|| seen(1, Some(owner), string("Ann"))));
        stable(&test, &values)
    };
    let mut matrix = KillMatrix::default();
    matrix.note_kill(MutantId(0), Kill { test: 1, evidence: Evidence::Values(vec![1]) });
    let tests = [1, 2, 3].map(|amount| deposit(amount, amount == 3));
    let n_asserted =
        |asserted: Vec<AssertedTest>| asserted.iter().map(|it| it.assertions.len()).collect::<Vec<_>>();
    assert_eq!(n_asserted(choose_assertions(tests.to_vec(), &demo.cluster, &matrix)), [1, 2, 1]);
    assert_eq!(n_asserted(choose_alike_assertions(tests.to_vec(), &demo.cluster, &matrix)), [2, 2, 2]);
}

#[test]
fn array_is_asserted_where_it_holds_something_else_than_the_test_wrote() {
    let DepositWorld { mut demo, balance, mut test, .. } = DepositWorld::new();
    let ints = demo.array_of(int());
    let fill = demo.method("fill", "([I)V", &[ints], TypeTable::VOID);
    let array = test.push(Statement::NewArray { array_type: ints, length: 2 });
    let three = test.push(value(Value::Int(3)));
    test.push(Statement::WriteElement { array, index: 1, value: three });
    test.push(call(fill, Some(VariableRef(1)), &[array]));
    let holding = |elements: [i32; 2]| {
        let elements = elements.map(ObservedValue::Int).to_vec();
        let value = ObservedValue::Array { length: 2, elements: Some(elements) };
        Observation { variable: array, aspect: Aspect::Content, value }
    };
    let state = seen(1, Some(balance), ObservedValue::Int(7));
    let chosen = |content: Observation| chosen(&demo, &test, &[content, state.clone()]);
    assert_eq!(chosen(holding([5, 3])), [holding([5, 3]), state.clone()]);
    assert_eq!(chosen(holding([0, 3])), std::slice::from_ref(&state));
}

#[test]
fn what_a_call_was_given_is_asserted_only_if_nothing_else_is() {
    let DepositWorld { mut demo, owner, balance, mut test } = DepositWorld::new();
    let thing = demo.add(Member {
        kind: CallableKind::Constructor,
        owner: "demo/Thing",
        name: "<init>",
        descriptor: "()V",
        is_static: false,
        parameters: Vec::new(),
        returns: TypeTable::OBJECT,
    });
    demo.callable(thing).under_test = None;
    let take = demo.method("take", "(Ljava/lang/Object;)V", &[TypeTable::OBJECT], TypeTable::VOID);
    let given = test.push(call(thing, None, &[]));
    test.push(call(take, Some(VariableRef(1)), &[given]));
    let echo = seen(given.0, Some(owner), string("x"));
    let state = seen(1, Some(balance), ObservedValue::Int(7));
    let echo_alone = std::slice::from_ref(&echo);
    assert_eq!(chosen(&demo, &test, echo_alone), echo_alone);
    assert_eq!(chosen(&demo, &test, &[echo, state.clone()]), [state]);
}

#[test]
fn what_another_class_gives_is_asserted_where_it_comes_last_and_nothing_else_is() {
    let DepositWorld { mut demo, owner, mut test, .. } = DepositWorld::new();
    let check = demo.static_method("check", "(I)I", &[int()], int());
    demo.callable(check).under_test = None;
    let first = test.push(call(check, None, &[VariableRef(2)]));
    let last = test.push(call(check, None, &[VariableRef(2)]));
    let [first, last] = [first, last].map(|call| seen(call.0, None, ObservedValue::Int(7)));
    let state = seen(1, Some(owner), string("Ann"));
    assert_eq!(chosen(&demo, &test, &[first, last.clone()]), std::slice::from_ref(&last));
    assert_eq!(chosen(&demo, &test, &[last, state.clone()]), [state]);
}

#[test]
fn bytes_that_were_written_are_asserted_where_they_are_no_text() {
    let mut demo = Demo::new();
    let stream = demo.cluster.types.intern_class("java/io/ByteArrayOutputStream");
    let bytes = demo.cluster.types.intern_class("[B");
    let mut member = |kind, name, descriptor, returns| {
        let (owner, is_static, parameters) = ("java/io/ByteArrayOutputStream", false, Vec::new());
        demo.add(Member { kind, owner, name, descriptor, is_static, parameters, returns })
    };
    let new_buffer = member(CallableKind::Constructor, "<init>", "()V", stream);
    let size = member(CallableKind::Method, "size", "()I", int());
    let text = member(CallableKind::Method, "toString", "()Ljava/lang/String;", TypeTable::STRING);
    let to_bytes = member(CallableKind::Method, "toByteArray", "()[B", bytes);
    demo.cluster.collectors.push(Collector { wanted: stream, new_buffer, new_writer: None });
    let write = demo.static_method("write", "(Ljava/io/OutputStream;)V", &[stream], TypeTable::VOID);
    let test = test_of(vec![call(new_buffer, None, &[]), call(write, None, &[VariableRef(0)])]);
    let showing = |units: &str, bytes: &[i8]| {
        let elements = bytes.iter().map(|byte| ObservedValue::Byte(*byte)).collect();
        let array = ObservedValue::Array { length: bytes.len() as u32, elements: Some(elements) };
        [
            seen(0, Some(to_bytes), array),
            seen(0, Some(size), ObservedValue::Int(bytes.len() as i32)),
            seen(0, Some(text), string(units)),
        ]
    };
    let [no_text, read, nothing] = [showing("\u{3}", &[3]), showing("a", &[97]), showing("", &[])];
    assert_eq!(chosen(&demo, &test, &no_text), no_text[..1]);
    assert_eq!(chosen(&demo, &test, &read), read[2..]);
    assert_eq!(chosen(&demo, &test, &nothing), []);
}
