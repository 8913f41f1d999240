//! Objects that a test implements itself: a lambda where Java allows one, else an anonymous class.

use std::collections::BTreeSet;

use evoke_analysis::{StubMethod, StubType, TypeCategory, TypeId};
use evoke_classfile::ClassName;
use evoke_testcase::{MAX_CALLBACKS, StubCallback, StubInstance, StubReturn, VariableRef};

use super::arguments::arguments;
use super::call_log::CallLog;
use super::polynomial::polynomial;
use super::test_scope::TestScope;
use crate::fixture::FOLDER;
use crate::java::{
    ClassBody, ClassType, Constructor, Expression, If, Instantiation, LambdaBody, Method, Operator,
    Parameter, Statement, Supertype, Switch, Type, literal,
};
use crate::names::{is_usable, type_noun, unique};

/// What parameters without a name are called.
const PARAMETER_NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// The object as an expression.
pub(super) fn stub(
    scope: &mut TestScope<'_, '_>,
    variable: VariableRef,
    instance: &StubInstance,
) -> Expression {
    let cluster = scope.cluster;
    let stub = cluster.stub(instance.stub);
    let is_lambda = instance.can_be_lambda(stub);
    let mut implemented = stub.methods.iter().enumerate().filter(|(_, method)| !method.is_optional);
    let mut decided = stub.decided_methods().zip(&instance.returns);
    let returned = decided.find(|(method, _)| !method.is_optional).map(|(_, returned)| returned);
    match implemented.next() {
        Some((position, method)) if is_lambda && scope.logs.contains_key(&variable) => {
            // One that gives something, or throws, has two things to do.
            if !method.gives() && !matches!(returned, Some(StubReturn::Throw(_))) {
                return logging_lambda(scope, variable, (position, method));
            }
            anonymous_class(scope, variable, stub, instance)
        }
        Some((_, method)) if is_lambda => lambda(scope, method, returned),
        _ => anonymous_class(scope, variable, stub, instance),
    }
}

fn lambda(scope: &mut TestScope<'_, '_>, method: &StubMethod, returned: Option<&StubReturn>) -> Expression {
    let parameters = parameter_names(scope, method);
    let body = match returned.and_then(|returned| ending(scope, method, returned, &parameters)) {
        Some(Statement::Return(value)) => LambdaBody::Expression(Box::new(value)),
        statement => LambdaBody::Block(statement.into_iter().collect()),
    };
    Expression::Lambda { parameters, body }
}

/// A lambda that writes its calls to the list of the stub.
fn logging_lambda(
    scope: &TestScope<'_, '_>,
    variable: VariableRef,
    (position, method): (usize, &StubMethod),
) -> Expression {
    let parameters = parameter_names(scope, method);
    let log = CallLog::of(scope, variable);
    let body = match log.and_then(|log| log.entry(position, method, &parameters)) {
        Some(entry) => LambdaBody::Expression(Box::new(entry)),
        None => LambdaBody::Block(Vec::new()),
    };
    Expression::Lambda { parameters, body }
}

/// What a method does.
#[derive(Clone, Copy)]
struct Behaviour<'a> {
    /// The stub, and the position of the method.
    place: (VariableRef, usize),
    /// What it calls first.
    callback: Option<&'a StubCallback>,
    /// What it gives, or how it ends if that is decided.
    returned: Option<&'a StubReturn>,
}

/// Fields that count calls.
struct Counters {
    names: Vec<String>,
    taken: BTreeSet<String>,
}

impl Counters {
    /// A new counter of the calls of a method.
    fn counter_of(&mut self, method: &StubMethod) -> Expression {
        let name = unique(&format!("{}Calls", method.name), &mut self.taken);
        self.names.push(name.clone());
        Expression::Increment(Box::new(Expression::variable(name)))
    }
}

