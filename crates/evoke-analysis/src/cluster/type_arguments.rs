//! What type variables stand for: what the receiver's type and the wanted result say, a default where nothing does.

use evoke_classfile::{ClassFile, Method, TypeArgument, TypeParameter, TypeSignature};

use super::member_resolver::MemberResolver;
use super::open_parameters::open_parameters;
use crate::generics::{Bindings, Position, as_supertype, first_bound, own_signature};
use crate::{Argument, TypeId, TypeTable};

/// What a type variable stands for where nothing says otherwise, most general first.
pub(super) const DEFAULT_ARGUMENTS: [&str; 4] =
    ["java/lang/Object", "java/lang/Integer", "java/lang/String", "java/util/concurrent/TimeUnit"];

/// How many subclasses of a bound are looked at.
const MAX_SUBCLASSES: usize = 64;

impl MemberResolver<'_, '_> {
    /// Bindings of a superclass's variables as the receiver's type sees them.
    pub(super) fn bindings_seen_from(&mut self, receiver: TypeId, class: &ClassFile) -> Bindings {
        if self.types.class_name(receiver) == Some(&class.name) {
            return self.resolver().class_bindings(receiver);
        }
        if let Some(bindings) = self.inherited_bindings(receiver, class) {
            return bindings;
        }
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let mut bindings = Bindings::new();
        for parameter in parameters {
            let bound = self.resolver().erased_bound(parameter, parameters);
            bindings.insert(parameter.name.clone(), Argument::Extends(bound));
        }
        bindings
    }

    /// The same where the subclass says what the superclass's variables are.
    pub(super) fn inherited_bindings(&mut self, receiver: TypeId, class: &ClassFile) -> Option<Bindings> {
        let name = self.types.class_name(receiver)?.clone();
        let file = self.library.get(&name)?;
        let parameters = file.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let seen = as_supertype(self.library, &own_signature(&name, parameters), &class.name)?;
        let inherited = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        if seen.arguments.len() != inherited.len() {
            return None;
        }
        let own = self.resolver().class_bindings(receiver);
        let mut bindings = Bindings::new();
        for (parameter, argument) in inherited.iter().zip(&seen.arguments) {
            let argument = self.resolver().argument(argument, &own, Position::Read)?;
            bindings.insert(parameter.name.clone(), argument);
        }
        Some(bindings)
    }

    /// Binds what a method's result type says about its variables when it is to give `wanted`.
    pub(super) fn bindings_for_result(
        &mut self,
        method: &Method,
        wanted: TypeId,
        mut bindings: Bindings,
    ) -> Option<Bindings> {
        let name = self.types.class_name(wanted)?.clone();
        let generic = method.signature.as_ref().and_then(|signature| signature.return_type.as_ref());
        match generic {
            Some(signature @ TypeSignature::Class(class)) if class.name == name => {
                self.resolver().unify(signature, wanted, &mut bindings).then_some(bindings)
            }
            Some(TypeSignature::Class(_)) | None => Some(bindings),
            Some(_) => None,
        }
    }

    pub(super) fn with_method_parameters(
        &mut self,
        method: &Method,
        mut bindings: Bindings,
    ) -> Option<Bindings> {
        let Some(signature) = &method.signature else { return Some(bindings) };
        for parameter in open_parameters(self.library, method) {
            let open = self.open_argument(parameter);
            bindings.entry(parameter.name.clone()).or_insert(open);
        }
        self.complete(&signature.type_parameters, bindings)
    }

