//! Literal values of a test as Java.

use evoke_analysis::{Primitive, TypeCategory, TypeId};
use evoke_testcase::{Statement, Value, VariableRef};

use super::test_scope::TestScope;
use super::text::text;
use crate::hole::Hole;
use crate::java::{Expression, Type, literal};

/// The value with its exact type.
pub(super) fn value(scope: &mut TestScope<'_, '_>, value: &Value) -> Expression {
    match value {
        Value::Boolean(value) => literal::boolean(*value),
        Value::Byte(value) => small_integer("byte", i32::from(*value)),
        Value::Short(value) => small_integer("short", i32::from(*value)),
        Value::Char(unit) => literal::character(*unit),
        Value::Int(value) => literal::int(*value),
        Value::Long(value) => literal::long(*value),
        Value::Float(value) => literal::float(*value),
        Value::Double(value) => literal::double(*value),
        Value::String(value) => text(scope, value.units()),
        Value::Null(_) => literal::null(),
        Value::Class(ty) => Expression::ClassLiteral(scope.erased(*ty)),
    }
}

/// The variable as it is written where a variable, field or element of this type is given it: Java makes constants small there by itself
/// (JLS 5.2), as it does not for arguments.
pub(super) fn assigned_value(scope: &TestScope<'_, '_>, variable: VariableRef, to: TypeId) -> Expression {
    if scope.parameter(Hole::Statement(variable.index())).is_some() {
        return scope.usage(variable);
    }
    let category = scope.cluster.types.category(to);
    let becomes = |own: Primitive| match category {
        TypeCategory::Primitive(to) => !matches!(to, Primitive::Boolean | Primitive::Char),
        TypeCategory::Boxed(to) => to == own,
        _ => false,
    };
    match scope.statement(variable.index()) {
        Statement::Value(Value::Byte(value)) if becomes(Primitive::Byte) => literal::int(i32::from(*value)),
        Statement::Value(Value::Short(value)) if becomes(Primitive::Short) => literal::int(i32::from(*value)),
        _ => scope.usage(variable),
    }
}

/// A value of a type that has no literals of its own: `(byte) 3`.
pub(super) fn small_integer(keyword: &str, value: i32) -> Expression {
    literal::int(value).cast(Type::keyword(keyword))
}
