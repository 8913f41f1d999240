//! What stands between the parentheses where a mock is told what to answer: the values that it was always given, and a matcher
//! for those that differed or that a test cannot name.

use evoke_analysis::{TypeCategory, TypeTable};
use evoke_testcase::{ObservedValue, VariableRef};

use super::expected_value::expected_value;
use super::plan::Form;
use super::test_scope::TestScope;
use super::value::small_integer;
use crate::java::{Expression, Type, literal};
use crate::names::capitalized;

/// What matchers are imported from.
const MATCHERS: &str = "org.mockito.ArgumentMatchers";
/// Longest string that is written out.
const MAX_STRING: usize = 40;

/// A parameter, and what it was given in the calls that were made.
pub(super) struct Given<'a> {
    /// Without type arguments.
    pub(super) ty: Type,
    pub(super) values: Vec<&'a ObservedValue>,
}

/// The arguments of a call on the mock, which is of a method that has namesakes or not. Mockito wants matchers for all of them or for none.
pub(super) fn matched(
    scope: &mut TestScope<'_, '_>,
    given: Vec<Given<'_>>,
    is_overloaded: bool,
    mock: VariableRef,
) -> Vec<Expression> {
    let exact: Vec<Option<Expression>> =
        given.iter().map(|given| always(given).and_then(|value| exact(scope, value, mock))).collect();
    let needs_matchers = exact.iter().any(Option::is_none);
    let written = exact.into_iter().zip(given).map(|(exact, Given { ty, .. })| match exact {
        Some(value) if is_null(&value) && !needs_matchers => {
            if is_overloaded {
                value.cast(ty)
            } else {
                value
            }
        }
        Some(value) if !needs_matchers => value,
        Some(value) if is_null(&value) => of_type(matcher("isNull", Vec::new()), ty, is_overloaded),
        Some(value) => matcher("eq", vec![value]),
        None => any(ty, is_overloaded),
    });
    written.collect()
}

/// The value that it was given every time.
fn always<'a>(given: &Given<'a>) -> Option<&'a ObservedValue> {
    let first = *given.values.first()?;
    given.values.iter().all(|value| *value == first).then_some(first)
}

/// The value in Java, if it compares equal to itself and is there when the mock at this variable is.
fn exact(scope: &mut TestScope<'_, '_>, value: &ObservedValue, mock: VariableRef) -> Option<Expression> {
    match value {
        ObservedValue::Byte(value) => Some(small_integer("byte", i32::from(*value))),
        ObservedValue::Short(value) => Some(small_integer("short", i32::from(*value))),
        ObservedValue::String(text) if text.units().len() > MAX_STRING => None,
        ObservedValue::Same { variable } => {
            let is_array = scope
                .type_of(*variable)
                .is_some_and(|ty| matches!(scope.cluster.types.category(ty), TypeCategory::Array(_)));
            let can_be_named = match scope.plan.forms[variable.index()] {
                Form::Declared => true,
                // A constant is the same wherever it is read.
                Form::Inline => scope.reads_constant(variable.index()),
                Form::Omitted | Form::Effect | Form::Asserted(_) => false,
            };
            (*variable < mock && can_be_named && !is_array).then(|| scope.usage(*variable))
        }
        value => expected_value(scope, value, scope.cluster.types.category(TypeTable::OBJECT)),
    }
}

fn is_null(expression: &Expression) -> bool {
    *expression == literal::null()
}

/// A matcher of whatever is given.
fn any(ty: Type, is_overloaded: bool) -> Expression {
    match &ty {
        Type::Keyword(keyword) => matcher(&format!("any{}", capitalized(keyword)), Vec::new()),
        // Of a variable number of arguments `any()` would be one.
        Type::Array(_) => matcher("any", vec![Expression::ClassLiteral(ty)]),
        Type::Class(_) => of_type(matcher("any", Vec::new()), ty, is_overloaded),
    }
}

fn of_type(matcher: Expression, ty: Type, is_overloaded: bool) -> Expression {
    if is_overloaded { matcher.cast(ty) } else { matcher }
}

fn matcher(name: &str, arguments: Vec<Expression>) -> Expression {
    Expression::ImportedCall { class: MATCHERS.to_owned(), method: name.to_owned(), arguments }
}