    /// The type of a method's parameter that alone decides what a variable is: any within the variable's bound. `None` for other
    /// parameters, and where the variable stands for something.
    pub(super) fn open_type(
        &mut self,
        method: &Method,
        signature: &TypeSignature,
        bindings: &Bindings,
    ) -> Option<TypeId> {
        let TypeSignature::Class(class) = signature else { return None };
        let mut arguments = Vec::with_capacity(class.arguments.len());
        let mut is_open = false;
        for argument in &class.arguments {
            let open = match argument {
                TypeArgument::Exact(TypeSignature::Variable(variable)) => {
                    let parameter =
                        open_parameters(self.library, method).find(|parameter| parameter.name == *variable);
                    parameter
                        .map(|parameter| self.open_argument(parameter))
                        .filter(|open| bindings.get(variable) == Some(open))
                }
                _ => None,
            };
            is_open |= open.is_some();
            arguments.push(match open {
                Some(open) => open,
                None => self.resolver().argument(argument, bindings, Position::Write)?,
            });
        }
        is_open.then(|| self.resolver().class(&class.name, arguments))
    }

    /// What a variable is that may be anything within its bound.
    fn open_argument(&mut self, parameter: &TypeParameter) -> Argument {
        match self.resolver().erased_bound(parameter, &[]) {
            TypeTable::OBJECT => Argument::Any,
            bound => Argument::Extends(bound),
        }
    }

    /// Binds every parameter that is still open, in a way that meets its bounds. `None` if a bound one does not.
    pub(super) fn complete(
        &mut self,
        parameters: &[TypeParameter],
        mut bindings: Bindings,
    ) -> Option<Bindings> {
        for parameter in parameters {
            match bindings.get(&parameter.name) {
                Some(Argument::Exact(ty)) if !self.meets_bounds(parameter, *ty, &bindings) => return None,
                Some(_) => {}
                None => {
                    let ty = self.default_argument(parameter, parameters, &bindings);
                    bindings.insert(parameter.name.clone(), Argument::Exact(ty));
                }
            }
        }
        Some(bindings)
    }

    pub(super) fn default_argument(
        &mut self,
        parameter: &TypeParameter,
        siblings: &[TypeParameter],
        bindings: &Bindings,
    ) -> TypeId {
        for argument in DEFAULT_ARGUMENTS {
            let ty = self.resolver().class(&argument.into(), Vec::new());
            if self.meets_bounds(parameter, ty, bindings) {
                return ty;
            }
        }
        self.bound_or_subclass(parameter, bindings)
            .unwrap_or_else(|| self.resolver().erased_bound(parameter, siblings))
    }

    /// A type within bounds with type arguments: the first bound itself, or, where the bounds speak of the parameter, as
    /// `T extends Element<T>` does, a class that is one of itself.
    fn bound_or_subclass(&mut self, parameter: &TypeParameter, bindings: &Bindings) -> Option<TypeId> {
        let bound = first_bound(parameter)?;
        let TypeSignature::Class(class) = bound else { return None };
        if class.arguments.is_empty() {
            return None;
        }
        let resolved = self.resolver().resolve(bound, bindings, Position::Read)?;
        if self.meets_bounds(parameter, resolved, bindings) {
            return Some(resolved);
        }
        let mut subclasses = self.hierarchy.subtypes(&class.name);
        subclasses.sort_by_key(|subclass| !self.library.is_on_class_path(subclass));
        subclasses.into_iter().take(MAX_SUBCLASSES).find_map(|subclass| {
            let is_generic = |file: &ClassFile| {
                file.signature.as_ref().is_some_and(|signature| !signature.type_parameters.is_empty())
            };
            let is_plain = self.library.get(&subclass).is_some_and(|file| !is_generic(&file));
            if !is_plain || !self.library.is_accessible(&subclass, self.package) {
                return None;
            }
            let ty = self.resolver().class(&subclass, Vec::new());
            self.meets_bounds(parameter, ty, bindings).then_some(ty)
        })
    }

    pub(super) fn meets_bounds(
        &mut self,
        parameter: &TypeParameter,
        ty: TypeId,
        bindings: &Bindings,
    ) -> bool {
        let mut with_own = bindings.clone();
        with_own.insert(parameter.name.clone(), Argument::Exact(ty));
        parameter.class_bound.iter().chain(&parameter.interface_bounds).all(|bound| {
            match self.resolver().resolve(bound, &with_own, Position::Read) {
                Some(bound) => self.subtyping.is_assignable(self.types, ty, bound),
                None => false,
            }
        })
    }
}
