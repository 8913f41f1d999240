//! Arrays, with an initialiser where the plan found one.

use evoke_analysis::{Primitive, Type, TypeCategory, TypeId};
use evoke_testcase::{Statement, Value, VariableRef};

use super::test_scope::TestScope;
use crate::hole::Hole;
use crate::java::{Expression, literal};

/// The array that the statement at this position creates.
pub(super) fn array(
    scope: &mut TestScope<'_, '_>,
    position: usize,
    array_type: TypeId,
    length: u32,
) -> Expression {
    let ty = scope.erased(array_type);
    let cluster = scope.cluster;
    let (Some(initializer), Type::Array(component)) =
        (scope.plan.initializers.get(&position).filter(|_| length > 0), cluster.types.get(array_type))
    else {
        return Expression::NewArray { ty, length };
    };
    let default = || default_value(cluster.types.category(*component));
    let elements = initializer.elements.iter();
    let elements = elements.map(|found| found.map_or_else(default, |variable| element(scope, variable)));
    Expression::ArrayInitializer { ty, elements: elements.collect() }
}

/// An element of an initialiser; the array's type makes casts of small integers superfluous.
fn element(scope: &TestScope<'_, '_>, variable: VariableRef) -> Expression {
    if let Some(parameter) = scope.parameter(Hole::Statement(variable.index())) {
        return parameter;
    }
    match scope.statement(variable.index()) {
        Statement::Value(Value::Byte(value)) => literal::int(i32::from(*value)),
        Statement::Value(Value::Short(value)) => literal::int(i32::from(*value)),
        _ => scope.usage(variable),
    }
}

/// What an element has that nothing is written to.
fn default_value(category: TypeCategory) -> Expression {
    match category {
        TypeCategory::Primitive(Primitive::Boolean) => literal::boolean(false),
        TypeCategory::Primitive(Primitive::Char) => Expression::Literal("'\\0'".to_owned()),
        TypeCategory::Primitive(Primitive::Float) => literal::float(0.0),
        TypeCategory::Primitive(Primitive::Double) => literal::double(0.0),
        TypeCategory::Primitive(_) => literal::int(0),
        _ => literal::null(),
    }
}
