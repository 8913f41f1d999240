//! The arguments of a call: cast where an overload would take them too, and written out where the last parameter is
//! variable.

use evoke_analysis::{Callable, Type, TypeCategory, TypeId};
use evoke_testcase::{Statement, VariableRef};

use super::overloads::{overloads, twins, would_fit};
use super::plan::Form;
use super::test_scope::TestScope;
use crate::java::Expression;

/// The arguments as the call writes them.
pub(super) fn arguments(
    scope: &mut TestScope<'_, '_>,
    callable: &Callable,
    arguments: &[VariableRef],
) -> Vec<Expression> {
    let casts = Casts::new(scope, callable, arguments);
    let twins = twins(scope.cluster, callable);
    let mut written = Vec::new();
    for (position, (argument, parameter)) in arguments.iter().zip(&callable.parameters).enumerate() {
        let is_variable = callable.is_varargs && position + 1 == arguments.len();
        let elements = is_variable.then(|| variable_arguments(scope, callable, *argument)).flatten();
        if let Some(elements) = elements {
            written.extend(elements);
            continue;
        }
        let is_cast = if callable.takes_outer_instance && position == 0 {
            scope.hides(*argument, callable)
        } else {
            casts.are_needed(scope, *argument, *parameter, is_variable)
        };
        let mut expression = scope.usage(*argument);
        let tells_twins = twins.iter().any(|twin| twin.parameters.get(position) != Some(parameter));
        if tells_twins && !says_its_type(scope, *argument, *parameter) {
            expression = expression.cast(scope.ty(*parameter));
        } else if is_cast {
            expression = expression.cast(scope.erased(*parameter));
        }
        written.push(expression);
    }
    written
}

/// Whether what is written for an argument has type arguments that tell which parameter is meant, as `null`, lambdas and what is raw have not.
fn says_its_type(scope: &TestScope<'_, '_>, argument: VariableRef, parameter: TypeId) -> bool {
    let types = &scope.cluster.types;
    let is_lambda = matches!(scope.statement(argument.index()), Statement::Stub(_))
        && scope.plan.forms[argument.index()] == Form::Inline;
    let has_arguments = |ty| matches!(types.get(ty), Type::Class { arguments, .. } if !arguments.is_empty());
    types.is_primitive(parameter)
        || !scope.is_null(argument) && !is_lambda && scope.type_of(argument).is_some_and(has_arguments)
}

/// When arguments of a call have to say which method is meant.
struct Casts {
    /// Whether an overload would take all arguments as they are.
    is_ambiguous: bool,
    /// Whether `null` may mean a parameter of another method.
    is_null_ambiguous: bool,
}

impl Casts {
    fn new(scope: &TestScope<'_, '_>, callable: &Callable, arguments: &[VariableRef]) -> Self {
        let overloads = overloads(scope.cluster, callable);
        let is_same_arity = |overload: &&Callable| overload.parameters.len() == arguments.len();
        Self {
            is_ambiguous: overloads.iter().any(|overload| would_fit(scope, overload, arguments)),
            is_null_ambiguous: callable.has_namesake || overloads.iter().any(is_same_arity),
        }
    }

    fn are_needed(
        &self,
        scope: &TestScope<'_, '_>,
        argument: VariableRef,
        parameter: TypeId,
        is_variable: bool,
    ) -> bool {
        if scope.is_null(argument) {
            return self.is_null_ambiguous || is_variable;
        }
        // A cast would lose what `javac` infers from a class literal.
        let is_class = scope.cluster.types.category(parameter) == TypeCategory::Class;
        self.is_ambiguous && !is_class && scope.type_of(argument) != Some(parameter)
    }
}

/// The elements of the array passed for `T...`, if writing them out cannot choose another method.
fn variable_arguments(
    scope: &TestScope<'_, '_>,
    callable: &Callable,
    array: VariableRef,
) -> Option<Vec<Expression>> {
    if scope.plan.forms[array.index()] != Form::Inline || !overloads(scope.cluster, callable).is_empty() {
        return None;
    }
    let Statement::NewArray { array_type, length } = scope.statement(array.index()) else { return None };
    if callable.parameters.last() != Some(array_type) {
        return None;
    }
    let variables: Vec<VariableRef> = match scope.plan.initializers.get(&array.index()) {
        Some(initializer) => initializer.elements.iter().copied().collect::<Option<_>>()?,
        None if *length == 0 => Vec::new(),
        None => return None,
    };
    // A single null or array would be taken for the whole array.
    let stands_for_all = |variable: &VariableRef| {
        let ty = scope.type_of(*variable);
        scope.is_null(*variable) || ty.is_some_and(|ty| matches!(scope.cluster.types.get(ty), Type::Array(_)))
    };
    if variables.len() == 1 && variables.iter().any(stands_for_all) {
        return None;
    }
    Some(variables.into_iter().map(|variable| scope.usage(variable)).collect())
}
