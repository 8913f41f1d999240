//! The type with which a class stands in the closed world: its parameters are chosen so that as many as possible of its
//! static factories give it.

use evoke_classfile::{ClassFile, ClassName, TypeParameter, TypeSignature};

use super::member_resolver::MemberResolver;
use super::open_parameters::token_variable;
use super::type_arguments::DEFAULT_ARGUMENTS;
use crate::generics::{Bindings, first_bound};
use crate::{Argument, Type, TypeId, TypeTable};

impl MemberResolver<'_, '_> {
    /// A class's type with arguments that most of its static factories can give.
    pub(super) fn canonical_type(&mut self, class: &ClassFile) -> TypeId {
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        if parameters.is_empty() {
            return self.resolver().class(&class.name, Vec::new());
        }
        let mut best: Option<(usize, TypeId)> = None;
        for argument in DEFAULT_ARGUMENTS {
            let Some(ty) = self.type_with(class, parameters, argument) else { continue };
            let n_generators = self.static_generators(class, ty).len();
            if best.is_none_or(|(most, _)| n_generators > most) {
                best = Some((n_generators, ty));
            }
        }
        match best {
            Some((_, ty)) => ty,
            None => self.resolver().class(&class.name, Vec::new()),
        }
    }

    /// Types of a class whose constructor takes the class of what a type parameter stands for (`Reader(Class<T> type)`), with
    /// these classes for it: what the class does depends on it. None for other classes.
    pub(super) fn types_by_token(&mut self, class: &ClassFile, tokens: &[ClassName]) -> Vec<TypeId> {
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let is_token = |signature: &TypeSignature| {
            token_variable(signature)
                .is_some_and(|variable| parameters.iter().any(|parameter| parameter.name == variable))
        };
        let takes_token = class.methods.iter().any(|method| {
            method.name == "<init>"
                && self.is_usable_method(class, method)
                && method.signature.as_ref().is_some_and(|it| it.parameters.iter().any(is_token))
        });
        if !takes_token {
            return Vec::new();
        }
        tokens.iter().filter_map(|token| self.type_with(class, parameters, token.as_str())).collect()
    }

    /// The class's type with `argument` for every parameter whose bounds it meets, a default for the others.
    fn type_with(
        &mut self,
        class: &ClassFile,
        parameters: &[TypeParameter],
        argument: &str,
    ) -> Option<TypeId> {
        let argument = self.resolver().class(&argument.into(), Vec::new());
        let mut bindings = Bindings::new();
        for parameter in parameters {
            if first_bound(parameter).is_none() || self.meets_bounds(parameter, argument, &bindings) {
                bindings.insert(parameter.name.clone(), Argument::Exact(argument));
            }
        }
        let bindings = self.complete(parameters, bindings)?;
        // Where nothing is within the bounds, only the raw type can be written.
        for parameter in parameters {
            if let Some(Argument::Exact(ty)) = bindings.get(&parameter.name)
                && (is_bound_of_itself(parameter, *ty, self.types)
                    || !self.meets_bounds(parameter, *ty, &bindings))
            {
                return None;
            }
        }
        let arguments =
            parameters.iter().filter_map(|parameter| bindings.get(&parameter.name).copied()).collect();
        Some(self.resolver().class(&class.name, arguments))
    }
}

/// Whether a type is what is left of a bound with type arguments: as an argument, a raw type is not within such a bound.
fn is_bound_of_itself(parameter: &TypeParameter, ty: TypeId, types: &TypeTable) -> bool {
    let Some(TypeSignature::Class(bound)) = first_bound(parameter) else { return false };
    let is_raw = matches!(types.get(ty), Type::Class { name, arguments } if *name == bound.name && arguments.is_empty());
    is_raw && !bound.arguments.is_empty()
}
