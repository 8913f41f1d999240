//! Stubs as mocks.

use evoke_analysis::{CallableKind, DefaultMethod, StubException, StubId, StubMethod, StubType, TypeTable};
use evoke_classfile::MethodDescriptor;
use evoke_suite::AssertedTest;
use evoke_testcase::{
    Aspect, Observation, ObservedCall, ObservedValue, Statement, StubCall, StubInstance, StubMember,
    StubReturn, Value, VariableRef,
};

use super::SuiteWriter;
use crate::testing::{Demo, Member, boolean, call, int, test_of, value, writer};
use crate::{JUnitVersion, StubStyle};

/// Where the stub of [`test`] is.
const STUB: VariableRef = VariableRef(3);

/// A demo with `demo.Account$Book`, whose four methods tests implement: `int size()`, `boolean has(int, String)`,
/// `List find(String)` and `void clear()`; `default int free()` is there.
fn demo() -> Demo {
    let mut demo = Demo::new();
    let book = demo.cluster.types.intern_class("demo/Account$Book");
    let list = demo.cluster.types.intern_class("java/util/List");
    let method = |name: &str, parameters: Vec<_>, return_type| StubMethod {
        name: name.to_owned(),
        descriptors: Vec::new(),
        parameter_names: vec![None; parameters.len()],
        parameters,
        return_type,
        thrown: if return_type == TypeTable::VOID {
            Vec::new()
        } else {
            vec![
                "java/io/IOException".into(),
                StubException { class: "java/lang/SecurityException".into(), takes_text: true },
            ]
        },
        exceptions: if name == "size" { vec!["java/io/IOException".into()] } else { Vec::new() },
        callbacks: Vec::new(),
        is_generic: false,
        is_optional: false,
    };
    demo.cluster.stubs.push(StubType {
        id: StubId(0),
        ty: book,
        class: "demo/Account$Book".into(),
        is_interface: true,
        is_functional: false,
        parameters: Vec::new(),
        constructor_descriptor: "()V".to_owned(),
        exceptions: Vec::new(),
        defaults: vec![DefaultMethod {
            name: "free".to_owned(),
            descriptor: MethodDescriptor::parse("(J)I").unwrap(),
            exceptions: Vec::new(),
        }],
        methods: vec![
            method("size", Vec::new(), int()),
            method("has", vec![int(), TypeTable::STRING], boolean()),
            method("find", vec![TypeTable::STRING], list),
            method("clear", Vec::new(), TypeTable::VOID),
        ],
    });
    demo
}

fn recorded(position: usize, arguments: &[ObservedValue]) -> StubCall {
    let arguments = arguments.to_vec();
    StubCall { stub: STUB, member: StubMember::Implemented(position), arguments, inspection: None }
}

/// `size()` gives 1, then 2; `has` what is given here, `find` a list of nothing.
fn test(demo: &mut Demo, has: StubReturn, calls: Option<Vec<StubCall>>) -> AssertedTest {
    let book = demo.cluster.stubs[0].ty;
    let ask = demo.static_method("ask", "(Ldemo/Account$Book;)I", &[book], int());
    let [one, two] = [VariableRef(0), VariableRef(1)];
    let instance = StubInstance {
        stub: StubId(0),
        arguments: [].as_slice().into(),
        returns: vec![StubReturn::Successive([one, two, two, two]), has, StubReturn::Default],
        callbacks: Vec::new(),
    };
    let statements = vec![
        value(Value::Int(1)),
        value(Value::Int(2)),
        value(Value::Boolean(true)),
        Statement::Stub(Box::new(instance)),
        call(ask, None, &[STUB]),
    ];
    let seen = Observation { variable: VariableRef(4), aspect: Aspect::Result, value: ObservedValue::Int(3) };
    AssertedTest {
        test: test_of(statements),
        goals: Vec::new(),
        exception: None,
        assertions: vec![seen],
        stub_calls: calls,
    }
}

fn written(demo: &Demo, test: &AssertedTest) -> String {
    let plain = writer(demo, JUnitVersion::V5);
    let writer = SuiteWriter { stubs: StubStyle::Mockito, parameterized: true, ..plain };
    writer.write("demo", "AccountEvokeTest", std::slice::from_ref(test)).render().text
}

