//! Which other methods or constructors a call in source could mean, and whether its arguments would fit them.

use evoke_analysis::{Callable, CallableKind, Primitive, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::VariableRef;

use super::test_scope::TestScope;

/// What else source could mean when it names the callable.
pub(super) fn overloads<'a>(cluster: &'a TestCluster, callable: &Callable) -> Vec<&'a Callable> {
    cluster.callables.iter().filter(|other| is_overload(cluster, callable, other)).collect()
}

/// Whether the overload would take the arguments.
pub(super) fn would_fit(scope: &TestScope<'_, '_>, overload: &Callable, arguments: &[VariableRef]) -> bool {
    overload.parameters.len() == arguments.len()
        && arguments.iter().zip(&overload.parameters).all(|(argument, parameter)| {
            scope.is_null(*argument)
                || scope.type_of(*argument).is_some_and(|ty| {
                    scope.cluster.is_assignable(ty, *parameter)
                        || converts(&scope.cluster.types, ty, *parameter)
                })
        })
}

/// Other methods of the class and the name whose parameters have the same erasure, as `javac` makes none: what tells them apart in source is
/// the type arguments.
pub(super) fn twins<'a>(cluster: &'a TestCluster, callable: &Callable) -> Vec<&'a Callable> {
    let is_twin = |other: &&Callable| {
        other.owner == callable.owner
            && other.kind == callable.kind
            && other.name == callable.name
            && other.descriptor != callable.descriptor
            && has_same_parameters(callable, other)
    };
    cluster.callables.iter().filter(is_twin).collect()
}

fn is_overload(cluster: &TestCluster, callable: &Callable, other: &Callable) -> bool {
    let has_same_owner = other.owner == callable.owner
        || match (callable.receiver, other.receiver) {
            (Some(receiver), Some(declared)) => cluster.is_assignable(receiver, declared),
            _ => false,
        };
    has_same_owner
        && other.kind == callable.kind
        && other.name == callable.name
        && other.descriptor != callable.descriptor
        && matches!(callable.kind, CallableKind::Constructor | CallableKind::Method)
        && !has_same_parameters(callable, other)
}

/// An override with another return type is no overload.
fn has_same_parameters(one: &Callable, other: &Callable) -> bool {
    let parameters =
        |callable: &Callable| callable.descriptor.rsplit_once(')').map(|(head, _)| head.to_owned());
    parameters(one) == parameters(other)
}

/// Conversions that a call may make besides subtyping: widening, boxing, unboxing (JLS 5.3).
fn converts(types: &TypeTable, from: TypeId, to: TypeId) -> bool {
    match (types.category(from), types.category(to)) {
        (TypeCategory::Primitive(from), TypeCategory::Primitive(to)) => widens(from, to),
        (TypeCategory::Boxed(from), TypeCategory::Primitive(to)) => from == to || widens(from, to),
        (TypeCategory::Primitive(from), TypeCategory::Boxed(to)) => from == to,
        (TypeCategory::Primitive(_), TypeCategory::Object) => true,
        _ => false,
    }
}

fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    match from {
        Boolean => to == Boolean,
        Char => matches!(to, Char | Int | Long | Float | Double),
        Byte => !matches!(to, Boolean | Char),
        Short => !matches!(to, Boolean | Char | Byte),
        Int => matches!(to, Int | Long | Float | Double),
        Long => matches!(to, Long | Float | Double),
        Float => matches!(to, Float | Double),
        Double => to == Double,
    }
}