/// The statements of a method.
fn body(
    scope: &mut TestScope<'_, '_>,
    method: &StubMethod,
    does: Behaviour<'_>,
    names: &[String],
    counters: &mut Counters,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    let (variable, position) = does.place;
    let log = CallLog::of(scope, variable);
    statements.extend(log.and_then(|log| log.entry(position, method, names)).map(Statement::Expression));
    if let Some(callback) = does.callback {
        let most = literal::int(i32::from(MAX_CALLBACKS));
        let condition = counters.counter_of(method).combined(Operator::Less, most);
        statements.push(Statement::If(If { condition, body: vec![call_back(scope, callback, names)] }));
    }
    statements.extend(does.returned.and_then(|returned| match returned {
        StubReturn::Successive(values) if values.iter().any(|value| *value != values[0]) => {
            Some(switch_by_count(scope, counters.counter_of(method), values))
        }
        StubReturn::Successive(values) => ending(scope, method, &StubReturn::Variable(values[0]), names),
        returned => ending(scope, method, returned, names),
    }));
    statements
}

/// How a method ends that gives the same in each call; `None` if it is `void` and does not throw.
fn ending(
    scope: &mut TestScope<'_, '_>,
    method: &StubMethod,
    returned: &StubReturn,
    names: &[String],
) -> Option<Statement> {
    if let Some(exception) = exception(scope, method, returned) {
        return Some(Statement::Throw(exception));
    }
    if !method.gives() {
        return None;
    }
    let value = returned_value(scope, returned, names);
    Some(Statement::Return(value.unwrap_or_else(|| default_value(scope, method.return_type))))
}

/// What a field of the type holds at first.
fn default_value(scope: &TestScope<'_, '_>, ty: TypeId) -> Expression {
    match scope.cluster.types.category(ty) {
        TypeCategory::Primitive(primitive) => literal::default_of(&Type::keyword(primitive.keyword())),
        _ => literal::null(),
    }
}

/// Gives one value after the other, and counts them.
fn switch_by_count(scope: &TestScope<'_, '_>, selector: Expression, values: &[VariableRef]) -> Statement {
    let given = |value: &VariableRef| vec![Statement::Return(scope.usage(*value))];
    let n_cases = values.iter().rposition(|value| Some(value) != values.last()).map_or(0, |last| last + 1);
    Statement::Switch(Switch {
        selector,
        cases: values[..n_cases].iter().map(given).collect(),
        default: values.last().map(given).unwrap_or_default(),
    })
}

/// The call of a method on an argument.
fn call_back(scope: &mut TestScope<'_, '_>, callback: &StubCallback, names: &[String]) -> Statement {
    let callable = scope.cluster.callable(callback.callable);
    let object = names.get(usize::from(callback.parameter)).cloned().unwrap_or_default();
    let arguments = arguments(scope, callable, &callback.arguments);
    Statement::Expression(Expression::variable(object).call(&callable.name, arguments))
}

fn anonymous_class(
    scope: &mut TestScope<'_, '_>,
    variable: VariableRef,
    stub: &StubType,
    instance: &StubInstance,
) -> Expression {
    let Type::Class(class) = scope.ty(stub.ty) else { return Expression::Class(scope.class(&stub.class)) };
    let mut arguments = Vec::new();
    for (position, argument) in instance.arguments.iter().enumerate() {
        arguments.push(constructor_argument(scope, stub.parameters.get(position), *argument));
    }
    let mut returns = instance.returns.iter();
    let mut counters = Counters { names: Vec::new(), taken: scope.taken_names() };
    let mut methods = Vec::new();
    for (position, method) in stub.methods.iter().enumerate() {
        let returned = if method.is_decided() { returns.next() } else { None };
        if returned == Some(&StubReturn::Inherited) {
            continue;
        }
        let callback = instance.callbacks.iter().find(|it| usize::from(it.method) == position);
        let does = Behaviour { place: (variable, position), callback, returned };
        methods.push(implementation(scope, method, does, &mut counters));
    }
    let body = Some(ClassBody { counters: counters.names, methods, supertype: supertype(scope, stub) });
    Expression::New(Box::new(Instantiation { outer: None, class, has_diamond: false, arguments, body }))
}

