//! What symbolic tests look like, what they give back, and what is wrong with text that is none.

use evoke_analysis::{CallableId, PossibleCallback, Primitive, StubId, TypeTable};
use proptest::prelude::*;
use smallvec::SmallVec;

use super::*;
use crate::sample_cluster::SampleCluster;
use crate::{
    JavaString, Rule, Statement, StubCallback, StubInstance, StubReturn, TestCase, Value, VariableRef,
};

/// One of everything, as it is printed.
const WHOLE: &str = r#"test {
  v0 = int 7
  v1 = new demo/Box(I)V (v0)
  v2 = call demo/Box.add(Ldemo/Box;)Ldemo/Box; on v1 (v1)
  call demo/Box.clear()V on v2 ()
  v4 = get static demo/Box.ONE:Ldemo/Box;
  put demo/Box.size:I on v4 (v0)
  v6 = array [Ldemo/Box; 2
  v6[1] = v4
  v8 = null Ldemo/Box;
  v9 = class Ldemo/Box;
  call static demo/Box.check(Ljava/lang/Class;)V (v9)
  v11 = null Ljava/util/List<Ljava/lang/String;>;
  v12 = string "a\"\\\n\u{e9}\u{d800}b"
  v13 = stub Ldemo/Shape; ()V () { at(D)D = polynomial 0 [-0.0, 1.5, 1e300], pick(Ldemo/Box;)Ldemo/Box; = v1 }
  v14 = stub Ldemo/Shape; ()V () { at(D)D = parameter 0, pick(Ldemo/Box;)Ldemo/Box; = throw }
  v15 = new demo/Box$Lid(Ldemo/Box;)V (v1)
}"#;

fn resolve(text: &str) -> Result<TestCase, ResolveError> {
    text.parse::<SymbolicTest>().unwrap().resolve(&SampleCluster::new().cluster)
}

fn printed(statements: Vec<Statement>) -> SymbolicTest {
    SymbolicTest::of(&TestCase::new(statements), &SampleCluster::new().cluster)
}

#[test]
fn printed_test_resolves_to_what_was_printed() {
    let sample = SampleCluster::new();
    let test = resolve(WHOLE).unwrap();
    assert_eq!(test.len(), 16);
    assert_eq!(SymbolicTest::of(&test, &sample.cluster).to_string(), WHOLE);
    let Statement::Stub(stub) = &test.statements()[13] else { panic!("no stub") };
    let polynomial = StubReturn::Polynomial { parameter: 0, coefficients: [-0.0, 1.5, 1e300] };
    assert_eq!(stub.returns, [polynomial, StubReturn::Variable(VariableRef(1))]);
    assert_eq!(stub.stub, StubId(0));
}

#[test]
fn generic_member_is_named_with_its_types_and_its_receiver() {
    let sample = SampleCluster::new();
    let text = Statement::Value(Value::String("a".into()));
    // No list can be made in the sample: what is printed is no valid test.
    let add = Statement::Invoke {
        callable: sample.add_text,
        receiver: Some(VariableRef(0)),
        arguments: [VariableRef(0)].as_slice().into(),
    };
    let line = "v1 = call java/util/List.add(Ljava/lang/Object;)Z as (Ljava/lang/String;)Z \
                on v0: Ljava/util/List<Ljava/lang/String;>; (v0)";
    let test = printed(vec![text, add]);
    assert_eq!(test.as_str().lines().nth(2).unwrap().trim(), line);
    let ResolveError::Invalid(violations) = test.resolve(&sample.cluster).unwrap_err() else {
        panic!("another error");
    };
    assert_eq!(violations[0].rule, Rule::Assignable, "the member was found, its receiver does not fit");
}

#[test]
fn member_of_other_types_is_unknown() {
    let text =
        "test {\n v0 = string \"\"\n call java/util/List.add(Ljava/lang/Object;)Z as (I)Z on v0 (v0)\n}";
    let error = resolve(text).unwrap_err();
    let name = "call java/util/List.add(Ljava/lang/Object;)Z as (I)Z".to_owned();
    assert_eq!(error, ResolveError::UnknownMember { statement: 1, name });
}

#[test]
fn unknown_names_are_told_with_their_statement() {
    let unknown_type = resolve("test {\n v0 = null Ldemo/Gone;\n}").unwrap_err();
    assert_eq!(unknown_type, ResolveError::UnknownType { statement: 0, name: "Ldemo/Gone;".to_owned() });
    let unknown_stub = resolve("test {\n v0 = int 1\n v1 = stub Ldemo/Shape; (I)V (v0) { }\n}").unwrap_err();
    let name = "stub Ldemo/Shape; (I)V".to_owned();
    assert_eq!(unknown_stub, ResolveError::UnknownStub { statement: 1, name });
}

