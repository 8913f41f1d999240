//! What values are written as, and whether they stand where they are used.

use evoke_analysis::{CallableKind, Primitive, TypeTable};
use evoke_testcase::{Statement, Value};

use super::tests::{body, draft, v};
use crate::testing::{Demo, Member, call, test_of, value};

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
