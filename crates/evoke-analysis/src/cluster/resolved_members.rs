//! One member of a class as a callable with resolved types.

use evoke_classfile::{ClassFile, Field, Method, MethodSignature, access};

use super::callable::{Callable, CallableKind};
use super::member_resolver::MemberResolver;
use super::namesakes::{has_namesake, inherits_namesake};
use super::purity::is_pure;
use crate::generics::{Bindings, Position};
use crate::java_name::is_identifier;
use crate::{CallableId, ClassLibrary, TypeCategory, TypeId, TypeTable};

impl MemberResolver<'_, '_> {
    /// A constructor as a callable. A parameter whose type cannot be named can only be `null`; `None` where that would not be so, or would
    /// need a cast, and where no source can call it.
    pub(super) fn constructor(
        &mut self,
        class: &ClassFile,
        method: &Method,
        ty: TypeId,
        bindings: &Bindings,
    ) -> Option<Callable> {
        if self.library.is_inner_of_interface(class) {
            return None;
        }
        let takes_outer_instance = ClassLibrary::is_inner(class);
        let bindings = self.with_method_parameters(method, bindings.clone())?;
        let has_namesake = has_namesake(class, method);
        let parameters = self.all_parameters(method, &bindings)?;
        // Many constructors only keep what they are given; without a namesake `null` needs no cast. An array would not be `null`.
        let is_array = |ty: TypeId| matches!(self.types.category(ty), TypeCategory::Array(_));
        if parameters.iter().any(|ty| !self.is_nameable(*ty) && (has_namesake || is_array(*ty))) {
            return None;
        }
        Some(Callable {
            kind: CallableKind::Constructor,
            return_type: ty,
            takes_outer_instance,
            parameters,
            has_namesake,
            ..blank(class, method)
        })
    }

    /// A method as a callable; `None` if a parameter could only be `null` or a type cannot be named.
    pub(super) fn method(
        &mut self,
        class: &ClassFile,
        method: &Method,
        receiver: Option<TypeId>,
        bindings: &Bindings,
    ) -> Option<Callable> {
        let bindings = self.with_method_parameters(method, bindings.clone())?;
        let parameters = self.parameters(method, &bindings)?;
        let return_type = self.return_type(method, &bindings);
        Some(Callable {
            kind: CallableKind::Method,
            receiver,
            parameters,
            return_type,
            is_pure: is_pure(self.library, class, method),
            has_namesake: inherits_namesake(self.library, class, method),
            ..blank(class, method)
        })
    }

    /// The types of the parameters; `None` if one of them cannot be named, so that it could only be `null`.
    pub(super) fn parameters(&mut self, method: &Method, bindings: &Bindings) -> Option<Vec<TypeId>> {
        let parameters = self.all_parameters(method, bindings)?;
        parameters.iter().all(|ty| self.is_nameable(*ty)).then_some(parameters)
    }

    /// The types of the parameters, also such as cannot be named.
    fn all_parameters(&mut self, method: &Method, bindings: &Bindings) -> Option<Vec<TypeId>> {
        let erased = &method.descriptor.parameters;
        let generic =
            method.signature.as_ref().filter(|signature| signature.parameters.len() == erased.len());
        let mut parameters = Vec::with_capacity(erased.len());
        for (position, erased) in erased.iter().enumerate() {
            let ty = match generic {
                Some(MethodSignature { parameters, .. }) => {
                    let signature = &parameters[position];
                    match self.open_type(method, signature, bindings) {
                        Some(open) => open,
                        None => self.resolver().resolve(signature, bindings, Position::Write)?,
                    }
                }
                None => self.resolver().erased(erased),
            };
            parameters.push(ty);
        }
        Some(parameters)
    }

    pub(super) fn return_type(&mut self, method: &Method, bindings: &Bindings) -> TypeId {
        let Some(erased) = &method.descriptor.return_type else { return TypeTable::VOID };
        let generic = method.signature.as_ref().and_then(|signature| signature.return_type.as_ref());
        let resolved =
            generic.and_then(|signature| self.resolver().resolve(signature, bindings, Position::Read));
        let ty = resolved.unwrap_or_else(|| self.resolver().erased(erased));
        if self.is_nameable(ty) { ty } else { self.nameable_supertype(ty) }
    }

    /// A field read, and a write where the field is not final.
    pub(super) fn field_accesses(
        &mut self,
        class: &ClassFile,
        field: &Field,
        ty: TypeId,
        bindings: &Bindings,
    ) -> Vec<Callable> {
        if !self.is_usable(class, field.access_flags) {
            return Vec::new();
        }
        let receiver = (field.access_flags & access::STATIC == 0).then_some(ty);
        let Some(read) = self.field_read(class, field, receiver, bindings) else { return Vec::new() };
        if field.access_flags & access::FINAL != 0 || receiver.is_none() {
            return vec![read];
        }
        let write = Callable {
            kind: CallableKind::FieldWrite,
            parameters: vec![read.return_type],
            parameter_names: vec![Some(field.name.clone())],
            return_type: TypeTable::VOID,
            is_pure: false,
            ..read.clone()
        };
        vec![read, write]
    }

    pub(super) fn field_read(
        &mut self,
        class: &ClassFile,
        field: &Field,
        receiver: Option<TypeId>,
        bindings: &Bindings,
    ) -> Option<Callable> {
        let generic = field.signature.as_ref();
        let resolved =
            generic.and_then(|signature| self.resolver().resolve(signature, bindings, Position::Read));
        let ty = resolved.unwrap_or_else(|| self.resolver().erased(&field.descriptor));
        (self.is_nameable(ty) && is_identifier(&field.name)).then(|| Callable {
            id: CallableId(0),
            kind: CallableKind::FieldRead,
            owner: class.name.clone(),
            owner_is_interface: class.access_flags & access::INTERFACE != 0,
            name: field.name.clone(),
            descriptor: field.descriptor.to_string(),
            is_static: field.access_flags & access::STATIC != 0,
            is_varargs: false,
            receiver,
            parameters: Vec::new(),
            parameter_names: Vec::new(),
            takes_outer_instance: false,
            return_type: ty,
            exceptions: Vec::new(),
            under_test: None,
            is_pure: true,
            has_namesake: false,
        })
    }
}

/// What a callable for a method or constructor has whatever its types are.
fn blank(class: &ClassFile, method: &Method) -> Callable {
    Callable {
        id: CallableId(0),
        kind: CallableKind::Method,
        owner: class.name.clone(),
        owner_is_interface: class.access_flags & access::INTERFACE != 0,
        name: method.name.clone(),
        descriptor: method.descriptor.to_string(),
        is_static: method.access_flags & access::STATIC != 0,
        is_varargs: method.access_flags & access::VARARGS != 0,
        receiver: None,
        parameters: Vec::new(),
        parameter_names: method.parameter_names.clone(),
        takes_outer_instance: false,
        return_type: TypeTable::VOID,
        exceptions: method.exceptions.clone(),
        under_test: None,
        is_pure: false,
        has_namesake: false,
    }
}