/// The statements of the test, without what stands around and between them.
fn body(demo: &Demo, test: &AssertedTest) -> Vec<String> {
    let text = written(demo, test);
    let lines = text.lines().skip_while(|line| !line.contains("void ")).skip(1);
    let lines = lines.take_while(|line| *line != "    }").filter(|line| !line.is_empty());
    lines.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn mock_is_told_what_it_answers_to_the_calls_that_were_made_and_no_more() {
    let mut demo = demo();
    let text = |text: &str| ObservedValue::String(text.into());
    let calls = vec![
        recorded(1, &[ObservedValue::Int(7), text("Ann")]),
        recorded(0, &[]),
        recorded(3, &[]),
        recorded(0, &[]),
        recorded(2, &[text("Bob")]),
    ];
    let test = test(&mut demo, StubReturn::Variable(VariableRef(2)), Some(calls));
    insta::assert_snapshot!(written(&demo, &test));
}

#[test]
fn matcher_stands_for_what_was_not_always_the_same_or_has_no_name() {
    let mut demo = demo();
    let object = ObservedValue::Object { class: "demo/Thing".into() };
    let has = |number, thing: &ObservedValue| recorded(1, &[ObservedValue::Int(number), thing.clone()]);
    let test_with = |demo: &mut Demo, calls| test(demo, StubReturn::Variable(VariableRef(2)), Some(calls));
    let two = test_with(&mut demo, vec![has(7, &object), has(8, &object)]);
    assert_eq!(body(&demo, &two)[1], "when(book.has(anyInt(), any())).thenReturn(true);");
    let one = test_with(&mut demo, vec![has(7, &object)]);
    assert_eq!(body(&demo, &one)[1], "when(book.has(eq(7), any())).thenReturn(true);");
    let null = test_with(&mut demo, vec![has(7, &ObservedValue::Null), has(8, &ObservedValue::Null)]);
    assert_eq!(body(&demo, &null)[1], "when(book.has(anyInt(), isNull())).thenReturn(true);");
}

#[test]
fn constant_that_is_written_where_it_is_used_is_no_less_expected_by_a_mock() {
    let mut demo = demo();
    let constant = demo.add(Member {
        kind: CallableKind::FieldRead,
        owner: "java/util/Names",
        name: "ROOT",
        descriptor: "Ljava/lang/String;",
        is_static: true,
        parameters: Vec::new(),
        returns: TypeTable::STRING,
    });
    let take = demo.static_method("take", "(Ljava/lang/String;)V", &[TypeTable::STRING], TypeTable::VOID);
    let variable = VariableRef(2);
    let calls = vec![recorded(1, &[ObservedValue::Int(7), ObservedValue::Same { variable }])];
    let mut test = test(&mut demo, StubReturn::Throw(0), Some(calls));
    let mut statements = test.test.statements().to_vec();
    statements[2] = call(constant, None, &[]);
    statements.push(call(take, None, &[variable]));
    test.test = test_of(statements);
    let told = "when(book.has(7, Names.ROOT)).thenThrow(new IOException());";
    assert_eq!(body(&demo, &test)[1], told);
}

#[test]
fn mock_throws_gives_arguments_back_and_calls_what_its_interface_implements() {
    let mut demo = demo();
    let throwing = test(
        &mut demo,
        StubReturn::Throw(0),
        Some(vec![recorded(1, &[ObservedValue::Int(1), ObservedValue::Null])]),
    );
    assert_eq!(body(&demo, &throwing)[1], "when(book.has(1, null)).thenThrow(new IOException());");
    let refusing = test(
        &mut demo,
        StubReturn::Throw(1),
        Some(vec![recorded(1, &[ObservedValue::Int(1), ObservedValue::Null])]),
    );
    assert_eq!(body(&demo, &refusing)[1], "when(book.has(1, null)).thenThrow(new SecurityException(\"\"));");
    let again = test(
        &mut demo,
        StubReturn::Parameter(0),
        Some(vec![recorded(1, &[ObservedValue::Int(1), ObservedValue::Null])]),
    );
    assert_eq!(body(&demo, &again)[1], "when(book.has(1, null)).thenAnswer(call -> call.getArgument(0));");
    let free = StubCall { member: StubMember::Default(0), ..recorded(0, &[ObservedValue::Long(5)]) };
    let real = test(&mut demo, StubReturn::Default, Some(vec![free]));
    assert_eq!(body(&demo, &real)[1], "when(book.free(5L)).thenCallRealMethod();");
}

#[test]
fn mock_of_which_a_method_gives_nothing_throws_in_it_where_it_was_called() {
    let mut demo = demo();
    let mut test = test(&mut demo, StubReturn::Default, Some(vec![recorded(3, &[])]));
    demo.cluster.stubs[0].methods[3].thrown = vec!["java/io/IOException".into()];
    let mut with = |ending| {
        let Statement::Stub(mut instance) = test.test.statements()[STUB.index()].clone() else {
            panic!("no stub")
        };
        instance.returns.truncate(3);
        instance.returns.push(ending);
        test.test.replace(STUB.index(), Statement::Stub(instance));
        body(&demo, &test)
    };
    assert_eq!(with(StubReturn::Throw(0))[1], "doThrow(new IOException()).when(book).clear();");
    assert!(!with(StubReturn::Default).iter().any(|line| line.contains("when(")));
}

#[test]
fn call_of_an_inspector_counts_where_the_inspector_is_asserted_of() {
    let mut demo = demo();
    let inspector = demo.method("getBalance", "()I", &[], int());
    let inspection = Some((VariableRef(4), inspector));
    let call = StubCall { inspection, ..recorded(1, &[ObservedValue::Int(1), ObservedValue::Null]) };
    let mut test = test(&mut demo, StubReturn::Variable(VariableRef(2)), Some(vec![call]));
    assert!(!written(&demo, &test).contains("when("));
    let aspect = Aspect::Inspector(inspector);
    test.assertions.push(Observation { variable: VariableRef(4), aspect, value: ObservedValue::Int(1) });
    assert!(written(&demo, &test).contains("when(book.has(1, null))"));
}

#[test]
fn mock_is_verified_to_have_been_told_what_it_was() {
    let mut demo = demo();
    let text = |text: &str| ObservedValue::String(text.into());
    let object = ObservedValue::Object { class: "demo/Thing".into() };
    let has = |number, other: &ObservedValue| recorded(1, &[ObservedValue::Int(number), other.clone()]);
    let mut checks = |calls: Vec<StubCall>| {
        let observed = calls.iter().map(|call| match call.member {
            StubMember::Implemented(method) => {
                ObservedCall { method, arguments: vec![None; call.arguments.len()] }
            }
            StubMember::Default(_) => unreachable!(),
        });
        let value = ObservedValue::Calls(observed.collect());
        let mut test = test(&mut demo, StubReturn::Variable(VariableRef(2)), Some(calls));
        test.assertions.push(Observation { variable: STUB, aspect: Aspect::Calls, value });
        let lines = body(&demo, &test);
        lines.into_iter().filter(|line| line.contains("verify(")).collect::<Vec<_>>()
    };
    let told = vec![has(7, &text("a")), recorded(3, &[]), has(8, &text("a")), has(7, &text("a"))];
    let expected =
        ["verify(book, times(2)).has(7, \"a\");", "verify(book).has(8, \"a\");", "verify(book).clear();"];
    assert_eq!(checks(told), expected);
    assert_eq!(checks(Vec::new()), ["verify(book, never()).clear();"]);
    // A matcher of anything would count the other call too.
    let untold = vec![has(7, &text("a")), has(7, &object)];
    assert_eq!(checks(untold), ["verify(book, times(2)).has(eq(7), any());"]);
}

#[test]
fn stub_whose_calls_are_not_known_stays_a_class() {
    let mut demo = demo();
    let test = test(&mut demo, StubReturn::Default, None);
    assert!(body(&demo, &test)[0].ends_with("new Account.Book() {"));
}

#[test]
fn values_for_calls_that_nobody_makes_are_not_made() {
    let mut demo = demo();
    let list = demo.cluster.stubs[0].methods[2].return_type;
    let make = demo.static_method("list", "()Ljava/util/List;", &[], list);
    demo.callable(make).is_pure = true;
    demo.callable(make).under_test = None;
    let mut test = test(&mut demo, StubReturn::Default, Some(vec![recorded(0, &[])]));
    let mut statements = test.test.statements().to_vec();
    statements[2] = call(make, None, &[]);
    let Statement::Stub(instance) = &mut statements[3] else { unreachable!() };
    instance.returns[2] = StubReturn::Variable(VariableRef(2));
    test.test = test_of(statements);
    let expected = [
        "Account.Book book = mock(Account.Book.class);",
        "when(book.size()).thenReturn(1);",
        "assertEquals(3, Account.ask(book));",
    ];
    assert_eq!(body(&demo, &test), expected);
}