/// How a class with a name of its own would be declared.
fn supertype(scope: &mut TestScope<'_, '_>, stub: &StubType) -> Option<Supertype> {
    if stub.is_interface {
        return Some(Supertype::Interface);
    }
    if stub.parameters.len() > PARAMETER_NAMES.len() {
        return None;
    }
    let named = stub.parameters.iter().zip(PARAMETER_NAMES);
    let parameters = named.map(|(ty, name)| Parameter { ty: scope.ty(*ty), name: name.to_owned() }).collect();
    let throws = stub.exceptions.iter().map(|exception| scope.class(exception)).collect();
    Some(Supertype::Class(Constructor { parameters, throws }))
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
    does: Behaviour<'_>,
    counters: &mut Counters,
) -> Method {
    let names = parameter_names(scope, method);
    // `Class<?>` does not override the `Class<T>` of a method with a `T` of its own; `Class` does.
    let mut type_name = |ty| if method.is_generic { scope.erased(ty) } else { scope.ty(ty) };
    let types = method.parameters.iter().map(|ty| type_name(*ty));
    let parameters = types.zip(&names).map(|(ty, name)| Parameter { ty, name: name.clone() }).collect();
    let return_type = type_name(method.return_type);
    let throws = exceptions(scope, method, does);
    let body = body(scope, method, does, &names, counters);
    Method { name: method.name.clone(), parameters, return_type, throws, body }
}

/// What the method has to declare that it throws.
fn exceptions(scope: &mut TestScope<'_, '_>, method: &StubMethod, does: Behaviour<'_>) -> Vec<ClassType> {
    let mut thrown: BTreeSet<&ClassName> = BTreeSet::new();
    if let Some(callback) = does.callback {
        thrown.extend(&scope.cluster.callable(callback.callable).exceptions);
    }
    if let Some(StubReturn::Throw(position)) = does.returned {
        thrown.extend(method.thrown.get(usize::from(*position)).map(|exception| &exception.class));
    }
    let checked: Vec<&ClassName> =
        thrown.into_iter().filter(|exception| scope.is_checked(exception)).collect();
    checked.into_iter().map(|exception| scope.class(exception)).collect()
}

/// The exception that the method throws; `None` if it throws none.
pub(super) fn exception(
    scope: &mut TestScope<'_, '_>,
    method: &StubMethod,
    returned: &StubReturn,
) -> Option<Expression> {
    let StubReturn::Throw(position) = returned else { return None };
    let exception = method.thrown.get(usize::from(*position))?;
    let arguments = if exception.takes_text { vec![literal::string(&[])] } else { Vec::new() };
    Some(Expression::new_object(scope.class(&exception.class), arguments))
}

/// What the method gives by one expression; `None` if there is no such.
fn returned_value(scope: &TestScope<'_, '_>, returned: &StubReturn, names: &[String]) -> Option<Expression> {
    let parameter =
        |position: u8| Expression::variable(names.get(usize::from(position)).cloned().unwrap_or_default());
    match returned {
        StubReturn::Variable(variable) => Some(scope.usage(*variable)),
        StubReturn::Parameter(position) => Some(parameter(*position)),
        StubReturn::Polynomial { parameter: position, coefficients } => {
            Some(polynomial(&parameter(*position), *coefficients))
        }
        StubReturn::Successive(_) | StubReturn::Default | StubReturn::Throw(_) | StubReturn::Inherited => {
            None
        }
    }
}

/// Names that no variable of the test has, since a lambda may not hide one: those of the class file, else what the type says, where no other
/// parameter is of one that says the same.
fn parameter_names(scope: &TestScope<'_, '_>, method: &StubMethod) -> Vec<String> {
    let mut taken = scope.taken_names();
    // What surrounds a lambda may have them.
    taken.extend([super::exception::VARIABLE, FOLDER].map(str::to_owned));
    let nouns: Vec<Option<String>> =
        method.parameters.iter().map(|ty| type_noun(scope.cluster, *ty)).collect();
    let (mut names, mut fallbacks) = (Vec::new(), PARAMETER_NAMES.into_iter());
    for (position, noun) in nouns.iter().enumerate() {
        let known = method.parameter_names.get(position).cloned().flatten().filter(|name| is_usable(name));
        let is_only_one = nouns.iter().filter(|other| *other == noun).count() == 1;
        let noun = noun.clone().filter(|noun| is_only_one && !taken.contains(noun));
        let name = known.or(noun).unwrap_or_else(|| fallbacks.next().unwrap_or("x").to_owned());
        names.push(unique(&name, &mut taken));
    }
    names
}
