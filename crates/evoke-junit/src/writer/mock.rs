//! Stubs with many methods as mocks of Mockito: no more is said of them than what they answer to the calls that were made.
//!
//! Only interfaces are mocked: of an abstract class a mock would not run the constructor. What a mock cannot do as the stub does
//! it, call something back for example, stays a class.

use std::collections::BTreeMap;

use evoke_analysis::{Argument, DefaultMethod, StubMethod, StubType, TypeCategory};
use evoke_classfile::ClassName;
use evoke_testcase::{StubCall, StubInstance, StubMember, StubReturn, VariableRef};

use super::mock_arguments::{Given, matched};
use super::mock_draft::{calls_on, can_be_mock};
use super::stub::exception;
use super::test_scope::TestScope;
use crate::java;
use crate::java::{Expression, LambdaBody, Type};
use crate::names::unique;
use crate::stub_style::StubStyle;

/// What Mockito's methods are imported from.
const MOCKITO: &str = "org.mockito.Mockito";
/// Types of which a mock gives an empty one, or a zero, where nothing else is said; of all others `null`.
const EMPTY_BY_DEFAULT: [&str; 3] = ["java/util/", "java/time/", "java/lang/Iterable"];

/// Whether the stub is written as a mock in this test.
pub(super) fn is_mock(scope: &TestScope<'_, '_>, instance: &StubInstance) -> bool {
    scope.stubs == StubStyle::Mockito
        && scope.draft.stub_calls.is_some()
        && can_be_mock(instance, scope.cluster.stub(instance.stub))
}

/// `mock(Type.class)`
pub(super) fn mock(scope: &mut TestScope<'_, '_>, instance: &StubInstance) -> Expression {
    let stub = scope.cluster.stub(instance.stub);
    mockito("mock", vec![Expression::ClassLiteral(scope.class(&stub.class).into())])
}

/// What the mock in the variable is told to answer to the calls that were made on it, in the order of these, and what the calls
/// in there declare to throw.
pub(super) fn answers(
    scope: &mut TestScope<'_, '_>,
    variable: VariableRef,
    instance: &StubInstance,
) -> (Vec<java::Statement>, Vec<ClassName>) {
    let stub = scope.cluster.stub(instance.stub);
    let calls = calls_on(scope.draft, variable);
    let mut by_member: BTreeMap<StubMember, Vec<&StubCall>> = BTreeMap::new();
    let mut order = Vec::new();
    for call in &calls {
        let of_member = by_member.entry(call.member).or_default();
        if of_member.is_empty() {
            order.push(call.member);
        }
        of_member.push(call);
    }
    let (mut statements, mut exceptions) = (Vec::new(), Vec::new());
    for member in order {
        let calls = by_member.remove(&member).unwrap_or_default();
        let Some(called) = Called::of(stub, instance, member) else { continue };
        if let Some(answer) = called.answer(scope, variable, &calls) {
            statements.push(java::Statement::Expression(answer));
            exceptions.extend_from_slice(called.exceptions());
        }
    }
    (statements, exceptions)
}

/// A method of a mock that was called.
enum Called<'a> {
    Implemented { method: &'a StubMethod, returned: &'a StubReturn, stub: &'a StubType },
    Default { method: &'a DefaultMethod, stub: &'a StubType },
}

impl<'a> Called<'a> {
    /// The method, if it gives anything or can throw.
    fn of(stub: &'a StubType, instance: &'a StubInstance, member: StubMember) -> Option<Self> {
        match member {
            StubMember::Default(position) => {
                Some(Self::Default { method: stub.defaults.get(position)?, stub })
            }
            StubMember::Implemented(position) => {
                let method = stub.methods.get(position)?;
                let returned = instance.returns.get(stub.place_among_decided(position)?)?;
                Some(Self::Implemented { method, returned, stub })
            }
        }
    }

    fn exceptions(&self) -> &'a [ClassName] {
        match self {
            Self::Implemented { method, .. } => &method.exceptions,
            Self::Default { method, .. } => &method.exceptions,
        }
    }

    /// `when(x.m(arguments)).thenReturn(value)`, `doThrow(exception).when(x).m(arguments)` for one that gives nothing; `None` where a mock does so anyway.
    fn answer(
        &self,
        scope: &mut TestScope<'_, '_>,
        variable: VariableRef,
        calls: &[&StubCall],
    ) -> Option<Expression> {
        let mock = Expression::variable(scope.variables[variable.index()].clone());
        let (method, returned, stub) = match self {
            Self::Implemented { method, returned, stub } => (*method, *returned, *stub),
            Self::Default { method, stub } => {
                let types = method.descriptor.parameters.iter().map(|ty| scope.field_type(ty)).collect();
                let arguments = arguments(scope, stub, &method.name, types, variable, calls);
                let when = mockito("when", vec![mock.call(&method.name, arguments)]);
                return Some(when.call("thenCallRealMethod", Vec::new()));
            }
        };
        let types = method.parameters.iter().map(|ty| scope.erased(*ty)).collect();
        let arguments = arguments(scope, stub, &method.name, types, variable, calls);
        let when = |mock: Expression, arguments| mockito("when", vec![mock.call(&method.name, arguments)]);
        match returned {
            StubReturn::Throw(_) if !method.gives() => {
                let exception = exception(scope, method, returned)?;
                let throwing = mockito("doThrow", vec![exception]);
                Some(throwing.call("when", vec![mock]).call(&method.name, arguments))
            }
            StubReturn::Default if !method.gives() => None,
            StubReturn::Throw(_) => {
                let exception = exception(scope, method, returned)?;
                Some(when(mock, arguments).call("thenThrow", vec![exception]))
            }
            StubReturn::Parameter(position) => {
                Some(when(mock, arguments).call("thenAnswer", vec![argument_again(scope, *position)]))
            }
            returned => {
                let values = values(scope, method, returned, calls.len())?;
                Some(if can_be_typed(scope, method, returned) {
                    when(mock, arguments).call("thenReturn", values)
                } else {
                    mockito("doReturn", values).call("when", vec![mock]).call(&method.name, arguments)
                })
            }
        }
    }
}