#[test]
fn stub_has_to_tell_each_of_its_methods_once_in_any_order() {
    let stub =
        |methods: &str| resolve(&format!("test {{\n v0 = stub Ldemo/Shape; ()V () {{ {methods} }}\n}}"));
    let (at, pick) = ("at(D)D = throw", "pick(Ldemo/Box;)Ldemo/Box; = parameter 0");
    let Statement::Stub(instance) = &stub(&format!("{pick}, {at}")).unwrap().statements()[0].clone() else {
        panic!("no stub");
    };
    assert_eq!(instance.returns, [StubReturn::Throw(0), StubReturn::Parameter(0)]);
    for methods in [at.to_owned(), format!("{at}, {pick}, {at}"), format!("{at}, {pick}, reset()V = throw")] {
        let error = stub(&methods).unwrap_err();
        assert!(matches!(error, ResolveError::StubMethod { statement: 0, .. }), "{methods}: {error}");
    }
}

#[test]
fn stub_may_tell_what_a_method_calls_on_what_it_is_given() {
    let mut sample = SampleCluster::new();
    let possible = PossibleCallback { parameter: 0, callable: sample.add };
    sample.cluster.stubs[0].methods[2].callbacks = vec![possible];
    let methods = "at(D)D = throw, pick(Ldemo/Box;)Ldemo/Box; = throw, \
                   pick(Ldemo/Box;)Ldemo/Box; calls 0 call demo/Box.add(Ldemo/Box;)Ldemo/Box; (v0)";
    let text =
        format!("test {{\n  v0 = null Ldemo/Box;\n  v1 = stub Ldemo/Shape; ()V () {{ {methods} }}\n}}");
    let test = text.parse::<SymbolicTest>().unwrap();
    let resolved = test.resolve(&sample.cluster).unwrap();
    let Statement::Stub(instance) = &resolved.statements()[1] else { panic!("no stub") };
    let arguments = SmallVec::from_slice(&[VariableRef(0)]);
    let callback = StubCallback { method: 2, parameter: 0, callable: sample.add, arguments };
    assert_eq!(instance.callbacks, [callback]);
    assert_eq!(SymbolicTest::of(&resolved, &sample.cluster).as_str(), text);
    let unknown = text.replace("calls 0 call demo/Box.add", "calls 0 call demo/Box.gone");
    let error = unknown.parse::<SymbolicTest>().unwrap().resolve(&sample.cluster);
    assert!(matches!(error, Err(ResolveError::UnknownMember { statement: 1, .. })), "{error:?}");
}

#[test]
fn test_that_breaks_a_rule_is_not_resolved() {
    let error = resolve("test {\n v0 = int 7\n v1 = call static demo/Box.check(Ljava/lang/Class;)V (v0)\n}");
    assert_eq!(
        error.unwrap_err().to_string(),
        "the test breaks a rule: statement 1: `v0` is a `int` where a `java.lang.Class<?>` is wanted"
    );
}

#[test]
fn variables_are_renumbered_and_comments_left_out() {
    let text = "# made by hand\ntest {\n\n  v7 = int 7\n  # a box\n  v3 = new demo/Box(I)V (v7)\n  call demo/Box.clear()V on v3 ()\n}\n";
    let test: SymbolicTest = text.parse().unwrap();
    assert_eq!(
        test.as_str(),
        "test {\n  v0 = int 7\n  v1 = new demo/Box(I)V (v0)\n  call demo/Box.clear()V on v1 ()\n}"
    );
}

