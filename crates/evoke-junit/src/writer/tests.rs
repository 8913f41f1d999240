//! The Java that tests become.

use evoke_analysis::{Argument, CallableKind, GoalId, Primitive, Type, TypeTable};
use evoke_suite::{AssertedTest, ExpectedException};
use evoke_testcase::{
    Aspect, JavaString, Observation, ObservedValue, Statement, TestCase, Value, VariableRef,
};

use crate::JUnitVersion;
use crate::java::on_one_line;
use crate::testing::{Demo, Member, boolean, call, int, test_of, value, writer};

pub(super) fn v(position: u32) -> VariableRef {
    VariableRef(position)
}

pub(super) fn draft(test: TestCase, assertions: Vec<Observation>) -> AssertedTest {
    AssertedTest { test, goals: Vec::new(), exception: None, assertions, stub_calls: None }
}

pub(super) fn seen(position: u32, value: ObservedValue) -> Observation {
    Observation { variable: v(position), aspect: Aspect::Result, value }
}

pub(super) fn text(text: &str) -> Statement {
    value(Value::String(text.into()))
}

pub(super) fn render(demo: &Demo, version: JUnitVersion, drafts: &[AssertedTest]) -> String {
    writer(demo, version).write("demo", "AccountEvokeTest", drafts).render().text
}

