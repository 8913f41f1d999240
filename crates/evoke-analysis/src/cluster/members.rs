//! Turns members of a class file into callables with resolved types.

use evoke_classfile::{
    ClassFile, ClassName, Field, Method, MethodSignature, TypeParameter, TypeSignature, access,
};

use rustc_hash::FxHashSet;

use crate::cluster::builder::is_class;
use crate::cluster::class_tokens::{decided_by_token, token_variable};
use crate::cluster::purity::is_pure;
use crate::generics::{Bindings, Position, Resolver, as_supertype, first_bound, own_signature};
use crate::subtyping::Subtyping;
use crate::{Argument, Callable, CallableId, CallableKind, ClassLibrary, TypeCategory, TypeId, TypeTable};

/// What a type variable stands for where nothing says otherwise, most general first.
const CANDIDATES: [&str; 4] =
    ["java/lang/Object", "java/lang/Integer", "java/lang/String", "java/util/concurrent/TimeUnit"];

/// What makes two callables the same.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct MemberKey {
    kind: CallableKind,
    owner: ClassName,
    name: String,
    descriptor: String,
    receiver: Option<TypeId>,
    parameters: Vec<TypeId>,
    return_type: TypeId,
}

impl MemberKey {
    pub(super) fn of(callable: &Callable) -> Self {
        Self {
            kind: callable.kind,
            owner: callable.owner.clone(),
            name: callable.name.clone(),
            descriptor: callable.descriptor.clone(),
            receiver: callable.receiver,
            parameters: callable.parameters.clone(),
            return_type: callable.return_type,
        }
    }
}

/// Resolves members of classes for tests that live in one package.
pub(super) struct MemberResolver<'b, 'a> {
    pub(super) library: &'a ClassLibrary<'a>,
    pub(super) types: &'b mut TypeTable,
    pub(super) subtyping: &'b mut Subtyping<'a>,
    pub(super) package: &'b str,
}

