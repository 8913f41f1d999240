//! Objects that a test implements itself: a lambda where Java allows one, else an anonymous class.

use std::collections::BTreeSet;

use evoke_analysis::{StubMethod, StubType, TypeId, TypeTable};
use evoke_classfile::ClassName;
use evoke_testcase::{StubInstance, StubReturn, VariableRef};

use super::polynomial::polynomial;
use super::test_scope::TestScope;
use crate::java::{Expression, Instantiation, LambdaBody, Method, Parameter, Statement, Type};
use crate::names::{is_usable, unique};

/// What parameters without a name are called.
const PARAMETER_NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// The object as an expression.
pub(super) fn stub(scope: &mut TestScope<'_, '_>, instance: &StubInstance) -> Expression {
    let cluster = scope.cluster;
    let stub = cluster.stub(instance.stub);
    match stub.methods.as_slice() {
        [method] if stub.is_functional => lambda(scope, method, instance.returns.first()),
        _ => anonymous_class(scope, stub, instance),
    }
}

fn lambda(scope: &mut TestScope<'_, '_>, method: &StubMethod, returned: Option<&StubReturn>) -> Expression {
    let parameters = parameter_names(scope, method);
    let body = match returned.map(|returned| returned_value(scope, returned, &parameters)) {
        Some(Some(value)) => LambdaBody::Expression(Box::new(value)),
        Some(None) => LambdaBody::Block(vec![throw(scope, method)]),
        None => LambdaBody::Block(Vec::new()),
    };
    Expression::Lambda { parameters, body }
}

fn anonymous_class(scope: &mut TestScope<'_, '_>, stub: &StubType, instance: &StubInstance) -> Expression {
    let Type::Class(class) = scope.ty(stub.ty) else { return Expression::Class(scope.class(&stub.class)) };
    let mut arguments = Vec::new();
    for (position, argument) in instance.arguments.iter().enumerate() {
        arguments.push(constructor_argument(scope, stub.parameters.get(position), *argument));
    }
    let mut returns = instance.returns.iter();
    let mut methods = Vec::new();
    for method in &stub.methods {
        let returned = if method.return_type == TypeTable::VOID { None } else { returns.next() };
        methods.push(implementation(scope, method, returned));
    }
    let body = Some(methods);
    Expression::New(Box::new(Instantiation { outer: None, class, has_diamond: false, arguments, body }))
}

/// `null` gets a cast, since constructors are overloaded more often than not.
fn constructor_argument(
    scope: &mut TestScope<'_, '_>,
    parameter: Option<&TypeId>,
    argument: VariableRef,
) -> Expression {
    let expression = scope.usage(argument);
    match parameter {
        Some(parameter) if scope.is_null(argument) => expression.cast(scope.erased(*parameter)),
        _ => expression,
    }
}

fn implementation(
    scope: &mut TestScope<'_, '_>,
    method: &StubMethod,
    returned: Option<&StubReturn>,
) -> Method {
    let names = parameter_names(scope, method);
    // `Class<?>` does not override the `Class<T>` of a method with a `T` of its own; `Class` does.
    let mut type_name = |ty| if method.is_generic { scope.erased(ty) } else { scope.ty(ty) };
    let types = method.parameters.iter().map(|ty| type_name(*ty));
    let parameters = types.zip(&names).map(|(ty, name)| Parameter { ty, name: name.clone() }).collect();
    let return_type = type_name(method.return_type);
    let mut throws = None;
    let body = match returned.map(|returned| returned_value(scope, returned, &names)) {
        Some(Some(value)) => vec![Statement::Return(value)],
        Some(None) => {
            throws = is_checked(&method.thrown).then(|| scope.class(&method.thrown));
            vec![throw(scope, method)]
        }
        None => Vec::new(),
    };
    Method { name: method.name.clone(), parameters, return_type, throws, body }
}

fn throw(scope: &mut TestScope<'_, '_>, method: &StubMethod) -> Statement {
    Statement::Throw(Expression::new_object(scope.class(&method.thrown), Vec::new()))
}

/// What the method gives; `None` if it throws instead.
fn returned_value(scope: &TestScope<'_, '_>, returned: &StubReturn, names: &[String]) -> Option<Expression> {
    let parameter =
        |position: u8| Expression::variable(names.get(usize::from(position)).cloned().unwrap_or_default());
    match returned {
        StubReturn::Variable(variable) => Some(scope.usage(*variable)),
        StubReturn::Parameter(position) => Some(parameter(*position)),
        StubReturn::Polynomial { parameter: position, coefficients } => {
            Some(polynomial(&parameter(*position), *coefficients))
        }
        StubReturn::Throw => None,
    }
}

/// Names that no variable of the test has, since a lambda may not hide one.
fn parameter_names(scope: &TestScope<'_, '_>, method: &StubMethod) -> Vec<String> {
    let mut taken: BTreeSet<String> = scope.variables.iter().cloned().collect();
    let mut names = Vec::new();
    for position in 0..method.parameters.len() {
        let known = method.parameter_names.get(position).cloned().flatten();
        let fallback = PARAMETER_NAMES.get(position).copied().unwrap_or("x");
        let name = known.filter(|name| is_usable(name)).unwrap_or_else(|| fallback.to_owned());
        names.push(unique(&name, &mut taken));
    }
    names
}

/// Whether a method has to declare what it throws.
fn is_checked(exception: &ClassName) -> bool {
    exception.as_str() != "java/lang/IllegalStateException"
}