#[test]
fn text_that_is_no_test_is_an_error_with_its_line() {
    for (text, line, message) in [
        ("", 0, "there is no test"),
        ("tests {\n}", 1, "a test begins with `test {`"),
        ("test {\n  v0 = int 7", 2, "the text ends within a test"),
        ("test {\n}\n}", 3, "something follows the test"),
        ("test {\n  v0 = int 7\n  v0 = int 8\n}", 3, "there is a `v0` already"),
        ("test {\n  put a/B.c:I on v1 (v1)\n}", 2, "there is no `v1` yet"),
        ("test {\n  v0 = get static a/B.c\n}", 2, "a field has a `:` before its type"),
        ("test {\n  v0 = call static f()V ()\n}", 2, "`f` is no member: a `.` stands between class and name"),
        ("test {\n\n  v0 = byte 128\n}", 3, "`128` is no value of its type"),
        ("test {\n  v0 = double 1e999\n}", 2, "`1e999` is no value of its type"),
        ("test {\n  v0 = float infinity\n}", 2, "`infinity` is no value of its type"),
        ("test {\n  v0 = string \"a\n}", 2, "a string does not end"),
        ("test {\n  v0 = string \"\\u{110000}\"\n}", 2, "`\\u{110000}` is no character"),
        ("test {\n  v0 = char 'ab'\n}", 2, "a `char` is one unit of UTF-16"),
        ("test {\n  v0 = number 7\n}", 2, "`number` begins no statement"),
        ("test {\n  v0 = int 7 8\n}", 2, "`8` follows the statement"),
        ("test {\n  v0 = array [I\n}", 2, "`` is no value of its type"),
    ] {
        let error = text.parse::<SymbolicTest>().unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (line, message), "{text}");
    }
}

#[test]
fn file_gives_its_tests_back_in_order() {
    let number = printed(vec![Statement::Value(Value::Int(1))]);
    let classes = [
        TestsOfClass { class: "a/B".into(), tests: vec![number, WHOLE.parse().unwrap()] },
        TestsOfClass { class: "a/B$C".into(), tests: Vec::new() },
        TestsOfClass { class: "D".into(), tests: vec![printed(Vec::new())] },
    ];
    let text = print_tests(&classes);
    assert!(text.starts_with("evoke-tests 1\nclass a.B\ntest {\n  v0 = int 1\n}\ntest {\n"), "{text}");
    assert_eq!(parse_tests(&text).unwrap(), classes);
    assert_eq!(print_tests(&[]), "evoke-tests 1\n");
    assert_eq!(parse_tests("evoke-tests 1").unwrap(), []);
}

#[test]
fn file_of_another_version_is_an_error_that_says_so() {
    let error = parse_tests("# old\nevoke-tests 2\ntest {\n}\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: the tests are in version 2 of the form, not in 1");
    let error = parse_tests("evoke-tests 1\ntest {\n}\n").unwrap_err();
    assert!(error.to_string().starts_with("line 2: a test comes after a line with its class"), "{error}");
    let error = parse_tests("test {\n}\n").unwrap_err();
    assert_eq!(error.to_string(), "line 1: the text does not begin with `evoke-tests 1`");
}

#[test]
fn test_is_its_text_for_serde() {
    let test: SymbolicTest = WHOLE.parse().unwrap();
    let json = serde_json::to_string(&test).unwrap();
    assert_eq!(json, serde_json::to_string(WHOLE).unwrap());
    assert_eq!(serde_json::from_str::<SymbolicTest>(&json).unwrap(), test);
    assert!(serde_json::from_str::<SymbolicTest>("\"test {\"").is_err());
}

#[test]
fn names_that_would_end_a_token_survive() {
    let mut sample = SampleCluster::new();
    for (name, owner) in [
        ("two words", "demo/Böx"),
        ("a(b):c.d", "demo/A b(c"),
        ("back\\slash\u{1f600}", "Top level"),
        ("=,{}\"'", "demo/-"),
    ] {
        let callable = &mut sample.cluster.callables[sample.clear.index()];
        callable.name = name.to_owned();
        callable.owner = owner.into();
        callable.descriptor = format!("(L{owner};)V");
        let receiver = call(sample.one, None);
        let test = TestCase::new(vec![receiver, call(sample.clear, Some(0))]);
        let text = SymbolicTest::of(&test, &sample.cluster).to_string();
        assert!(text.is_ascii(), "{text}");
        let parsed: SymbolicTest = text.parse().unwrap();
        assert_eq!(parsed.as_str(), text);
        assert_eq!(parsed.resolve(&sample.cluster).unwrap(), test, "{text}");
    }
}

fn call(callable: CallableId, receiver: Option<u32>) -> Statement {
    Statement::Invoke { callable, receiver: receiver.map(VariableRef), arguments: SmallVec::new() }
}

