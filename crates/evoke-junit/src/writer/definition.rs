//! What a statement of a test computes, as an expression.

use evoke_analysis::TypeCategory;
use evoke_testcase::{Statement, VariableRef};

use super::array::array;
use super::call::call;
use super::mock::{is_mock, mock};
use super::stub::stub;
use super::test_scope::TestScope;
use super::value::{assigned_value, value};
use crate::hole::Hole;
use crate::java::Expression;

/// The expression of the statement at this position.
pub(super) fn definition(scope: &mut TestScope<'_, '_>, position: usize) -> Expression {
    if let Some(parameter) = scope.parameter(Hole::Statement(position)) {
        return parameter;
    }
    match scope.statement(position) {
        Statement::Value(literal) => value(scope, literal),
        Statement::Invoke { callable, receiver, arguments } => call(scope, *callable, *receiver, arguments),
        Statement::NewArray { array_type, length } => array(scope, position, *array_type, *length),
        Statement::Stub(instance) if is_mock(scope, instance) => mock(scope, instance),
        Statement::Stub(instance) => stub(scope, VariableRef(position as u32), instance),
        Statement::WriteElement { array, index, value } => {
            let category = scope.type_of(*array).map(|ty| scope.cluster.types.category(ty));
            let written = match category {
                Some(TypeCategory::Array(component)) => assigned_value(scope, *value, component),
                _ => scope.usage(*value),
            };
            let element = Expression::Element { array: Box::new(scope.usage(*array)), index: *index };
            element.assigned(written)
        }
    }
}
