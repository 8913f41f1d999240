//! The Java that objects become which tests implement themselves.

use evoke_analysis::{
    Argument, CallableId, Primitive, StubId, StubMethod, StubType, Type, TypeId, TypeTable,
};
use evoke_suite::AssertedTest;
use evoke_testcase::{
    Aspect, Observation, ObservedCall, ObservedValue, Statement, StubCallback, StubInstance, StubReturn,
    Value,
};

use super::tests::{body, draft, seen, text, v};
use crate::testing::{Demo, call, int, test_of, value};

/// A type `demo.Account$Rule` that tests implement, and `static int ask(Rule)`.
fn rule(demo: &mut Demo, is_functional: bool) -> (StubId, CallableId) {
    let rule = demo.cluster.types.intern_class("demo/Account$Rule");
    let ask = demo.static_method("ask", "(Ldemo/Account$Rule;)I", &[rule], int());
    let double = TypeTable::primitive(Primitive::Double);
    let method = |name: &str, parameters: Vec<TypeId>, return_type| StubMethod {
        name: name.to_owned(),
        descriptors: Vec::new(),
        parameter_names: vec![None; parameters.len()],
        parameters,
        return_type,
        thrown: if return_type == TypeTable::VOID { Vec::new() } else { vec!["java/io/IOException".into()] },
        exceptions: Vec::new(),
        callbacks: Vec::new(),
        is_generic: false,
        is_optional: false,
    };
    let mut methods = vec![method("rate", vec![double], double)];
    if !is_functional {
        methods.push(method("reset", Vec::new(), TypeTable::VOID));
        methods.push(method("name", vec![int()], TypeTable::STRING));
    }
    demo.cluster.stubs.push(StubType {
        id: StubId(0),
        ty: rule,
        class: "demo/Account$Rule".into(),
        is_interface: is_functional,
        is_functional,
        parameters: if is_functional { Vec::new() } else { vec![TypeTable::STRING] },
        constructor_descriptor: String::new(),
        exceptions: Vec::new(),
        defaults: Vec::new(),
        methods,
    });
    (StubId(0), ask)
}

#[test]
fn what_need_not_be_implemented_is_written_where_it_is_overridden() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let method = StubMethod {
        name: "count".to_owned(),
        parameters: Vec::new(),
        return_type: int(),
        is_optional: true,
        ..demo.cluster.stubs[0].methods[0].clone()
    };
    demo.cluster.stubs[0].methods.push(method);
    let body_with = |count| {
        let returns = vec![StubReturn::Parameter(0), count];
        let instance = StubInstance { stub, arguments: [].as_slice().into(), returns, callbacks: Vec::new() };
        let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
        body(&demo, draft(test, vec![seen(1, ObservedValue::Int(3))]))
    };
    assert_eq!(body_with(StubReturn::Inherited), "assertEquals(3, Account.ask(x -> x));");
    let overridden = body_with(StubReturn::Default);
    assert!(overridden.contains("public int count() {\n        return 0;"), "{overridden}");
    assert!(overridden.contains("public double rate(double x) {"), "{overridden}");
}

#[test]
fn functional_interface_becomes_a_lambda_at_its_use() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let returns = vec![StubReturn::Polynomial { parameter: 0, coefficients: [0.0, 2.0, -1.0] }];
    let instance = StubInstance { stub, arguments: [].as_slice().into(), returns, callbacks: Vec::new() };
    let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
    let drafted = draft(test, vec![seen(1, ObservedValue::Int(3))]);
    assert_eq!(body(&demo, drafted), "assertEquals(3, Account.ask(x -> 2.0 * x - 1.0));");
}

#[test]
fn generic_method_is_implemented_with_erased_types() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, false);
    let list = Type::Class { name: "java/util/List".into(), arguments: vec![Argument::Any] };
    let list = demo.cluster.types.intern(list, false);
    demo.cluster.stubs[0].methods[0].parameters[0] = list;
    let text = |demo: &Demo| {
        let returns = vec![StubReturn::Variable(v(0)), StubReturn::Variable(v(1))];
        let instance =
            StubInstance { stub, arguments: [v(1)].as_slice().into(), returns, callbacks: Vec::new() };
        let values = [Value::Double(1.0), Value::String("a".into())].map(value);
        let [rate, name] = values;
        body(
            demo,
            draft(
                test_of(vec![rate, name, Statement::Stub(Box::new(instance)), call(ask, None, &[v(2)])]),
                Vec::new(),
            ),
        )
    };
    assert!(text(&demo).contains("rate(List<?> list)"), "{}", text(&demo));
    demo.cluster.stubs[0].methods[0].is_generic = true;
    assert!(text(&demo).contains("rate(List list)"), "{}", text(&demo));
}