impl MemberResolver<'_, '_> {
    pub(super) fn resolver(&mut self) -> Resolver<'_> {
        Resolver { library: self.library, types: self.types }
    }

    /// Every member of a class under test that a test in its package may use.
    pub(super) fn all_of(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut callables = Vec::new();
        if class.access_flags & access::ABSTRACT == 0 && !self.is_enum(ty) {
            callables.extend(self.constructors(class, ty));
        }
        let bindings = self.resolver().class_bindings(ty);
        for method in &class.methods {
            let written_by_compiler = self.is_enum(ty) && is_enum_plumbing(method);
            if method.name.starts_with('<') || written_by_compiler || !self.is_usable_method(class, method) {
                continue;
            }
            let receiver = (method.access_flags & access::STATIC == 0).then_some(ty);
            callables.extend(self.method(class, method, receiver, &bindings));
        }
        for field in &class.fields {
            callables.extend(self.field_accesses(class, field, ty, &bindings));
        }
        callables
    }

    fn is_enum(&self, ty: TypeId) -> bool {
        self.types.category(ty) == TypeCategory::Enum
    }

    /// The constructors that give exactly `ty`, a type of `class`.
    pub(super) fn constructors(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let bindings = self.resolver().class_bindings(ty);
        let mut callables = Vec::new();
        for method in &class.methods {
            if method.name == "<init>" && self.is_usable_method(class, method) && !self.is_enum(ty) {
                callables.extend(self.constructor(class, method, ty, &bindings));
            }
        }
        callables
    }

    fn constructor(
        &mut self,
        class: &ClassFile,
        method: &Method,
        ty: TypeId,
        bindings: &Bindings,
    ) -> Option<Callable> {
        let takes_outer_instance = ClassLibrary::is_inner(class);
        let bindings = self.with_method_parameters(method, bindings.clone())?;
        let parameters = self.parameters(method, &bindings)?;
        Some(Callable {
            kind: CallableKind::Constructor,
            return_type: ty,
            takes_outer_instance,
            parameters,
            has_namesake: has_namesake(class, class, method),
            ..blank(class, method)
        })
    }

    /// Static methods and fields of `class` that give a `ty`.
    pub(super) fn static_givers(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut callables = Vec::new();
        for field in &class.fields {
            let flags = field.access_flags;
            if flags & access::STATIC == 0 || !self.is_usable(class, flags) {
                continue;
            }
            let read = self.field_read(class, field, None, &Bindings::new());
            callables.extend(read.filter(|read| self.fits(read.return_type, ty)));
        }
        if self.is_enum(ty) {
            return callables;
        }
        for method in &class.methods {
            if method.access_flags & access::STATIC != 0 && self.is_usable_method(class, method) {
                let bindings = self.bindings_for_result(method, ty, Bindings::new());
                let callable = bindings.and_then(|bindings| self.method(class, method, None, &bindings));
                callables.extend(callable.filter(|callable| self.fits(callable.return_type, ty)));
            }
        }
        callables
    }

    /// Instance methods of `class` that give a `ty` when called on `receiver`.
    pub(super) fn instance_givers(
        &mut self,
        class: &ClassFile,
        receiver: TypeId,
        ty: TypeId,
    ) -> Vec<Callable> {
        let own = self.resolver().class_bindings(receiver);
        let mut callables = Vec::new();
        for method in &class.methods {
            let skipped = method.access_flags & access::STATIC != 0 || method.name.starts_with('<');
            if skipped || !self.is_usable_method(class, method) {
                continue;
            }
            let bindings = self.bindings_for_result(method, ty, own.clone());
            let callable =
                bindings.and_then(|bindings| self.method(class, method, Some(receiver), &bindings));
            callables.extend(callable.filter(|callable| self.fits(callable.return_type, ty)));
        }
        callables
    }

    fn fits(&mut self, given: TypeId, wanted: TypeId) -> bool {
        given != TypeTable::VOID && self.subtyping.is_assignable(self.types, given, wanted)
    }

    /// Instance methods that may change the receiver, and writable fields.
    pub(super) fn modifiers(&mut self, class: &ClassFile, receiver: TypeId) -> Vec<Callable> {
        let name = class.name.clone();
        if !self.library.is_accessible(&name, self.package) {
            return Vec::new();
        }
        let bindings = self.bindings_seen_from(receiver, class);
        let mut callables = Vec::new();
        for method in &class.methods {
            let skipped = method.access_flags & access::STATIC != 0
                || method.name.starts_with('<')
                || matches!(method.name.as_str(), "equals" | "hashCode" | "toString" | "wait" | "notify");
            if skipped || !self.is_usable_method(class, method) || is_pure(self.library, class, method) {
                continue;
            }
            callables.extend(self.method(class, method, Some(receiver), &bindings));
        }
        callables
    }

    /// Pure calls without arguments that show a primitive, box, string or enum, as far as `class` declares them.
    /// Names in `overridden` belong to subclasses; those of `class` join them.
    pub(super) fn inspectors(
        &mut self,
        class: &ClassFile,
        receiver: TypeId,
        overridden: &mut FxHashSet<String>,
    ) -> Vec<Callable> {
        let bindings = self.bindings_seen_from(receiver, class);
        let mut callables = Vec::new();
        for method in &class.methods {
            let is_command = !method.descriptor.parameters.is_empty()
                || method.descriptor.return_type.is_none()
                || method.access_flags & access::STATIC != 0;
            if is_command
                || !self.is_usable_method(class, method)
                || !overridden.insert(method.name.clone())
                || method.name == "hashCode"
                || !is_pure(self.library, class, method) && method.name != "toString"
            {
                continue;
            }
            let callable = self.method(class, method, Some(receiver), &bindings);
            callables.extend(callable.filter(|callable| {
                matches!(
                    self.types.category(callable.return_type),
                    TypeCategory::Primitive(_)
                        | TypeCategory::Boxed(_)
                        | TypeCategory::String
                        | TypeCategory::Enum
                )
            }));
        }
        callables
    }

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
    fn inherited_bindings(&mut self, receiver: TypeId, class: &ClassFile) -> Option<Bindings> {
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
            has_namesake: self.inherits_namesake(class, method),
            ..blank(class, method)
        })
    }

    pub(super) fn parameters(&mut self, method: &Method, bindings: &Bindings) -> Option<Vec<TypeId>> {
        let erased = &method.descriptor.parameters;
        let generic =
            method.signature.as_ref().filter(|signature| signature.parameters.len() == erased.len());
        let mut parameters = Vec::with_capacity(erased.len());
        for (position, erased) in erased.iter().enumerate() {
            let ty = match generic {
                Some(MethodSignature { parameters, .. }) => {
                    let signature = &parameters[position];
                    match self.token(method, signature, bindings) {
                        Some(token) => token,
                        None => self.resolver().resolve(signature, bindings, Position::Write)?,
                    }
                }
                None => self.resolver().erased(erased),
            };
            if !self.is_nameable(ty) {
                return None;
            }
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

    /// Whether the test can declare a variable of the type.
    pub(super) fn is_nameable(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            crate::Type::Array(component) => self.is_nameable(*component),
            crate::Type::Class { name, .. } => self.library.is_accessible(name, self.package),
            _ => true,
        }
    }

    fn nameable_supertype(&mut self, ty: TypeId) -> TypeId {
        let Some(name) = self.types.class_name(ty).cloned() else { return TypeTable::OBJECT };
        let supertype = self.library.accessible_supertype(&name, self.package);
        self.resolver().class(&supertype, Vec::new())
    }

    /// A field read, and a write where the field is not final.
    fn field_accesses(
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

    fn field_read(
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
        self.is_nameable(ty).then(|| Callable {
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

    /// Whether the class or one it extends or implements has a namesake of the method with as many parameters.
    fn inherits_namesake(&self, class: &ClassFile, method: &Method) -> bool {
        if method.descriptor.parameters.is_empty() {
            return false;
        }
        has_namesake(class, class, method)
            || self.library.ancestors(class).iter().any(|place| has_namesake(place, class, method))
    }

    fn is_usable_method(&self, class: &ClassFile, method: &Method) -> bool {
        self.is_usable(class, method.access_flags) && method.access_flags & access::BRIDGE == 0
    }

    fn is_usable(&self, class: &ClassFile, flags: u16) -> bool {
        let same_package = class.name.package() == self.package;
        let visible = flags & access::PUBLIC != 0 || same_package && flags & access::PRIVATE == 0;
        visible && flags & access::SYNTHETIC == 0
    }

    /// Binds what a method's result type says about its variables when it is to give `wanted`.
    fn bindings_for_result(
        &mut self,
        method: &Method,
        wanted: TypeId,
        mut bindings: Bindings,
    ) -> Option<Bindings> {
        let name = self.types.class_name(wanted)?.clone();
        let generic = method.signature.as_ref().and_then(|signature| signature.return_type.as_ref());
        match generic {
            Some(signature) if is_class(signature, &name) => {
                self.resolver().unify(signature, wanted, &mut bindings).then_some(bindings)
            }
            Some(TypeSignature::Class(_)) | None => Some(bindings),
            Some(_) => None,
        }
    }

    fn with_method_parameters(&mut self, method: &Method, mut bindings: Bindings) -> Option<Bindings> {
        let Some(signature) = &method.signature else { return Some(bindings) };
        for parameter in decided_by_token(method) {
            let bound = self.resolver().erased_bound(parameter, &signature.type_parameters);
            bindings.entry(parameter.name.clone()).or_insert(Argument::Exact(bound));
        }
        self.complete(&signature.type_parameters, bindings)
    }

    /// What a class token may be, for a parameter of which it alone decides the variable.
    fn token(&mut self, method: &Method, signature: &TypeSignature, bindings: &Bindings) -> Option<TypeId> {
        let variable = token_variable(signature)?;
        let parameter = decided_by_token(method).find(|parameter| parameter.name == variable)?;
        let bound = self.resolver().erased_bound(parameter, &[]);
        if bindings.get(variable) != Some(&Argument::Exact(bound)) {
            return None;
        }
        let argument = if bound == TypeTable::OBJECT { Argument::Any } else { Argument::Extends(bound) };
        Some(self.resolver().class(&"java/lang/Class".into(), vec![argument]))
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

    fn default_argument(
        &mut self,
        parameter: &TypeParameter,
        siblings: &[TypeParameter],
        bindings: &Bindings,
    ) -> TypeId {
        for candidate in CANDIDATES {
            let ty = self.resolver().class(&candidate.into(), Vec::new());
            if self.meets_bounds(parameter, ty, bindings) {
                return ty;
            }
        }
        self.resolver().erased_bound(parameter, siblings)
    }

    fn meets_bounds(&mut self, parameter: &TypeParameter, ty: TypeId, bindings: &Bindings) -> bool {
        let mut with_own = bindings.clone();
        with_own.insert(parameter.name.clone(), Argument::Exact(ty));
        parameter.class_bound.iter().chain(&parameter.interface_bounds).all(|bound| {
            match self.resolver().resolve(bound, &with_own, Position::Read) {
                Some(bound) => self.subtyping.is_assignable(self.types, ty, bound),
                None => false,
            }
        })
    }

    /// A class's type with arguments that most of its static factories can give.
    pub(super) fn canonical_type(&mut self, class: &ClassFile) -> TypeId {
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        if parameters.is_empty() {
            return self.resolver().class(&class.name, Vec::new());
        }
        let mut best: Option<(usize, TypeId)> = None;
        for candidate in CANDIDATES {
            let Some(ty) = self.type_with(class, parameters, candidate) else { continue };
            let givers = self.static_givers(class, ty).len();
            if best.is_none_or(|(most, _)| givers > most) {
                best = Some((givers, ty));
            }
        }
        match best {
            Some((_, ty)) => ty,
            None => self.resolver().class(&class.name, Vec::new()),
        }
    }

    /// The class's type with `candidate` for every parameter whose bounds it meets, a default for the others.
    fn type_with(
        &mut self,
        class: &ClassFile,
        parameters: &[TypeParameter],
        candidate: &str,
    ) -> Option<TypeId> {
        let candidate = self.resolver().class(&candidate.into(), Vec::new());
        let mut bindings = Bindings::new();
        for parameter in parameters {
            if first_bound(parameter).is_none() || self.meets_bounds(parameter, candidate, &bindings) {
                bindings.insert(parameter.name.clone(), Argument::Exact(candidate));
            }
        }
        let bindings = self.complete(parameters, bindings)?;
        let arguments =
            parameters.iter().filter_map(|parameter| bindings.get(&parameter.name).copied()).collect();
        Some(self.resolver().class(&class.name, arguments))
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

/// Whether `place` declares another method that a call of `method`, found in `class`, could mean where arguments are `null`.
fn has_namesake(place: &ClassFile, class: &ClassFile, method: &Method) -> bool {
    let (name, parameters) = (&method.name, &method.descriptor.parameters);
    place.methods.iter().any(|other| {
        let flags = other.access_flags;
        let is_visible = place.name == class.name || flags & access::PRIVATE == 0;
        other.name == *name
            && other.descriptor.parameters.len() == parameters.len()
            && other.descriptor.parameters != *parameters
            && is_visible
            && flags & (access::SYNTHETIC | access::BRIDGE) == 0
    })
}

/// `values()` and `valueOf(String)`, which `javac` writes.
fn is_enum_plumbing(method: &Method) -> bool {
    method.access_flags & access::STATIC != 0
        && (method.name == "values" && method.descriptor.parameters.is_empty()
            || method.name == "valueOf" && method.descriptor.parameters.len() == 1)
}