/// What is given to a method of the mock, or stands for that, in a statement at the place of the variable.
pub(super) fn arguments(
    scope: &mut TestScope<'_, '_>,
    stub: &StubType,
    method: &str,
    types: Vec<Type>,
    place: VariableRef,
    calls: &[&StubCall],
) -> Vec<Expression> {
    let is_namesake = |name: &str, n_parameters: usize| name == method && n_parameters == types.len();
    let implemented = stub.methods.iter().filter(|it| is_namesake(&it.name, it.parameters.len()));
    let defaults = stub.defaults.iter().filter(|it| is_namesake(&it.name, it.descriptor.parameters.len()));
    let is_overloaded = implemented.count() + defaults.count() > 1;
    let given = types.into_iter().enumerate().map(|(position, ty)| {
        let values = calls.iter().filter_map(|call| call.arguments.get(position)).collect();
        Given { ty, values }
    });
    matched(scope, given.collect(), is_overloaded, place)
}

/// The values that the calls were given; `None` where a mock gives them anyway.
fn values(
    scope: &mut TestScope<'_, '_>,
    method: &StubMethod,
    returned: &StubReturn,
    n_calls: usize,
) -> Option<Vec<Expression>> {
    let given = returned.variables();
    let given = &given[..given.len().min(n_calls)];
    let n_different = given.iter().rposition(|value| Some(value) != given.last()).map_or(1, |last| last + 2);
    if given.is_empty() || n_different == 1 && scope.is_null(given[0]) {
        return gives_empty(scope, method).then(|| vec![java::literal::null()]);
    }
    Some(given.iter().take(n_different).map(|value| value_of_type(scope, method, *value)).collect())
}

/// A value as the method gives it: what would widen to the method's type does so before it is put into a box.
fn value_of_type(scope: &mut TestScope<'_, '_>, method: &StubMethod, value: VariableRef) -> Expression {
    let usage = scope.usage(value);
    let is_other = scope.type_of(value) != Some(method.return_type);
    if is_other && scope.cluster.types.is_primitive(method.return_type) {
        return usage.cast(scope.erased(method.return_type));
    }
    usage
}

/// Whether a mock that is told nothing gives something else than `null`, where the method gives objects.
fn gives_empty(scope: &TestScope<'_, '_>, method: &StubMethod) -> bool {
    let types = &scope.cluster.types;
    let is_boxed = matches!(types.category(method.return_type), TypeCategory::Boxed(_));
    let class = types.class_name(method.return_type);
    is_boxed
        || class.is_some_and(|class| EMPTY_BY_DEFAULT.iter().any(|prefix| class.as_str().starts_with(prefix)))
}

/// Whether `thenReturn` takes what the method gives: it knows nothing of what is behind a wildcard.
fn can_be_typed(scope: &TestScope<'_, '_>, method: &StubMethod, returned: &StubReturn) -> bool {
    let types = &scope.cluster.types;
    let is_exact = |argument: &Argument| matches!(argument, Argument::Exact(_));
    let has_wildcard = match types.get(method.return_type) {
        evoke_analysis::Type::Class { arguments, .. } => !arguments.iter().all(is_exact),
        _ => false,
    };
    let fits = |variable: &VariableRef| {
        types.is_primitive(method.return_type) || scope.is_a(*variable, method.return_type)
    };
    !has_wildcard && returned.variables().iter().all(fits)
}

/// `call -> call.getArgument(0)`
fn argument_again(scope: &TestScope<'_, '_>, position: u8) -> Expression {
    let name = unique("call", &mut scope.taken_names());
    let argument = java::literal::int(i32::from(position));
    let body = Expression::variable(name.clone()).call("getArgument", vec![argument]);
    Expression::Lambda { parameters: vec![name], body: LambdaBody::Expression(Box::new(body)) }
}

/// A call of one of Mockito's methods.
pub(super) fn mockito(method: &str, arguments: Vec<Expression>) -> Expression {
    Expression::ImportedCall { class: MOCKITO.to_owned(), method: method.to_owned(), arguments }
}