#[test]
fn stub_that_throws_declares_what_it_throws_where_java_asks_for_it() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let instance = StubInstance {
        stub,
        arguments: [].as_slice().into(),
        returns: vec![StubReturn::Throw(0)],
        callbacks: Vec::new(),
    };
    let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
    assert_eq!(body(&demo, draft(test, Vec::new())), "Account.ask(x -> { throw new IOException(); });");

    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, false);
    let returns = vec![StubReturn::Throw(0), StubReturn::Variable(v(0))];
    let instance = StubInstance { stub, arguments: [v(0)].as_slice().into(), returns, callbacks: Vec::new() };
    let test = test_of(vec![text("Ann"), Statement::Stub(Box::new(instance)), call(ask, None, &[v(1)])]);
    let written = body(&demo, draft(test, Vec::new()));
    assert!(
        written.contains(
            "public double rate(double x) throws IOException {\n        throw new IOException();\n    }"
        ),
        "{written}"
    );
}

/// A test of a stub that was told this.
fn told(stub: StubId, ask: CallableId, returns: Vec<StubReturn>, calls: &[ObservedCall]) -> AssertedTest {
    let arguments = [].as_slice().into();
    let instance = StubInstance { stub, arguments, returns, callbacks: Vec::new() };
    let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
    let value = ObservedValue::Calls(calls.to_vec());
    draft(test, vec![Observation { variable: v(0), aspect: Aspect::Calls, value }])
}

#[test]
fn lambda_writes_down_what_it_is_told_and_the_test_reads_it() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let method = &mut demo.cluster.stubs[0].methods[0];
    (method.return_type, method.thrown) = (TypeTable::VOID, Vec::new());
    method.parameters = vec![TypeTable::STRING, TypeTable::OBJECT, TypeTable::OBJECT];
    let call = |text: &str, flag| ObservedCall {
        method: 0,
        arguments: vec![Some(ObservedValue::String(text.into())), None, Some(ObservedValue::Boolean(flag))],
    };
    let expected = "\
List<String> calls = new ArrayList<>();
Account.Rule rule = (text, x, y) -> calls.add(\"rate(\" + text + \", \" + y + \")\");
Account.ask(rule);
assertEquals(Arrays.asList(\"rate(a, true)\", \"rate(\\\"b\\\", false)\"), calls);";
    let test = told(stub, ask, Vec::new(), &[call("a", true), call("\"b\"", false)]);
    assert_eq!(body(&demo, test), expected);
}

#[test]
fn stub_that_was_told_nothing_would_write_down_any_command() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    demo.cluster.stubs[0].methods[0].return_type = TypeTable::VOID;
    let expected = "\
List<String> calls = new ArrayList<>();
Account.Rule rule = x -> calls.add(\"rate\");
Account.ask(rule);
assertEquals(Collections.emptyList(), calls);";
    assert_eq!(body(&demo, told(stub, ask, Vec::new(), &[])), expected);
}

#[test]
fn class_writes_down_what_it_is_told_before_it_gives_what_it_gives() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let call = ObservedCall { method: 0, arguments: vec![Some(ObservedValue::Double(-2.0))] };
    let expected = "\
List<String> calls = new ArrayList<>();
Account.Rule rule = new Account.Rule() {
    @Override
    public double rate(double x) {
        calls.add(\"rate(\" + x + \")\");
        return 0.0;
    }
};
Account.ask(rule);
assertEquals(Arrays.asList(\"rate(-2.0)\"), calls);";
    assert_eq!(body(&demo, told(stub, ask, vec![StubReturn::Default], &[call])), expected);
}

#[test]
fn method_that_calls_what_it_is_given_is_a_statement_before_what_it_gives() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let feed = demo.cluster.types.intern_class("demo/Account$Feed");
    let skip = demo.method("skip", "(I)I", &[int()], int());
    demo.callable(skip).receiver = Some(feed);
    demo.callable(skip).exceptions = vec!["java/io/IOException".into()];
    demo.cluster.stubs[0].methods[0].parameters = vec![feed];
    let instance = |returns| StubInstance {
        stub,
        arguments: [].as_slice().into(),
        returns,
        callbacks: vec![StubCallback {
            method: 0,
            parameter: 0,
            callable: skip,
            arguments: [v(0)].as_slice().into(),
        }],
    };
    let text = |demo: &Demo, instance| {
        let test = vec![value(Value::Int(7)), Statement::Stub(Box::new(instance)), call(ask, None, &[v(1)])];
        body(demo, draft(test_of(test), Vec::new()))
    };
    let expected = "\
Account.Rule rule = new Account.Rule() {
    private int rateCalls;

    @Override
    public double rate(Account.Feed feed) throws IOException {
        if (rateCalls++ < 3) {
            feed.skip(7);
        }
        return 0.0;
    }
};
Account.ask(rule);";
    assert_eq!(text(&demo, instance(vec![StubReturn::Default])), expected);
}

#[test]
fn method_that_gives_one_value_after_the_other_counts_its_calls() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let written = |values| {
        let returns = vec![StubReturn::Successive(values)];
        let instance = StubInstance { stub, arguments: [].as_slice().into(), returns, callbacks: Vec::new() };
        let test = test_of(vec![
            value(Value::Double(1.0)),
            value(Value::Double(2.0)),
            Statement::Stub(Box::new(instance)),
            call(ask, None, &[v(2)]),
        ]);
        body(&demo, draft(test, Vec::new()))
    };
    let expected = "\
Account.Rule rule = new Account.Rule() {
    private int rateCalls;

    @Override
    public double rate(double x) {
        switch (rateCalls++) {
            case 0:
                return 1.0;
            case 1:
                return 2.0;
            default:
                return 1.0;
        }
    }
};
Account.ask(rule);";
    assert_eq!(written([v(0), v(1), v(0), v(0)]), expected);
    assert_eq!(written([v(1); 4]).matches("return 2.0;").count(), 1, "the same each time");
    assert!(!written([v(1); 4]).contains("rateCalls"), "nothing to count");
}

