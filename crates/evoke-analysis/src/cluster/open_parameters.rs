//! Type parameters of a method that one of its arguments alone decides: `<T> T create(Class<T> type)` takes any class literal within the
//! bound of `T`, and `<T> Adapter<T> adapter(Token<T> token)` any token, because `javac` infers `T` from it (JLS 18.5, by capture
//! where it is a wildcard, JLS 5.1.10). Where `T` stands in other parameters or deep in the result's type, the argument has to be that of
//! what `T` was chosen to be; so has one of an interface, since what implements it in the test has to say what `T` is.

use evoke_classfile::{
    ClassTypeSignature, Method, MethodSignature, TypeArgument, TypeParameter, TypeSignature, access,
};

use crate::ClassLibrary;
use crate::generics::first_bound;

/// The parameters of the method's declaration that one argument alone decides.
pub(super) fn open_parameters<'m>(
    library: &ClassLibrary<'_>,
    method: &'m Method,
) -> impl Iterator<Item = &'m TypeParameter> {
    method.signature.iter().flat_map(move |signature| {
        signature.type_parameters.iter().filter(move |parameter| is_open(library, signature, parameter))
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

/// The variable `T` of `<T> T create(Class<T> type)`.
pub(super) fn variable_of_literal(method: &Method) -> Option<&str> {
    let signature = method.signature.as_ref()?;
    let Some(TypeSignature::Variable(variable)) = &signature.return_type else { return None };
    let is_declared = signature.type_parameters.iter().any(|parameter| parameter.name == *variable);
    let is_token = |parameter| token_variable(parameter) == Some(variable.as_str());
    (is_declared && signature.parameters.iter().any(is_token)).then_some(variable.as_str())
}

fn is_open(library: &ClassLibrary<'_>, signature: &MethodSignature, parameter: &TypeParameter) -> bool {
    let name = parameter.name.as_str();
    let mut mentions = signature.parameters.iter().filter(|it| mentions(it, name));
    let Some(TypeSignature::Class(class)) = mentions.next() else { return false };
    mentions.next().is_none()
        && is_argument_of(class, name)
        && has_plain_bound(parameter)
        && result_follows(signature, name)
        && library.get(&class.name).is_some_and(|file| file.access_flags & access::INTERFACE == 0)
}

/// Whether the variable is one argument of the class type, and in no other: two wildcards are two types.
fn is_argument_of(class: &ClassTypeSignature, name: &str) -> bool {
    let is_variable = |argument: &TypeArgument| matches!(argument, TypeArgument::Exact(TypeSignature::Variable(it)) if it == name);
    let (variables, others): (Vec<_>, Vec<_>) =
        class.arguments.iter().partition(|argument| is_variable(argument));
    variables.len() == 1 && !others.into_iter().any(|argument| argument_mentions(argument, name))
}

/// No bound that another type of the declaration is part of.
fn has_plain_bound(parameter: &TypeParameter) -> bool {
    let is_plain =
        |bound: &TypeSignature| matches!(bound, TypeSignature::Class(class) if class.arguments.is_empty());
    parameter.class_bound.iter().chain(&parameter.interface_bounds).count() <= 1
        && first_bound(parameter).is_none_or(is_plain)
}

/// Whether a variable of the type with a wildcard, or of the bound's type, takes the result whatever the variable stands for.
fn result_follows(signature: &MethodSignature, name: &str) -> bool {
    let mut result = signature.return_type.as_ref();
    while let Some(TypeSignature::Array(component)) = result {
        result = Some(component);
    }
    match (result, &signature.return_type) {
        (None | Some(TypeSignature::Variable(_)), _) => true,
        (_, Some(TypeSignature::Class(class))) if is_argument_of(class, name) => true,
        (Some(other), _) => !mentions(other, name),
    }
}

fn mentions(signature: &TypeSignature, name: &str) -> bool {
    match signature {
        TypeSignature::Primitive(_) => false,
        TypeSignature::Array(component) => mentions(component, name),
        TypeSignature::Variable(variable) => variable == name,
        TypeSignature::Class(class) => {
            class.arguments.iter().any(|argument| argument_mentions(argument, name))
        }
    }
}

fn argument_mentions(argument: &TypeArgument, name: &str) -> bool {
    match argument {
        TypeArgument::Any => false,
        TypeArgument::Exact(inner) | TypeArgument::Extends(inner) | TypeArgument::Super(inner) => {
            mentions(inner, name)
        }
    }
}