fn resolved_value(value: Value) -> Value {
    let sample = SampleCluster::new();
    let test = printed(vec![Statement::Value(value)]);
    let parsed: SymbolicTest = test.as_str().parse().unwrap();
    assert_eq!(parsed, test);
    match parsed.resolve(&sample.cluster).unwrap().statements() {
        [Statement::Value(value)] => value.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn special_numbers_keep_their_bits() {
    for bits in
        [0x8000_0000_0000_0000, 0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001, 1]
    {
        let Value::Double(value) = resolved_value(Value::Double(f64::from_bits(bits))) else { panic!() };
        assert_eq!(value.to_bits(), bits);
    }
    for bits in [0x8000_0000, 0x7fc0_0000, 0xffc0_0001, 0x7f80_0000, 0xff80_0000, 1] {
        let Value::Float(value) = resolved_value(Value::Float(f32::from_bits(bits))) else { panic!() };
        assert_eq!(value.to_bits(), bits);
    }
    let shown =
        printed(vec![Statement::Value(Value::Double(f64::NAN)), Statement::Value(Value::Float(-0.0))]);
    assert_eq!(shown.as_str(), "test {\n  v0 = double nan\n  v1 = float -0.0\n}");
}

#[test]
fn polynomial_keeps_the_bits_of_its_coefficients() {
    let coefficients = [f64::from_bits(0xfff8_0000_0000_0007), f64::INFINITY, -0.0];
    let returns = vec![StubReturn::Polynomial { parameter: 0, coefficients }, StubReturn::Throw(1)];
    let instance =
        StubInstance { stub: StubId(0), arguments: SmallVec::new(), returns, callbacks: Vec::new() };
    let text = printed(vec![Statement::Stub(Box::new(instance))]).to_string();
    let Statement::Stub(instance) = resolve(&text).unwrap().statements()[0].clone() else {
        panic!("no stub")
    };
    assert_eq!(instance.returns[1], StubReturn::Throw(1), "{text}");
    let StubReturn::Polynomial { coefficients: read, .. } = instance.returns[0] else { panic!("{text}") };
    assert_eq!(read.map(f64::to_bits), coefficients.map(f64::to_bits));
}

#[test]
fn null_and_class_are_of_types() {
    let sample = SampleCluster::new();
    assert_eq!(resolved_value(Value::Null(sample.box_array)), Value::Null(sample.box_array));
    assert_eq!(resolved_value(Value::Class(sample.boxes)), Value::Class(sample.boxes));
    let error = resolve(
        &printed(vec![Statement::Value(Value::Null(TypeTable::primitive(Primitive::Int)))]).to_string(),
    );
    assert!(matches!(error, Err(ResolveError::Invalid(_))));
}

proptest! {
    #[test]
    fn every_double_keeps_its_bits(bits: u64) {
        let Value::Double(value) = resolved_value(Value::Double(f64::from_bits(bits))) else { panic!() };
        prop_assert_eq!(value.to_bits(), bits);
    }

    #[test]
    fn every_float_keeps_its_bits(bits: u32) {
        let Value::Float(value) = resolved_value(Value::Float(f32::from_bits(bits))) else { panic!() };
        prop_assert_eq!(value.to_bits(), bits);
    }

    #[test]
    fn every_string_keeps_its_units(units: Vec<u16>) {
        let value = Value::String(JavaString::from_units(&units));
        prop_assert_eq!(resolved_value(value.clone()), value);
    }

    #[test]
    fn every_integer_keeps_its_value(long: i64, unit: u16) {
        for value in [
            Value::Long(long),
            Value::Int(long as i32),
            Value::Short(long as i16),
            Value::Byte(long as i8),
            Value::Char(unit),
            Value::Boolean(long % 2 == 0),
        ] {
            prop_assert_eq!(resolved_value(value.clone()), value);
        }
    }

    #[test]
    fn arbitrary_text_is_a_test_or_an_error(text in ".{0,80}", lines in "(.{0,30}\n){0,6}") {
        let _ = text.parse::<SymbolicTest>();
        let _ = parse_tests(&text);
        let _ = format!("test {{\n{lines}}}").parse::<SymbolicTest>();
    }

    #[test]
    fn damaged_text_is_a_valid_test_or_an_error(start in 0..WHOLE.len(), length in 0..20_usize, put in "[ -~\n]{0,4}") {
        let end = (start + length).min(WHOLE.len());
        let mut text = WHOLE.to_owned();
        text.replace_range(start..end, &put);
        let sample = SampleCluster::new();
        if let Ok(test) = text.parse::<SymbolicTest>() {
            prop_assert_eq!(&test.as_str().parse::<SymbolicTest>().unwrap(), &test);
            if let Ok(resolved) = test.resolve(&sample.cluster) {
                prop_assert!(crate::verify(&resolved, &sample.cluster).is_ok());
            }
        }
    }
}
