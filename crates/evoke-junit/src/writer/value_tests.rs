//! What values are written as, and whether they stand where they are used.

use evoke_analysis::{Argument, CallableId, CallableKind, Primitive, Type, TypeTable};
use evoke_suite::ExpectedException;
use evoke_testcase::{Aspect, Observation, ObservedValue, Statement, Value};

use super::tests::{body, draft, render, seen, v};
use crate::JUnitVersion;
use crate::testing::{Demo, Member, call, int, test_of, value};

#[test]
fn constants_are_cast_only_where_java_does_not_make_them_small_itself() {
    let mut demo = Demo::new();
    let [byte, short] = [Primitive::Byte, Primitive::Short].map(TypeTable::primitive);
    let [bytes, objects] = [byte, TypeTable::OBJECT].map(|component| demo.array_of(component));
    let level = demo.add(Member {
        kind: CallableKind::FieldWrite,
        owner: "demo/Account",
        name: "level",
        descriptor: "S",
        is_static: true,
        parameters: vec![short],
        returns: TypeTable::VOID,
    });
    let descriptor = "([B[Ljava/lang/Object;B)V";
    let pay = demo.static_method("pay", descriptor, &[bytes, objects, byte], TypeTable::VOID);
    let test = test_of(vec![
        Statement::NewArray { array_type: bytes, length: 200 },
        value(Value::Byte(-1)),
        Statement::WriteElement { array: v(0), index: 162, value: v(1) },
        Statement::NewArray { array_type: objects, length: 1 },
        Statement::WriteElement { array: v(3), index: 0, value: v(1) },
        value(Value::Short(300)),
        call(level, None, &[v(5)]),
        call(pay, None, &[v(0), v(3), v(1)]),
    ]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    byte[] values = new byte[200];
    values[162] = -1;
    Account.level = 300;
    Account.pay(values, new Object[] {(byte) -1}, (byte) -1);
    ");
}

#[test]
fn array_of_defaults_is_written_where_nothing_but_a_call_takes_it() {
    let mut demo = Demo::new();
    let bytes = demo.array_of(TypeTable::primitive(Primitive::Byte));
    let read = demo.static_method("read", "([B)I", &[bytes], int());
    let new_array = || Statement::NewArray { array_type: bytes, length: 9 };
    let content = |array| {
        let value = ObservedValue::Array { length: 9, elements: None };
        Observation { variable: v(array), aspect: Aspect::Content, value }
    };
    let test = test_of(vec![
        new_array(),
        call(read, None, &[v(0)]),
        new_array(),
        call(read, None, &[v(2)]),
        call(read, None, &[v(2)]),
        new_array(),
        call(read, None, &[v(5)]),
        Statement::NewArray { array_type: bytes, length: 200 },
        value(Value::Byte(1)),
        Statement::WriteElement { array: v(7), index: 3, value: v(8) },
        new_array(),
        call(read, None, &[v(10)]),
    ]);
    let mut draft = draft(test, vec![seen(1, ObservedValue::Int(-1)), content(5)]);
    draft.exception = Some(ExpectedException {
        class: "java/lang/IllegalStateException".into(),
        message: None,
        is_of_assert: false,
    });
    insta::assert_snapshot!(body(&demo, draft), @r"
    assertEquals(-1, Account.read(new byte[9]));
    byte[] values = new byte[9];
    Account.read(values);
    Account.read(values);
    byte[] values2 = new byte[9];
    Account.read(values2);
    byte[] values3 = new byte[200];
    values3[3] = 1;
    assertThrows(IllegalStateException.class, () -> Account.read(new byte[9]));
    assertEquals(9, values2.length);
    ");
}

#[test]
fn array_whose_elements_have_type_arguments_keeps_the_variable_that_says_them() {
    let mut demo = Demo::new();
    let arguments = vec![Argument::Exact(TypeTable::STRING)];
    let list = Type::Class { name: "java/util/List".into(), arguments };
    let list = demo.cluster.types.intern(list, false);
    let lists = demo.array_of(list);
    let join = demo.static_method("join", "([Ljava/util/List;)I", &[lists], int());
    let test = test_of(vec![Statement::NewArray { array_type: lists, length: 2 }, call(join, None, &[v(0)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    List<String>[] lists = new List[2];
    Account.join(lists);
    ");
}

/// A constant of this class that is a `Charset`, and `static void encode(Charset)`.
fn charset(demo: &mut Demo, owner: &str) -> (CallableId, CallableId) {
    let charset = demo.cluster.types.intern_class("java/nio/charset/Charset");
    let constant = demo.add(Member {
        kind: CallableKind::FieldRead,
        owner,
        name: "UTF_8",
        descriptor: "Ljava/nio/charset/Charset;",
        is_static: true,
        parameters: Vec::new(),
        returns: charset,
    });
    let encode = demo.static_method("encode", "(Ljava/nio/charset/Charset;)V", &[charset], TypeTable::VOID);
    (constant, encode)
}

#[test]
fn constant_of_another_class_of_the_jdk_is_written_where_it_is_used() {
    let mut demo = Demo::new();
    let (utf_8, encode) = charset(&mut demo, "java/nio/charset/StandardCharsets");
    let open = demo.static_method("open", "()V", &[], TypeTable::VOID);
    let test = test_of(vec![call(utf_8, None, &[]), call(open, None, &[]), call(encode, None, &[v(0)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    Account.open();
    Account.encode(StandardCharsets.UTF_8);
    ");
}

#[test]
fn other_constant_is_read_before_what_could_be_noticed() {
    let mut demo = Demo::new();
    let (utf_8, encode) = charset(&mut demo, "demo/Charsets");
    let open = demo.static_method("open", "()V", &[], TypeTable::VOID);
    let early = vec![call(utf_8, None, &[]), call(open, None, &[]), call(encode, None, &[v(0)])];
    let late = vec![call(open, None, &[]), call(utf_8, None, &[]), call(encode, None, &[v(1)])];
    let [early, late] = [early, late].map(|statements| body(&demo, draft(test_of(statements), Vec::new())));
    insta::assert_snapshot!(early, @r"
    Charset charset = demo.Charsets.UTF_8;
    Account.open();
    Account.encode(charset);
    ");
    insta::assert_snapshot!(late, @r"
    Account.open();
    Account.encode(demo.Charsets.UTF_8);
    ");
}

#[test]
fn other_constant_is_written_inside_a_call_that_is_itself_written_in_place() {
    let mut demo = Demo::new();
    let (utf_8, encode) = charset(&mut demo, "demo/Charsets");
    let ty = demo.cluster.callable(utf_8).return_type;
    let same = demo.add(Member {
        kind: CallableKind::Method,
        owner: "java/util/Objects",
        name: "requireNonNull",
        descriptor: "(Ljava/nio/charset/Charset;)Ljava/nio/charset/Charset;",
        is_static: true,
        parameters: vec![ty],
        returns: ty,
    });
    let test = test_of(vec![call(utf_8, None, &[]), call(same, None, &[v(0)]), call(encode, None, &[v(1)])]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @"Account.encode(Objects.requireNonNull(demo.Charsets.UTF_8));");
}

#[test]
fn tiniest_numbers_and_what_is_no_finite_number_are_expected_exactly() {
    let mut demo = Demo::new();
    let [double, float] = [Primitive::Double, Primitive::Float].map(TypeTable::primitive);
    let doubles = demo.array_of(double);
    let rate = demo.static_method("rate", "()D", &[], double);
    let share = demo.static_method("share", "()F", &[], float);
    let rates = demo.static_method("rates", "()[D", &[], doubles);
    let tests = [rate, rate, share, rates, rate].map(|callable| call(callable, None, &[]));
    let values = [f64::from_bits(1), 4.0e-5].map(ObservedValue::Double);
    let array = ObservedValue::Array { length: 1, elements: Some(vec![values[0].clone()]) };
    let mut assertions: Vec<Observation> = Vec::new();
    let others = [ObservedValue::Float(f32::MIN_POSITIVE), array, ObservedValue::Double(f64::NEG_INFINITY)];
    for (value, position) in values.into_iter().chain(others).zip(0..) {
        assertions.push(seen(position, value));
    }
    let drafts = [draft(test_of(tests.to_vec()), assertions)];
    let written = |version| {
        let text = render(&demo, version, &drafts);
        let checks = text.lines().map(str::trim).filter(|line| line.starts_with("assert"));
        checks.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(written(JUnitVersion::V5), @r"
    assertEquals(Double.MIN_VALUE, Account.rate());
    assertEquals(4.0E-5, Account.rate(), 1.0E-11);
    assertEquals(1.1754944E-38F, Account.share());
    assertArrayEquals(new double[] {Double.MIN_VALUE}, Account.rates());
    assertEquals(Double.NEGATIVE_INFINITY, Account.rate());
    ");
    insta::assert_snapshot!(written(JUnitVersion::V4), @r"
    assertEquals(Double.MIN_VALUE, Account.rate(), 0.0);
    assertEquals(4.0E-5, Account.rate(), 1.0E-11);
    assertEquals(1.1754944E-38F, Account.share(), 0.0F);
    assertArrayEquals(new double[] {Double.MIN_VALUE}, Account.rates(), 0.0);
    assertEquals(Double.NEGATIVE_INFINITY, Account.rate(), 1.0E-6);
    ");
}