#[test]
fn default_of_a_method_is_that_of_its_type() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let mut given = |ty| {
        demo.cluster.stubs[0].methods[0].return_type = ty;
        let returns = vec![StubReturn::Default];
        let instance = StubInstance { stub, arguments: [].as_slice().into(), returns, callbacks: Vec::new() };
        let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
        body(&demo, draft(test, Vec::new()))
    };
    assert_eq!(given(TypeTable::STRING), "Account.ask(x -> null);");
    assert_eq!(given(TypeTable::primitive(Primitive::Boolean)), "Account.ask(x -> false);");
    assert_eq!(given(TypeTable::primitive(Primitive::Byte)), "Account.ask(x -> 0);");
    assert_eq!(given(TypeTable::primitive(Primitive::Long)), "Account.ask(x -> 0L);");
}

#[test]
fn abstract_class_becomes_an_anonymous_class_that_captures_what_it_gives() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, false);
    let new_account = demo.constructor();
    let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
    let instance = StubInstance {
        stub,
        arguments: [v(0)].as_slice().into(),
        returns: vec![StubReturn::Parameter(0), StubReturn::Variable(v(2))],
        callbacks: Vec::new(),
    };
    let test = test_of(vec![
        text("Ann"),
        call(new_account, None, &[v(0)]),
        call(owner, Some(v(1)), &[]),
        Statement::Stub(Box::new(instance)),
        call(ask, None, &[v(3)]),
    ]);
    let expected = r#"Account account = new Account("Ann");
String owner = account.getOwner();
Account.Rule rule = new Account.Rule("Ann") {
    @Override
    public double rate(double x) {
        return x;
    }

    @Override
    public void reset() {}

    @Override
    public String name(int x) {
        return owner;
    }
};
Account.ask(rule);"#;
    assert_eq!(body(&demo, draft(test, Vec::new())), expected);
}

#[test]
fn method_that_gives_nothing_throws_where_it_is_said_to() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    demo.cluster.stubs[0].methods[0].return_type = TypeTable::VOID;
    let told_nothing = |ending| {
        let (arguments, returns) = ([].as_slice().into(), vec![ending]);
        let instance = StubInstance { stub, arguments, returns, callbacks: Vec::new() };
        let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
        body(&demo, draft(test, Vec::new()))
    };
    assert_eq!(told_nothing(StubReturn::Throw(0)), "Account.ask(x -> { throw new IOException(); });");
    assert_eq!(told_nothing(StubReturn::Default), "Account.ask(x -> {});");
    let call = ObservedCall { method: 0, arguments: vec![None] };
    let expected = "\
List<String> calls = new ArrayList<>();
Account.Rule rule = new Account.Rule() {
    @Override
    public void rate(double x) throws IOException {
        calls.add(\"rate\");
        throw new IOException();
    }
};
Account.ask(rule);
assertEquals(Arrays.asList(\"rate\"), calls);";
    assert_eq!(body(&demo, told(stub, ask, vec![StubReturn::Throw(0)], &[call])), expected);
}

#[test]
fn parameters_without_names_are_called_after_their_types_where_these_say_something() {
    let mut demo = Demo::new();
    let (stub, ask) = rule(&mut demo, true);
    let [account, list] =
        ["demo/Account", "java/util/List"].map(|name| demo.cluster.types.intern_class(name));
    let written = |demo: &mut Demo, parameters: Vec<TypeId>| {
        demo.cluster.stubs[0].methods[0].parameters = parameters;
        let (arguments, returns) = ([].as_slice().into(), vec![StubReturn::Default]);
        let instance = StubInstance { stub, arguments, returns, callbacks: Vec::new() };
        let test = test_of(vec![Statement::Stub(Box::new(instance)), call(ask, None, &[v(0)])]);
        body(demo, draft(test, Vec::new()))
    };
    let (text, object) = (TypeTable::STRING, TypeTable::OBJECT);
    let lambda = |demo: &mut Demo, parameters| written(demo, parameters).replace("Account.ask(", "");
    assert_eq!(lambda(&mut demo, vec![account, list]), "(account, list) -> 0.0);");
    assert_eq!(lambda(&mut demo, vec![object, text, int()]), "(x, text, y) -> 0.0);");
    assert_eq!(lambda(&mut demo, vec![text, text]), "(x, y) -> 0.0);", "one name says nothing of two");
}
