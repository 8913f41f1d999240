//! Arrays, with an initialiser where the plan found one.

use evoke_analysis::{Primitive, Type, TypeCategory, TypeId};

use super::test_scope::TestScope;
use super::value::assigned_value;
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
    let element = |variable| assigned_value(scope, variable, *component);
    let elements = initializer.elements.iter().map(|found| found.map_or_else(default, element));
    Expression::ArrayInitializer { ty, elements: elements.collect() }
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