/// The statements of the first test only.
pub(super) fn body(demo: &Demo, draft: AssertedTest) -> String {
    let suite = writer(demo, JUnitVersion::V5).write("demo", "AccountEvokeTest", &[draft]);
    suite.tests[0].body.statements.iter().map(on_one_line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_an_object_holds_is_asked_through_it() {
    let mut demo = Demo::new();
    let (constructor, account) = (demo.constructor(), demo.account);
    let parent = demo.method("getParent", "()Ldemo/Account;", &[], account);
    let balance = demo.method("getBalance", "()I", &[], int());
    let test = test_of(vec![
        text("Ann"),
        call(constructor, None, &[v(0)]),
        text("Bob"),
        call(constructor, None, &[v(2)]),
    ]);
    let shown = |variable, inspector, value| Observation {
        variable: v(variable),
        aspect: Aspect::Part { part: parent, inspector },
        value,
    };
    let assertions = vec![
        shown(1, Some(balance), ObservedValue::Int(7)),
        shown(3, None, ObservedValue::Same { variable: v(1) }),
    ];
    insta::assert_snapshot!(body(&demo, draft(test, assertions)), @r#"
    Account account = new Account("Ann");
    Account account2 = new Account("Bob");
    assertEquals(7, account.getParent().getBalance());
    assertSame(account, account2.getParent());
    "#);
}

#[test]
fn constants_of_their_own_class_are_compared_by_identity() {
    let mut demo = Demo::new();
    let (constructor, account) = (demo.constructor(), demo.account);
    let parent = demo.method("getParent", "()Ldemo/Account;", &[], account);
    let test = test_of(vec![text("Ann"), call(constructor, None, &[v(0)]), call(parent, Some(v(1)), &[])]);
    let bank = ObservedValue::OwnConstant { class: "demo/Account".into(), field: "BANK".to_owned() };
    insta::assert_snapshot!(body(&demo, draft(test, vec![seen(2, bank)])), @r#"
    Account account = new Account("Ann");
    assertSame(Account.BANK, account.getParent());
    "#);
}

#[test]
fn lists_are_compared_by_their_elements() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let list = demo.cluster.types.intern_class("java/util/List");
    let names = demo.method("getNames", "()Ljava/util/List;", &[], list);
    let any = demo.method("getAny", "()Ljava/lang/Object;", &[], TypeTable::OBJECT);
    let asserted = |elements: Vec<ObservedValue>| {
        let calls = [names, any].map(|method| call(method, Some(v(1)), &[]));
        let mut statements = vec![text("Ann"), call(constructor, None, &[v(0)])];
        statements.extend(calls);
        let values = [2, 3].map(|variable| seen(variable, ObservedValue::List(elements.clone())));
        body(&demo, draft(test_of(statements), values.to_vec()))
    };
    let text = |text: &str| ObservedValue::String(text.into());
    insta::assert_snapshot!(asserted(vec![text("a"), ObservedValue::Long(1), ObservedValue::Null]), @r#"
    Account account = new Account("Ann");
    assertEquals(Arrays.asList("a", 1L, null), account.getNames());
    assertEquals(Arrays.asList("a", 1L, null), account.getAny());
    "#);
    insta::assert_snapshot!(asserted(vec![ObservedValue::Null]), @r#"
    Account account = new Account("Ann");
    assertEquals(Collections.singletonList(null), account.getNames());
    assertEquals(Collections.singletonList(null), account.getAny());
    "#);
    insta::assert_snapshot!(asserted(Vec::new()), @r#"
    Account account = new Account("Ann");
    assertTrue(account.getNames().isEmpty());
    assertEquals(Collections.emptyList(), account.getAny());
    "#);
}

#[test]
fn long_text_of_one_character_is_counted_out() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let [short, long] = [59, 60].map(|length| text(&"a".repeat(length)));
    let test = test_of(vec![long, call(constructor, None, &[v(0)]), short, call(constructor, None, &[v(2)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r#"
    new Account(String.join("", Collections.nCopies(60, "a")));
    new Account("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    "#);
}

fn account_drafts(demo: &mut Demo) -> Vec<AssertedTest> {
    let constructor = demo.constructor();
    let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
    let balance = demo.method("getBalance", "()I", &[], int());
    let completed = draft(
        test_of(vec![
            text("Ann"),
            call(constructor, None, &[v(0)]),
            value(Value::Int(7)),
            call(deposit, Some(v(1)), &[v(2)]),
        ]),
        vec![
            seen(3, ObservedValue::Boolean(false)),
            Observation { variable: v(1), aspect: Aspect::Inspector(balance), value: ObservedValue::Int(7) },
        ],
    );
    let mut throwing = draft(
        test_of(vec![
            text("Ann"),
            call(constructor, None, &[v(0)]),
            value(Value::Int(-1)),
            call(deposit, Some(v(1)), &[v(2)]),
        ]),
        Vec::new(),
    );
    throwing.exception = Some(ExpectedException {
        class: "java/lang/IllegalArgumentException".into(),
        message: Some(JavaString::from("negative amount: -1")),
        is_of_assert: false,
    });
    vec![completed, throwing]
}

#[test]
fn suite_for_junit_5() {
    let mut demo = Demo::new();
    let drafts = account_drafts(&mut demo);
    insta::assert_snapshot!(render(&demo, JUnitVersion::V5, &drafts));
}

#[test]
fn suite_for_junit_4() {
    let mut demo = Demo::new();
    let drafts = account_drafts(&mut demo);
    insta::assert_snapshot!(render(&demo, JUnitVersion::V4, &drafts));
}

#[test]
fn tests_that_read_the_same_are_one_with_the_goals_of_all() {
    let mut demo = Demo::new();
    let [mut completed, throwing] = account_drafts(&mut demo).try_into().unwrap();
    completed.goals = vec![GoalId(4), GoalId(7)];
    // A value that nothing uses is not written.
    let mut repeated = completed.clone();
    repeated.test.push(value(Value::Int(3)));
    repeated.goals = vec![GoalId(2), GoalId(4)];
    let suite =
        writer(&demo, JUnitVersion::V5).write("demo", "AccountEvokeTest", &[completed, throwing, repeated]);
    let goals: Vec<&[GoalId]> = suite.tests.iter().map(|test| test.goals.as_slice()).collect();
    assert_eq!(goals, [&[GoalId(2), GoalId(4), GoalId(7)][..], &[]]);
}

#[test]
fn failed_assert_is_expected_only_where_it_is_checked() {
    let mut demo = Demo::new();
    let mut drafts = account_drafts(&mut demo);
    let exception = drafts[1].exception.as_mut().unwrap();
    *exception =
        ExpectedException { class: "java/lang/AssertionError".into(), message: None, is_of_assert: true };
    for (version, import) in
        [(JUnitVersion::V4, "org.junit.Assume"), (JUnitVersion::V5, "org.junit.jupiter.api.Assumptions")]
    {
        let text = render(&demo, version, &drafts);
        assert!(text.contains(&format!("import static {import}.assumeTrue;")), "{text}");
        let assumption = "assumeTrue(this.getClass().desiredAssertionStatus());";
        assert_eq!(text.matches(assumption).count(), 1, "{text}");
        let [assumed, expected] =
            [assumption, "assertThrows(AssertionError.class"].map(|part| text.find(part));
        assert!(assumed < expected && assumed.is_some(), "{text}");
    }
}

#[test]
fn exceptions_that_a_catch_leaves_are_declared() {
    let mut demo = Demo::new();
    let mut drafts = account_drafts(&mut demo);
    let deposit = demo.cluster.callables.iter().find(|callable| callable.name == "deposit").unwrap().id;
    demo.callable(deposit).exceptions = vec!["java/lang/Exception".into()];
    drafts.remove(0);
    for version in [JUnitVersion::V4, JUnitVersion::V5] {
        let text = render(&demo, version, &drafts);
        assert_eq!(text.contains("() throws Exception {"), version == JUnitVersion::V4, "{text}");
    }
}

#[test]
fn array_that_a_call_was_given_is_checked_in_the_end() {
    let mut demo = Demo::new();
    let ints = demo.array_of(int());
    let sort = demo.static_method("sort", "([I)V", &[ints], TypeTable::VOID);
    let test = test_of(vec![
        Statement::NewArray { array_type: ints, length: 2 },
        value(Value::Int(3)),
        Statement::WriteElement { array: v(0), index: 0, value: v(1) },
        call(sort, None, &[v(0)]),
    ]);
    let elements = vec![ObservedValue::Int(0), ObservedValue::Int(3)];
    let sorted = ObservedValue::Array { length: 2, elements: Some(elements) };
    let content = Observation { variable: v(0), aspect: Aspect::Content, value: sorted };
    let text = body(&demo, draft(test, vec![content]));
    assert!(text.ends_with("assertArrayEquals(new int[] {0, 3}, values);"), "{text}");
}

#[test]
fn arrays_in_an_array_are_compared_with_arrays() {
    let mut demo = Demo::new();
    let ints = demo.array_of(int());
    let rows = demo.array_of(ints);
    let square = demo.static_method("square", "()[[I", &[], rows);
    let array = |elements: Vec<ObservedValue>| ObservedValue::Array {
        length: elements.len() as u32,
        elements: Some(elements),
    };
    let grid = array(vec![array(vec![ObservedValue::Int(1)]), array(Vec::new())]);
    let text = body(&demo, draft(test_of(vec![call(square, None, &[])]), vec![seen(0, grid)]));
    assert!(text.starts_with("assertArrayEquals(new int[][] {new int[] {1}, new int[]"), "{text}");
}

#[test]
fn array_and_its_elements_become_variable_arguments() {
    let mut demo = Demo::new();
    let ints = demo.array_of(int());
    let sum = demo.static_method("sum", "([I)I", &[ints], int());
    demo.callable(sum).is_varargs = true;
    let test = test_of(vec![
        Statement::NewArray { array_type: ints, length: 2 },
        value(Value::Int(4)),
        Statement::WriteElement { array: v(0), index: 1, value: v(1) },
        value(Value::Int(5)),
        Statement::WriteElement { array: v(0), index: 0, value: v(3) },
        call(sum, None, &[v(0)]),
    ]);
    insta::assert_snapshot!(body(&demo, draft(test, vec![seen(5, ObservedValue::Int(9))])), @"assertEquals(9, Account.sum(5, 4));");
}

#[test]
fn empty_array_is_no_variable_argument() {
    let mut demo = Demo::new();
    let ints = demo.array_of(int());
    let sum = demo.static_method("sum", "([I)I", &[ints], int());
    demo.callable(sum).is_varargs = true;
    let test = test_of(vec![Statement::NewArray { array_type: ints, length: 0 }, call(sum, None, &[v(0)])]);
    assert_eq!(
        body(&demo, draft(test, vec![seen(1, ObservedValue::Int(0))])),
        "assertEquals(0, Account.sum());"
    );
}

#[test]
fn array_with_defaults_is_passed_as_an_array() {
    let mut demo = Demo::new();
    let ints = demo.array_of(int());
    let sum = demo.static_method("sum", "([I)I", &[ints], int());
    demo.callable(sum).is_varargs = true;
    let test = test_of(vec![
        Statement::NewArray { array_type: ints, length: 3 },
        value(Value::Int(4)),
        Statement::WriteElement { array: v(0), index: 1, value: v(1) },
        call(sum, None, &[v(0)]),
        call(sum, None, &[v(0)]),
    ]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    int[] values = new int[] {0, 4, 0};
    Account.sum(values);
    Account.sum(values);
    ");
}

#[test]
fn small_numbers_are_cast_and_arrays_compared() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let byte = TypeTable::primitive(Primitive::Byte);
    let bytes = demo.array_of(byte);
    let parameters = [byte, TypeTable::primitive(Primitive::Char), TypeTable::primitive(Primitive::Float)];
    let method = demo.method("bytes", "(BCF)[B", &parameters, bytes);
    let test = test_of(vec![
        text("\"\n"),
        call(constructor, None, &[v(0)]),
        value(Value::Byte(-3)),
        value(Value::Char(39)),
        value(Value::Float(-0.0)),
        call(method, Some(v(1)), &[v(2), v(3), v(4)]),
    ]);
    let elements = vec![ObservedValue::Byte(-3), ObservedValue::Byte(39), ObservedValue::Byte(0)];
    let array = ObservedValue::Array { length: 3, elements: Some(elements) };
    insta::assert_snapshot!(body(&demo, draft(test, vec![seen(5, array)])), @r#"
    Account account = new Account("\"\n");
    assertArrayEquals(new byte[] {-3, 39, 0}, account.bytes((byte) -3, '\'', -0.0F));
    "#);
}

#[test]
fn inner_classes_are_made_from_their_outer_object() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let entry = demo.cluster.types.intern_class("demo/Account$Entry");
    let account = demo.account;
    let inner = demo.add(Member {
        kind: CallableKind::Constructor,
        owner: "demo/Account$Entry",
        name: "<init>",
        descriptor: "(Ldemo/Account;)V",
        is_static: false,
        parameters: vec![account],
        returns: entry,
    });
    demo.callable(inner).takes_outer_instance = true;
    let weight = demo.add(Member {
        kind: CallableKind::Method,
        owner: "demo/Account$Entry",
        name: "weight",
        descriptor: "()D",
        is_static: false,
        parameters: Vec::new(),
        returns: TypeTable::primitive(Primitive::Double),
    });
    let test = test_of(vec![
        text("Ann"),
        call(constructor, None, &[v(0)]),
        call(inner, None, &[v(1)]),
        call(weight, Some(v(2)), &[]),
    ]);
    insta::assert_snapshot!(body(&demo, draft(test, vec![seen(3, ObservedValue::Double(0.1))])), @r#"
    Account account = new Account("Ann");
    Account.Entry entry = account.new Entry();
    assertEquals(0.1, entry.weight(), 1.0E-6);
    "#);
}

#[test]
fn generic_types_are_written_with_a_diamond() {
    let mut demo = Demo::new();
    let arguments = vec![Argument::Exact(TypeTable::STRING)];
    let list = Type::Class { name: "java/util/ArrayList".into(), arguments };
    let list = demo.cluster.types.intern(list, false);
    let constructor = demo.add(Member {
        kind: CallableKind::Constructor,
        owner: "java/util/ArrayList",
        name: "<init>",
        descriptor: "()V",
        is_static: false,
        parameters: Vec::new(),
        returns: list,
    });
    let names = demo.static_method("names", "(Ljava/util/List;)I", &[list], int());
    let test =
        test_of(vec![call(constructor, None, &[]), call(names, None, &[v(0)]), call(names, None, &[v(0)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    ArrayList<String> arrayList = new ArrayList<>();
    Account.names(arrayList);
    Account.names(arrayList);
    ");
}

#[test]
fn second_class_of_a_simple_name_is_qualified() {
    let mut demo = Demo::new();
    let other = demo.cluster.types.intern_class("java/other/Account");
    let make = demo.static_method("convert", "()Ljava/other/Account;", &[], other);
    let take = demo.static_method("take", "(Ljava/other/Account;)V", &[other], TypeTable::VOID);
    let test = test_of(vec![call(make, None, &[]), call(take, None, &[v(0)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    java.other.Account account = Account.convert();
    Account.take(account);
    ");
}

#[test]
fn receiver_that_is_more_than_it_is_declared_to_be_is_cast() {
    let mut demo = Demo::new();
    let find = demo.static_method("find", "()Ljava/lang/Object;", &[], TypeTable::OBJECT);
    let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let test = test_of(vec![call(find, None, &[]), call(owner, Some(v(0)), &[])]);
    assert_eq!(
        body(&demo, draft(test, Vec::new())),
        "Object object = Account.find();\n((Account) object).getOwner();"
    );
}

#[test]
fn calls_on_what_calls_of_the_same_class_give_are_chained_but_not_where_one_throws() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let account = demo.account;
    let with = demo.method("with", "(I)Ldemo/Account;", &[int()], account);
    let balance = demo.method("getBalance", "()I", &[], int());
    let test = test_of(vec![
        text("Ann"),
        call(constructor, None, &[v(0)]),
        value(Value::Int(3)),
        call(with, Some(v(1)), &[v(2)]),
        value(Value::Int(4)),
        call(with, Some(v(3)), &[v(4)]),
        call(balance, Some(v(5)), &[]),
    ]);
    let mut draft = draft(test, vec![seen(6, ObservedValue::Int(7))]);
    insta::assert_snapshot!(body(&demo, draft.clone()), @r#"
    Account account = new Account("Ann");
    Account account2 = account.with(3);
    assertEquals(7, account2.with(4).getBalance());
    "#);
    draft.assertions.clear();
    draft.exception = Some(ExpectedException {
        class: "java/lang/IllegalStateException".into(),
        message: None,
        is_of_assert: false,
    });
    let thrown = body(&demo, draft);
    assert!(
        thrown.ends_with("assertThrows(IllegalStateException.class, () -> account2.getBalance());"),
        "{thrown}"
    );
}

#[test]
fn constants_are_written_where_they_are_used() {
    let mut demo = Demo::new();
    let account = demo.account;
    let empty = demo.add(Member {
        kind: CallableKind::FieldRead,
        owner: "demo/Account",
        name: "EMPTY",
        descriptor: "Ldemo/Account;",
        is_static: true,
        parameters: Vec::new(),
        returns: account,
    });
    let open = demo.static_method("open", "()V", &[], TypeTable::VOID);
    let pay = demo.static_method("pay", "(Ldemo/Account;Ldemo/Account;)V", &[account; 2], TypeTable::VOID);
    let test = test_of(vec![call(empty, None, &[]), call(open, None, &[]), call(pay, None, &[v(0), v(0)])]);
    let text = body(&demo, draft(test, Vec::new()));
    assert_eq!(text, "Account.open();\nAccount.pay(Account.EMPTY, Account.EMPTY);");
}
