//! Interfaces and abstract classes that a test can implement itself, as a lambda or an anonymous class: their
//! constructors, the methods that have to be written, and those under test that can be: what a `containsKey` of its own gives decides
//! what the other methods of an interface do.
//!
//! Left out: sealed and inner classes, and types with an abstract method that a test in the package cannot override or
//! whose types it cannot name. A generic method is implemented with erased types, which Java allows.

use evoke_classfile::{ClassFile, ClassName, Method, TypeSignature, access};
use rustc_hash::FxHashSet;

use super::ancestry::in_override_order;
use super::connections::{is_connection, is_overridden, is_unconnected};
use super::hooks::Hooks;
use super::member_resolver::MemberResolver;
use super::stub_type::{DefaultMethod, StubException, StubMethod, StubType};
use crate::generics::{Bindings, first_bound};
use crate::java_name::is_identifier;
use crate::{Argument, ClassLibrary, StubId, Type, TypeId};

/// What a method throws that declares no exception.
const UNCHECKED: &str = "java/lang/IllegalStateException";
/// What needs no declaration, but for errors.
const RUNTIME_EXCEPTION: &str = "java/lang/RuntimeException";
/// Exceptions that a method can throw at most.
const MAX_THROWN: usize = 5;
/// More methods than this make a class that nobody wants to read in a test. A repository of Spring's has fifty.
const MAX_METHODS: usize = 96;

impl MemberResolver<'_, '_> {
    /// The ways to implement a type of `class`: one a constructor that a subclass in the package can call.
    pub(super) fn stubs(&mut self, class: &ClassFile, wanted: TypeId, hooks: &Hooks) -> Vec<StubType> {
        if !self.can_be_extended(class) {
            return Vec::new();
        }
        let Some(ty) = self.instance_type(class, wanted) else { return Vec::new() };
        let Some((methods, has_generic)) = self.methods_to_implement(class, ty, hooks) else {
            return Vec::new();
        };
        let is_interface = class.access_flags & access::INTERFACE != 0;
        let n_abstract = methods.iter().filter(|method| !method.is_optional).count();
        let template = StubType {
            id: StubId(0),
            ty,
            class: class.name.clone(),
            is_interface,
            is_functional: is_interface && n_abstract == 1 && !has_generic,
            parameters: Vec::new(),
            constructor_descriptor: "()V".to_owned(),
            exceptions: Vec::new(),
            methods,
            defaults: if is_interface { self.defaults(class) } else { Vec::new() },
        };
        if is_interface { vec![template] } else { self.with_constructors(class, &template) }
    }

    fn can_be_extended(&self, class: &ClassFile) -> bool {
        const CLOSED: u16 = access::FINAL | access::ENUM | access::ANNOTATION;
        class.access_flags & CLOSED == 0
            && class.permitted_subclasses.is_none()
            && (class.access_flags & access::ABSTRACT != 0 || is_connection(&class.name))
            && !ClassLibrary::is_inner(class)
            && self.library.is_accessible(&class.name, self.package)
    }

