//! Observations as Java: what was seen of a value, as a call on JUnit.

use evoke_analysis::{Primitive, TypeCategory, TypeId};
use evoke_testcase::ObservedValue;

use super::expected_value::{delta, expected_value, is_of, largest_delta};
use super::junit_call::junit_call;
use super::test_scope::TestScope;
use crate::hole::Hole;
use crate::java::{Expression, literal};
use crate::junit_version::JUnitVersion;

/// The check that `actual`, of this static type, has the value that the assertion of this number expects; `None` if JUnit has no
/// plain way to say it.
pub(super) fn check(
    scope: &mut TestScope<'_, '_>,
    number: usize,
    actual: Expression,
    ty: TypeId,
) -> Option<Expression> {
    let category = scope.cluster.types.category(ty);
    let value = &scope.draft.assertions[number].value;
    if let Some(expected) = scope.parameter(Hole::Assertion(number)) {
        return Some(equality(scope, value, expected, actual, category));
    }
    let (method, arguments) = match value {
        ObservedValue::Null => ("assertNull", vec![actual]),
        ObservedValue::Object { .. } => ("assertNotNull", vec![actual]),
        ObservedValue::Same { variable } => ("assertSame", vec![scope.usage(*variable), actual]),
        constant @ ObservedValue::OwnConstant { .. } => {
            ("assertSame", vec![expected_value(scope, constant, category)?, actual])
        }
        ObservedValue::Boolean(value) if is_of(category, Primitive::Boolean) => {
            (if *value { "assertTrue" } else { "assertFalse" }, vec![actual])
        }
        ObservedValue::List(elements) if elements.is_empty() && is_collection(scope, ty) => {
            ("assertTrue", vec![actual.call("isEmpty", Vec::new())])
        }
        ObservedValue::Array { length, elements } => {
            let TypeCategory::Array(component) = category else { return None };
            match elements {
                Some(elements) if !elements.is_empty() => {
                    ("assertArrayEquals", array_comparison(scope, elements, component, actual)?)
                }
                _ => ("assertEquals", vec![literal::int(*length as i32), actual.field("length")]),
            }
        }
        // Around these a tolerance is none, but JUnit 4 takes nothing else. In a table it may be one of other rows.
        number if scope.version == JUnitVersion::V5 && is_no_finite_number(number) => {
            ("assertEquals", vec![expected_value(scope, number, category)?, unboxed(actual, category)])
        }
        _ => {
            let expected = expected_value(scope, value, category)?;
            return Some(equality(scope, value, expected, actual, category));
        }
    };
    Some(junit_call(scope.version, method, arguments))
}

fn is_no_finite_number(value: &ObservedValue) -> bool {
    match value {
        ObservedValue::Float(value) => !value.is_finite(),
        ObservedValue::Double(value) => !value.is_finite(),
        _ => false,
    }
}

/// Whether values of the static type can be asked whether they are empty.
fn is_collection(scope: &TestScope<'_, '_>, ty: TypeId) -> bool {
    const COLLECTIONS: [&str; 5] = [
        "java/util/Collection",
        "java/util/List",
        "java/util/ArrayList",
        "java/util/LinkedList",
        "java/util/Vector",
    ];
    scope.cluster.types.class_name(ty).is_some_and(|class| COLLECTIONS.contains(&class.as_str()))
}

/// The check that the actual value equals the expected one, which is compared as this value has to be.
fn equality(
    scope: &TestScope<'_, '_>,
    value: &ObservedValue,
    expected: Expression,
    actual: Expression,
    category: TypeCategory,
) -> Expression {
    let mut arguments = vec![expected, unboxed(actual, category)];
    arguments.extend(delta(scope.version, value, category));
    junit_call(scope.version, "assertEquals", arguments)
}

fn array_comparison(
    scope: &mut TestScope<'_, '_>,
    elements: &[ObservedValue],
    component: TypeId,
    actual: Expression,
) -> Option<Vec<Expression>> {
    let category = scope.cluster.types.category(component);
    let mut arguments = vec![expected_array(scope, elements, component)?, actual];
    // There is none for boxes.
    if matches!(category, TypeCategory::Primitive(_)) {
        arguments.extend(largest_delta(scope.version, elements, category));
    }
    Some(arguments)
}

/// An array of these elements, which may be arrays themselves.
fn expected_array(
    scope: &mut TestScope<'_, '_>,
    elements: &[ObservedValue],
    component: TypeId,
) -> Option<Expression> {
    let category = scope.cluster.types.category(component);
    let ty = scope.erased(component).array();
    let mut expected = Vec::with_capacity(elements.len());
    for element in elements {
        expected.push(match (element, category) {
            (ObservedValue::Array { elements: Some(row), .. }, TypeCategory::Array(inner)) => {
                expected_array(scope, row, inner)?
            }
            _ => expected_value(scope, element, category)?,
        });
    }
    Some(Expression::ArrayInitializer { ty, elements: expected })
}

/// A boxed actual value is unboxed: `assertEquals(1, integer)` is ambiguous in JUnit 4 and early versions of 5.
fn unboxed(actual: Expression, category: TypeCategory) -> Expression {
    match category {
        TypeCategory::Boxed(primitive) => actual.call(format!("{}Value", primitive.keyword()), Vec::new()),
        _ => actual,
    }
}
