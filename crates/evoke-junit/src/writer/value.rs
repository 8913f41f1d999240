//! Literal values of a test as Java.

use evoke_testcase::Value;

use super::test_scope::TestScope;
use super::text::text;
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

/// A value of a type that has no literals of its own: `(byte) 3`.
pub(super) fn small_integer(keyword: &str, value: i32) -> Expression {
    literal::int(value).cast(Type::keyword(keyword))
}
