//! Names of what a test refers to by id: types, callables and stubs of a cluster.

use std::borrow::Cow;
use std::iter::zip;

use evoke_analysis::{
    Argument, Callable, CallableKind, StubMethod, StubType, TestCluster, Type, TypeId, TypeTable,
};

use super::syntax::{Action, CONSTRUCTOR, Callback, Line, MemberName, MethodName, StubName};
use crate::{Statement, StubInstance, StubReturn, TestCase, Value};

/// The test with names for ids, all of which have to be of the cluster.
pub(super) fn describe<'a>(test: &'a TestCase, cluster: &'a TestCluster) -> impl Iterator<Item = Line<'a>> {
    test.statements().iter().map(|statement| Line {
        is_named: statement.defined_type(cluster).is_some(),
        action: action(statement, cluster),
    })
}

fn action<'a>(statement: &'a Statement, cluster: &'a TestCluster) -> Action<'a> {
    let types = &cluster.types;
    match statement {
        Statement::Value(Value::Null(ty)) => Action::Null(signature(types, *ty).into()),
        Statement::Value(Value::Class(ty)) => Action::Class(signature(types, *ty).into()),
        Statement::Value(value) => Action::Value(value.clone()),
        Statement::Invoke { callable, receiver, arguments } => Action::Invoke {
            member: member_name(cluster.callable(*callable), types),
            receiver: *receiver,
            arguments: arguments.clone(),
        },
        Statement::NewArray { array_type, length } => {
            Action::NewArray { array_type: signature(types, *array_type).into(), length: *length }
        }
        Statement::Stub(instance) => {
            let stub = cluster.stub(instance.stub);
            Action::Stub {
                stub: stub_name(stub, types),
                arguments: instance.arguments.clone(),
                returns: zip(stub.decided_methods(), instance.returns.iter().copied())
                    .filter(|(method, returned)| method.gives() || *returned != StubReturn::Default)
                    .map(|(method, returned)| (method_name(method), returned))
                    .collect(),
                callbacks: callbacks(instance, stub, cluster),
            }
        }
        Statement::WriteElement { array, index, value } => {
            Action::WriteElement { array: *array, index: *index, value: *value }
        }
    }
}

fn callbacks<'a>(instance: &StubInstance, stub: &'a StubType, cluster: &'a TestCluster) -> Vec<Callback<'a>> {
    let described = instance.callbacks.iter().filter_map(|callback| {
        Some(Callback {
            method: method_name(stub.methods.get(usize::from(callback.method))?),
            parameter: callback.parameter,
            member: member_name(cluster.callable(callback.callable), &cluster.types),
            arguments: callback.arguments.clone(),
        })
    });
    described.collect()
}

/// The name of a callable.
pub(super) fn member_name<'a>(callable: &'a Callable, types: &TypeTable) -> MemberName<'a> {
    let owner = callable.owner.as_str();
    let signature = member_signature(callable, types);
    let receiver_type = callable.receiver.map(|ty| self::signature(types, ty));
    let is_constructor = callable.kind == CallableKind::Constructor;
    MemberName {
        kind: callable.kind,
        is_static: callable.is_static,
        owner: owner.into(),
        name: if is_constructor { CONSTRUCTOR.into() } else { callable.name.as_str().into() },
        descriptor: callable.descriptor.as_str().into(),
        signature: (!is_said_by_descriptor(callable, &signature)).then_some(signature.into()),
        receiver_type: receiver_type.filter(|ty| !is_plain_class(ty, owner)).map(Cow::Owned),
    }
}

/// The types of a callable in the form of its descriptor; a constructor gives its class.
fn member_signature(callable: &Callable, types: &TypeTable) -> String {
    let mut text = String::new();
    match callable.kind {
        CallableKind::FieldRead => push_signature(&mut text, types, callable.return_type),
        CallableKind::FieldWrite => {
            for ty in &callable.parameters {
                push_signature(&mut text, types, *ty);
            }
        }
        CallableKind::Constructor | CallableKind::Method => {
            text.push('(');
            for ty in &callable.parameters {
                push_signature(&mut text, types, *ty);
            }
            text.push(')');
            push_signature(&mut text, types, callable.return_type);
        }
    }
    text
}

fn is_said_by_descriptor(callable: &Callable, signature: &str) -> bool {
    let descriptor = callable.descriptor.as_str();
    if callable.kind != CallableKind::Constructor {
        return signature == descriptor;
    }
    let parameters = descriptor.strip_suffix('V');
    let created = parameters.and_then(|parameters| signature.strip_prefix(parameters));
    created.is_some_and(|created| is_plain_class(created, callable.owner.as_str()))
}

/// Whether the signature is that of a class without type arguments.
fn is_plain_class(signature: &str, class: &str) -> bool {
    let name = signature.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    name == Some(class)
}

/// The name of a stub.
pub(super) fn stub_name<'a>(stub: &'a StubType, types: &TypeTable) -> StubName<'a> {
    StubName {
        ty: signature(types, stub.ty).into(),
        constructor: stub.constructor_descriptor.as_str().into(),
    }
}

/// The name of a method of a stub; one that is called under several descriptors goes by the first.
fn method_name(method: &StubMethod) -> MethodName<'_> {
    MethodName {
        name: method.name.as_str().into(),
        descriptor: method.descriptors.first().map_or("", String::as_str).into(),
    }
}

/// The signature of a type (JVMS 4.7.9.1). A `Class<?>` is written raw, as the cluster knows no raw one.
pub(super) fn signature(types: &TypeTable, ty: TypeId) -> String {
    let mut text = String::new();
    push_signature(&mut text, types, ty);
    text
}

fn push_signature(text: &mut String, types: &TypeTable, ty: TypeId) {
    match types.get(ty) {
        Type::Void => text.push('V'),
        Type::Primitive(primitive) => text.push_str(&primitive.field_type().to_string()),
        Type::Array(component) => {
            text.push('[');
            push_signature(text, types, *component);
        }
        Type::Class { name, arguments } => {
            text.push('L');
            text.push_str(name.as_str());
            if !arguments.is_empty() && ty != TypeTable::CLASS {
                text.push('<');
                for argument in arguments {
                    push_argument(text, types, *argument);
                }
                text.push('>');
            }
            text.push(';');
        }
    }
}

fn push_argument(text: &mut String, types: &TypeTable, argument: Argument) {
    let (sign, ty) = match argument {
        Argument::Any => return text.push('*'),
        Argument::Exact(ty) => ("", ty),
        Argument::Extends(ty) => ("+", ty),
        Argument::Super(ty) => ("-", ty),
    };
    text.push_str(sign);
    push_signature(text, types, ty);
}