    /// The wanted type with its wildcards replaced by what they stand for at least (JLS 9.9).
    fn instance_type(&mut self, class: &ClassFile, wanted: TypeId) -> Option<TypeId> {
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let Type::Class { arguments, .. } = self.types.get(wanted).clone() else { return None };
        let mut bindings = Bindings::new();
        for (parameter, argument) in parameters.iter().zip(&arguments) {
            if let Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) = argument {
                bindings.insert(parameter.name.clone(), Argument::Exact(*ty));
            }
        }
        let bindings = self.complete(parameters, bindings)?;
        let arguments = parameters.iter().filter_map(|parameter| bindings.get(&parameter.name).copied());
        let arguments = arguments.collect();
        Some(self.resolver().class(&class.name, arguments))
    }

    fn with_constructors(&mut self, class: &ClassFile, template: &StubType) -> Vec<StubType> {
        let bindings = self.resolver().class_bindings(template.ty);
        let constructors = class.methods.iter().filter(|method| method.name == "<init>");
        let mut stubs = Vec::new();
        for constructor in constructors {
            if !self.is_open_to_subclasses(class, constructor) || !is_unconnected(&class.name, constructor) {
                continue;
            }
            let Some(parameters) = self.parameters(constructor, &bindings) else { continue };
            stubs.push(StubType {
                parameters,
                constructor_descriptor: constructor.descriptor.to_string(),
                exceptions: constructor.exceptions.clone(),
                ..template.clone()
            });
        }
        stubs.sort_by_key(|stub| stub.parameters.len());
        stubs
    }

    fn is_open_to_subclasses(&self, class: &ClassFile, method: &Method) -> bool {
        let flags = method.access_flags;
        let is_visible = flags & (access::PUBLIC | access::PROTECTED) != 0
            || flags & access::PRIVATE == 0 && class.name.package() == self.package;
        is_visible && flags & access::SYNTHETIC == 0
    }

    /// The abstract methods that nothing implements with the hooks that can be overridden, and whether one of the former is generic; `None`
    /// if one of these cannot be implemented.
    fn methods_to_implement(
        &mut self,
        class: &ClassFile,
        ty: TypeId,
        hooks: &Hooks,
    ) -> Option<(Vec<StubMethod>, bool)> {
        let mut decided = FxHashSet::default();
        let mut methods: Vec<StubMethod> = Vec::new();
        let mut has_generic = false;
        for declaring in in_override_order(self.library, class) {
            let bindings = self.bindings_seen_from(ty, &declaring);
            for method in &declaring.methods {
                let cannot_override = method.access_flags & (access::STATIC | access::PRIVATE) != 0;
                let descriptor = method.descriptor.to_string();
                let is_optional =
                    method.access_flags & access::ABSTRACT == 0 && !is_overridden(&class.name, method);
                if method.name.starts_with('<')
                    || cannot_override
                    || is_hidden_in_object(&declaring, method)
                    || !decided.insert((method.name.clone(), descriptor.clone()))
                    || is_optional && !hooks.contains(&class.name, &declaring.name, method)
                {
                    continue;
                }
                let is_open = self.is_open_to_subclasses(&declaring, method) && is_identifier(&method.name);
                let is_generic = is_generic(method);
                let implemented = if is_open {
                    let thrown = self.thrown(method, hooks);
                    self.implementation((method, is_generic), descriptor, &bindings, thrown)
                } else {
                    None
                };
                let Some(mut implemented) = implemented else {
                    if is_optional {
                        continue;
                    }
                    return None;
                };
                implemented.is_optional = is_optional;
                has_generic |= is_generic && !is_optional;
                match methods.iter_mut().find(|known| is_same_method(known, &implemented)) {
                    Some(_) if is_optional => {}
                    Some(known) => self.merge(known, implemented),
                    None => methods.push(implemented),
                }
            }
        }
        (methods.len() <= MAX_METHODS).then_some((methods, has_generic))
    }

    /// Has a method override another one too, of which it throws and gives only what both may (JLS 8.4.8.3).
    fn merge(&mut self, known: &mut StubMethod, other: StubMethod) {
        known.is_optional = false;
        let is_first_same = known.thrown.first() == other.thrown.first();
        let has_last_resort = !is_first_same && known.gives();
        let is_last_resort = |it: &StubException| has_last_resort && *it == UNCHECKED.into();
        known.thrown.retain(|it| other.thrown.contains(it) && !is_last_resort(it));
        if has_last_resort {
            known.thrown.insert(0, UNCHECKED.into());
        }
        known.exceptions.retain(|it| other.exceptions.contains(it));
        let is_narrower =
            known.return_type != other.return_type && self.fits(other.return_type, known.return_type);
        if is_narrower {
            known.return_type = other.return_type;
            known.is_generic |= other.is_generic;
        }
        // What is written as the field of an answer is of the first one's type.
        let position = if is_narrower { 0 } else { known.descriptors.len() };
        known.descriptors.splice(position..position, other.descriptors);
    }

    /// The methods of an interface that need no implementation.
    fn defaults(&self, class: &ClassFile) -> Vec<DefaultMethod> {
        const OTHERS: u16 = access::STATIC | access::PRIVATE | access::SYNTHETIC;
        let mut decided = FxHashSet::default();
        let mut defaults = Vec::new();
        for declaring in in_override_order(self.library, class) {
            let is_interface = declaring.access_flags & access::INTERFACE != 0;
            for method in &declaring.methods {
                let is_first = decided.insert((method.name.clone(), method.descriptor.to_string()));
                let is_default = method.access_flags & (access::ABSTRACT | OTHERS) == 0;
                if is_first && is_interface && is_default && !method.name.starts_with('<') {
                    defaults.push(DefaultMethod {
                        name: method.name.clone(),
                        descriptor: method.descriptor.clone(),
                        exceptions: method.exceptions.clone(),
                    });
                }
            }
        }
        defaults
    }

    fn implementation(
        &mut self,
        (method, is_generic): (&Method, bool),
        descriptor: String,
        bindings: &Bindings,
        thrown: Vec<StubException>,
    ) -> Option<StubMethod> {
        let bindings = &self.with_erased_parameters(method, bindings);
        let mut parameters = self.parameters(method, bindings)?;
        let mut return_type = self.return_type(method, bindings);
        if is_generic {
            parameters = parameters.into_iter().map(|ty| self.erasure(ty)).collect();
            return_type = self.erasure(return_type);
        }
        // A supertype of the declared type would not be a legal override.
        let is_primitive = self.types.is_primitive(return_type);
        let erased = method.descriptor.return_type.as_ref();
        let is_nameable = erased.is_none_or(|erased| {
            let erased = self.resolver().erased(erased);
            is_primitive || self.is_nameable(erased)
        });
        is_nameable.then(|| StubMethod {
            name: method.name.clone(),
            descriptors: vec![descriptor],
            parameters,
            parameter_names: method.parameter_names.clone(),
            return_type,
            thrown,
            exceptions: method.exceptions.clone(),
            callbacks: Vec::new(),
            is_generic: is_generic || method.signature.is_none(),
            is_optional: false,
        })
    }

    /// Binds the type parameters of a generic method to their erased bounds, as they are where the class's own are bound: of
    /// `<S extends T> S save(S s)` in a `Store<Owner>` the implementation is `Owner save(Owner s)` (JLS 8.4.2).
    fn with_erased_parameters(&mut self, method: &Method, bindings: &Bindings) -> Bindings {
        let mut erased = bindings.clone();
        let parameters = method.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        for parameter in parameters {
            let of_class = match first_bound(parameter) {
                Some(TypeSignature::Variable(name)) => bindings.get(name),
                _ => None,
            };
            let bound = match of_class {
                Some(Argument::Exact(ty) | Argument::Extends(ty)) => *ty,
                _ => self.resolver().erased_bound(parameter, parameters),
            };
            erased.insert(parameter.name.clone(), Argument::Exact(bound));
        }
        erased
    }

    fn erasure(&mut self, ty: TypeId) -> TypeId {
        match self.types.get(ty).clone() {
            Type::Class { name, arguments } if !arguments.is_empty() => {
                self.resolver().class(&name, Vec::new())
            }
            Type::Array(component) => {
                let component = self.erasure(component);
                self.types.intern(Type::Array(component), false)
            }
            _ => ty,
        }
    }

    /// What an implementation of the method can throw.
    fn thrown(&self, method: &Method, hooks: &Hooks) -> Vec<StubException> {
        let declared = method.exceptions.iter().find_map(|name| self.exception(name));
        let is_subtype = |sub: &ClassName, sup: &ClassName| self.hierarchy.is_subtype(sub, sup);
        let gives = method.descriptor.return_type.is_some();
        let is_caught =
            |it: &StubException| hooks.caught().iter().any(|caught| is_subtype(&it.class, caught));
        // One that gives nothing only ends the test where nothing is made of its exception.
        let first = Some(declared.unwrap_or_else(|| UNCHECKED.into())).filter(|it| gives || is_caught(it));
        let mut thrown: Vec<StubException> = first.into_iter().collect();
        let may_be_thrown = |name: &&ClassName| {
            is_subtype(name, &RUNTIME_EXCEPTION.into())
                || method.exceptions.iter().any(|declared| is_subtype(name, declared))
        };
        for exception in hooks.caught().iter().filter(may_be_thrown).filter_map(|name| self.exception(name)) {
            if thrown.len() < MAX_THROWN && !thrown.contains(&exception) {
                thrown.push(exception);
            }
        }
        thrown
    }

    /// How an exception of the class can be made: from nothing, else from a text.
    fn exception(&self, name: &ClassName) -> Option<StubException> {
        let class = self.library.get(name)?;
        if !self.library.is_accessible(name, self.package)
            || class.access_flags & access::ABSTRACT != 0
            || ClassLibrary::is_inner(&class)
        {
            return None;
        }
        let is_made_by = |parameters: &str| {
            class.methods.iter().any(|method| {
                method.name == "<init>"
                    && method.descriptor.to_string() == format!("({parameters})V")
                    && method.access_flags & access::PUBLIC != 0
            })
        };
        let takes_text = !is_made_by("");
        let can_be_made = !takes_text || is_made_by("Ljava/lang/String;");
        can_be_made.then(|| StubException { class: name.clone(), takes_text })
    }
}

/// `clone()` and `finalize()` of `Object`, which are not public, implement no method of an interface (JLS 9.2).
fn is_hidden_in_object(declaring: &ClassFile, method: &Method) -> bool {
    declaring.name.as_str() == "java/lang/Object" && method.access_flags & access::PUBLIC == 0
}

fn is_generic(method: &Method) -> bool {
    method.signature.as_ref().is_some_and(|signature| !signature.type_parameters.is_empty())
}

fn is_same_method(one: &StubMethod, other: &StubMethod) -> bool {
    one.name == other.name && one.parameters == other.parameters
}
