//! Observed values as the expected side of an assertion, and the tolerance of comparing them.

use evoke_analysis::{Primitive, TypeCategory};
use evoke_suite::{float_tolerance, tolerance};
use evoke_testcase::ObservedValue;

use super::list::list;
use super::test_scope::TestScope;
use super::text::text;
use super::value::small_integer;
use crate::java::{Expression, literal};
use crate::junit_version::JUnitVersion;

/// A literal of the value that compares equal where the static type of the actual value is of the category; `None` if
/// there is none.
pub(super) fn expected_value(
    scope: &mut TestScope<'_, '_>,
    value: &ObservedValue,
    category: TypeCategory,
) -> Option<Expression> {
    let is_number = matches!(category, TypeCategory::Primitive(_) | TypeCategory::Boxed(_));
    Some(match value {
        ObservedValue::Null => literal::null(),
        ObservedValue::Boolean(value) => literal::boolean(*value),
        ObservedValue::Byte(value) if is_number => literal::int(i32::from(*value)),
        ObservedValue::Byte(value) => small_integer("byte", i32::from(*value)),
        ObservedValue::Short(value) if is_number => literal::int(i32::from(*value)),
        ObservedValue::Short(value) => small_integer("short", i32::from(*value)),
        ObservedValue::Char(unit) => literal::character(*unit),
        ObservedValue::Int(value) => literal::int(*value),
        ObservedValue::Long(value) => literal::long(*value),
        ObservedValue::Float(value) => literal::float(*value),
        ObservedValue::Double(value) => literal::double(*value),
        ObservedValue::String(value) => text(scope, value.units()),
        ObservedValue::Enum { class, constant: name } | ObservedValue::OwnConstant { class, field: name } => {
            Expression::Class(scope.class(class)).field(name)
        }
        ObservedValue::List(elements) => {
            let elements = elements.iter().map(|it| expected_value(scope, it, TypeCategory::Object));
            let elements = elements.collect::<Option<_>>()?;
            list(scope, elements)
        }
        ObservedValue::Array { .. }
        | ObservedValue::Object { .. }
        | ObservedValue::Same { .. }
        | ObservedValue::Calls(_) => return None,
    })
}

/// Whether values of the category are of the primitive type or its box.
pub(super) fn is_of(category: TypeCategory, primitive: Primitive) -> bool {
    category == TypeCategory::Primitive(primitive) || category == TypeCategory::Boxed(primitive)
}

/// The tolerance of a floating point comparison, in proportion to large values; `None` where other values are compared, and where numbers
/// are compared exactly, for which JUnit 5 takes no tolerance of 0 and JUnit 4 takes nothing else.
pub(super) fn delta(
    version: JUnitVersion,
    value: &ObservedValue,
    category: TypeCategory,
) -> Option<Expression> {
    let is_written = |is_exact: bool| !is_exact || version == JUnitVersion::V4;
    match value {
        ObservedValue::Double(value) if is_of(category, Primitive::Double) => {
            let tolerance = tolerance(*value);
            is_written(tolerance == 0.0).then(|| literal::double(tolerance))
        }
        ObservedValue::Float(value) if is_of(category, Primitive::Float) => {
            let tolerance = float_tolerance(*value);
            is_written(tolerance == 0.0).then(|| literal::float(tolerance))
        }
        _ => None,
    }
}

/// The tolerance that serves all values.
pub(super) fn largest_delta(
    version: JUnitVersion,
    values: &[ObservedValue],
    category: TypeCategory,
) -> Option<Expression> {
    let largest = values.iter().max_by(|one, other| magnitude(one).total_cmp(&magnitude(other)));
    delta(version, largest?, category)
}

/// How large a number is; special values and other things count as 0.
fn magnitude(value: &ObservedValue) -> f64 {
    let magnitude = match value {
        ObservedValue::Float(value) => f64::from(value.abs()),
        ObservedValue::Double(value) => value.abs(),
        _ => 0.0,
    };
    if magnitude.is_finite() { magnitude } else { 0.0 }
}
