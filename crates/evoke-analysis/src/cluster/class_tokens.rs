//! Type parameters that a class token alone decides: `<T> T create(Class<T> type)` takes any class literal within the
//! bound of `T`, because `javac` infers `T` from it. Where `T` stands in other parameters or as an argument of the result's
//! type, the literal has to be that of what `T` was chosen to be.

use evoke_classfile::{Method, MethodSignature, TypeArgument, TypeParameter, TypeSignature};

use crate::generics::first_bound;

/// The parameters of the method's declaration that only a class token decides.
pub(super) fn decided_by_token(method: &Method) -> impl Iterator<Item = &TypeParameter> {
    method.signature.iter().flat_map(|signature| {
        signature.type_parameters.iter().filter(move |parameter| is_decided_by_token(signature, parameter))
    })
}

/// The variable in `Class<T>`.
pub(super) fn token_variable(signature: &TypeSignature) -> Option<&str> {
    let TypeSignature::Class(class) = signature else { return None };
    match class.arguments.as_slice() {
        [TypeArgument::Exact(TypeSignature::Variable(name))] if class.name.as_str() == "java/lang/Class" => {
            Some(name)
        }
        _ => None,
    }
}

fn is_decided_by_token(signature: &MethodSignature, parameter: &TypeParameter) -> bool {
    let name = parameter.name.as_str();
    let mut mentions = signature.parameters.iter().filter(|it| mentions(it, name));
    let is_token = mentions.next().is_some_and(|it| token_variable(it) == Some(name));
    is_token && mentions.next().is_none() && has_plain_bound(parameter) && result_follows(signature, name)
}

/// No bound that another type of the declaration is part of.
fn has_plain_bound(parameter: &TypeParameter) -> bool {
    let is_plain =
        |bound: &TypeSignature| matches!(bound, TypeSignature::Class(class) if class.arguments.is_empty());
    parameter.class_bound.iter().chain(&parameter.interface_bounds).count() <= 1
        && first_bound(parameter).is_none_or(is_plain)
}

/// Whether a variable of the bound's type takes the result whatever the variable stands for.
fn result_follows(signature: &MethodSignature, name: &str) -> bool {
    let mut result = signature.return_type.as_ref();
    while let Some(TypeSignature::Array(component)) = result {
        result = Some(component);
    }
    match result {
        None | Some(TypeSignature::Variable(_)) => true,
        Some(other) => !mentions(other, name),
    }
}

fn mentions(signature: &TypeSignature, name: &str) -> bool {
    match signature {
        TypeSignature::Primitive(_) => false,
        TypeSignature::Array(component) => mentions(component, name),
        TypeSignature::Variable(variable) => variable == name,
        TypeSignature::Class(class) => class.arguments.iter().any(|argument| match argument {
            TypeArgument::Any => false,
            TypeArgument::Exact(inner) | TypeArgument::Extends(inner) | TypeArgument::Super(inner) => {
                mentions(inner, name)
            }
        }),
    }
}
