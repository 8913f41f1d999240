//! Calls of methods and constructors, and accesses to fields.

use evoke_analysis::{Callable, CallableId, CallableKind, Type};
use evoke_testcase::VariableRef;

use super::arguments::arguments;
use super::file_question::file_question;
use super::test_folder::folder_call;
use super::test_scope::TestScope;
use super::value::assigned_value;
use crate::fixture::{COPY, FixtureKind};
use crate::java::{ClassType, Expression, Instantiation, literal};

/// A call, an access to a field, an assignment to one, or a question about the file that the receiver names.
pub(super) fn call(
    scope: &mut TestScope<'_, '_>,
    callable: CallableId,
    receiver: Option<VariableRef>,
    variables: &[VariableRef],
) -> Expression {
    let cluster = scope.cluster;
    scope.fixtures.extend(cluster.settings.set_by(callable).map(FixtureKind::from));
    let callable = cluster.callable(callable);
    if let Some(call) = callable.folder_call() {
        return folder_call(scope, call, variables);
    }
    if let (Some(question), Some(file)) = (callable.file_question(), receiver) {
        return file_question(scope, callable, question, file);
    }
    let arguments = arguments(scope, callable, variables);
    if callable.copies_by_serialization() {
        scope.fixtures.insert(FixtureKind::CopyBySerialization);
        return Expression::OwnCall { method: COPY.to_owned(), arguments };
    }
    if callable.kind == CallableKind::Constructor {
        return instantiation(scope, callable, arguments);
    }
    let target = target(scope, callable, receiver);
    match (callable.kind, variables, callable.parameters.as_slice()) {
        (CallableKind::Method, ..) => target.call(&callable.name, arguments),
        (CallableKind::FieldWrite, [value], [ty]) => {
            target.field(&callable.name).assigned(assigned_value(scope, *value, *ty))
        }
        _ => target.field(&callable.name),
    }
}

/// What stands before the dot.
fn target(scope: &mut TestScope<'_, '_>, callable: &Callable, receiver: Option<VariableRef>) -> Expression {
    let Some(receiver) = receiver else { return Expression::Class(scope.class(&callable.owner)) };
    if scope.is_null(receiver) {
        return literal::null().cast(scope.class(&callable.owner));
    }
    let object = scope.usage(receiver);
    match callable.receiver.filter(|wanted| !scope.is_a(receiver, *wanted)) {
        // A value that turned out to be more than it is declared to be.
        Some(wanted) => object.cast(scope.erased(wanted)),
        None if scope.hides(receiver, callable) => object.cast(scope.class(&callable.owner)),
        None => object,
    }
}

fn instantiation(
    scope: &mut TestScope<'_, '_>,
    callable: &Callable,
    mut arguments: Vec<Expression>,
) -> Expression {
    let is_generic = matches!(
        scope.cluster.types.get(callable.return_type),
        Type::Class { arguments, .. } if !arguments.is_empty()
    );
    let has_outer = callable.takes_outer_instance && !arguments.is_empty();
    let outer = has_outer.then(|| arguments.remove(0));
    let mut class = scope.class(&callable.owner);
    if outer.is_some() {
        class = ClassType::named(class.name.rsplit('.').next().unwrap_or_default());
    }
    Expression::New(Box::new(Instantiation { outer, class, has_diamond: is_generic, arguments, body: None }))
}
