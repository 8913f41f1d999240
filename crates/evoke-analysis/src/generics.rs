//! Resolves generic signatures to types without variables: substitution, unification, defaults for what is left open.
//!
//! A variable stands for an [`Argument`]: a wildcard stays one where it is a type argument again, gives its bound where
//! a value is read, and makes a parameter impossible where nothing but `null` would fit (JLS 5.1.10, simplified).

use std::collections::BTreeMap;

use evoke_classfile::{ClassName, ClassTypeSignature, FieldType, TypeArgument, TypeParameter, TypeSignature};

use crate::{Argument, ClassLibrary, Primitive, Type, TypeId, TypeTable};

/// What type variables stand for.
pub(crate) type Bindings = BTreeMap<String, Argument>;

/// Whether a value of the type is taken from a call or given to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// Return types and fields read.
    Read,
    /// Parameters and fields written.
    Write,
}

/// Interns types while it resolves them.
pub(crate) struct Resolver<'a> {
    pub(crate) library: &'a ClassLibrary<'a>,
    pub(crate) types: &'a mut TypeTable,
}

impl Resolver<'_> {
    /// The class type with these arguments. A raw `Class` is a `Class<?>`.
    pub(crate) fn class(&mut self, name: &ClassName, arguments: Vec<Argument>) -> TypeId {
        if name.as_str() == "java/lang/Class" && arguments.is_empty() {
            return TypeTable::CLASS;
        }
        let is_enum = self.library.is_enum(name);
        self.types.intern(Type::Class { name: name.clone(), arguments }, is_enum)
    }

    /// An erased type; generic classes are raw.
    pub(crate) fn erased(&mut self, ty: &FieldType) -> TypeId {
        match ty {
            FieldType::Object(name) => self.class(name, Vec::new()),
            FieldType::Array(component) => {
                let component = self.erased(component);
                self.types.intern(Type::Array(component), false)
            }
            primitive => primitive_id(primitive),
        }
    }

    /// The type a signature stands for; `None` where only `null` would fit.
    pub(crate) fn resolve(
        &mut self,
        signature: &TypeSignature,
        bindings: &Bindings,
        position: Position,
    ) -> Option<TypeId> {
        match signature {
            TypeSignature::Primitive(primitive) => Some(primitive_id(primitive)),
            TypeSignature::Array(component) => {
                let component = self.resolve(component, bindings, position)?;
                Some(self.types.intern(Type::Array(component), false))
            }
            TypeSignature::Variable(name) => match (bindings.get(name), position) {
                (Some(Argument::Exact(ty)), _)
                | (Some(Argument::Extends(ty)), Position::Read)
                | (Some(Argument::Super(ty)), Position::Write) => Some(*ty),
                (Some(_), Position::Write) => None,
                (Some(_), Position::Read) | (None, _) => Some(TypeTable::OBJECT),
            },
            TypeSignature::Class(class) => {
                let mut arguments = Vec::with_capacity(class.arguments.len());
                for argument in &class.arguments {
                    arguments.push(self.argument(argument, bindings, position)?);
                }
                Some(self.class(&class.name, arguments))
            }
        }
    }

    pub(crate) fn argument(
        &mut self,
        argument: &TypeArgument,
        bindings: &Bindings,
        position: Position,
    ) -> Option<Argument> {
        let of = |bound: &TypeSignature| match bound {
            TypeSignature::Variable(name) => bindings.get(name).copied(),
            _ => None,
        };
        Some(match argument {
            TypeArgument::Any => Argument::Any,
            TypeArgument::Exact(exact) => match of(exact) {
                Some(Argument::Exact(ty)) => Argument::Exact(ty),
                // A parameter `List<E>` takes no list at all when `E` is a wildcard.
                Some(_) if position == Position::Write => return None,
                Some(wildcard) => wildcard,
                None => Argument::Exact(self.resolve(exact, bindings, position)?),
            },
            TypeArgument::Extends(bound) => match of(bound) {
                Some(Argument::Any | Argument::Super(_)) => Argument::Any,
                Some(Argument::Exact(ty) | Argument::Extends(ty)) => Argument::Extends(ty),
                None => Argument::Extends(self.resolve(bound, bindings, position)?),
            },
            TypeArgument::Super(bound) => match of(bound) {
                Some(Argument::Any | Argument::Extends(_)) => Argument::Any,
                Some(Argument::Exact(ty) | Argument::Super(ty)) => Argument::Super(ty),
                None => Argument::Super(self.resolve(bound, bindings, position)?),
            },
        })
    }

    /// Binds variables of `signature` so that it becomes `target`; `false` if it cannot.
    pub(crate) fn unify(&self, signature: &TypeSignature, target: TypeId, bindings: &mut Bindings) -> bool {
        match (signature, self.types.get(target)) {
            (TypeSignature::Variable(_), Type::Primitive(_) | Type::Void) => false,
            (TypeSignature::Variable(name), _) => {
                *bindings.entry(name.clone()).or_insert(Argument::Exact(target)) == Argument::Exact(target)
            }
            (TypeSignature::Primitive(primitive), Type::Primitive(_)) => primitive_id(primitive) == target,
            (TypeSignature::Array(component), Type::Array(target)) => {
                self.unify(component, *target, bindings)
            }
            (TypeSignature::Class(class), Type::Class { name, arguments }) => {
                class.name == *name && self.unify_arguments(&class.arguments, arguments, bindings)
            }
            _ => false,
        }
    }

    /// Binds variables in the arguments of a class type; a raw side fits everything.
    pub(crate) fn unify_arguments(
        &self,
        signature: &[TypeArgument],
        target: &[Argument],
        bindings: &mut Bindings,
    ) -> bool {
        signature.is_empty()
            || target.is_empty()
            || signature.len() == target.len()
                && signature.iter().zip(target).all(|(signature, target)| match (signature, target) {
                    (
                        TypeArgument::Exact(inner),
                        Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty),
                    )
                    | (TypeArgument::Extends(inner), Argument::Extends(ty)) => {
                        self.unify(inner, *ty, bindings)
                    }
                    (_, Argument::Any) => true,
                    (TypeArgument::Any | TypeArgument::Extends(_) | TypeArgument::Super(_), _) => false,
                })
    }

    /// Bindings of a class's parameters to the arguments of its type; a raw type binds them to their bounds.
    pub(crate) fn class_bindings(&mut self, ty: TypeId) -> Bindings {
        let Type::Class { name, arguments } = self.types.get(ty).clone() else { return Bindings::new() };
        let Some(class) = self.library.get(&name) else { return Bindings::new() };
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let mut bindings = Bindings::new();
        for (position, parameter) in parameters.iter().enumerate() {
            let argument = match arguments.get(position) {
                Some(Argument::Any) => Argument::Extends(self.erased_bound(parameter, parameters)),
                Some(argument) => *argument,
                None => Argument::Exact(self.erased_bound(parameter, parameters)),
            };
            bindings.insert(parameter.name.clone(), argument);
        }
        bindings
    }

    /// The erasure of a parameter's leftmost bound (JLS 4.6).
    pub(crate) fn erased_bound(&mut self, parameter: &TypeParameter, siblings: &[TypeParameter]) -> TypeId {
        let mut bound = first_bound(parameter);
        // A bound may be another parameter of the same declaration; cycles are not legal Java, but may be in a file.
        for _ in 0..siblings.len() {
            let Some(TypeSignature::Variable(name)) = bound else { break };
            bound = siblings.iter().find(|sibling| sibling.name == *name).and_then(first_bound);
        }
        match bound {
            Some(TypeSignature::Class(class)) => self.class(&class.name.clone(), Vec::new()),
            _ => TypeTable::OBJECT,
        }
    }
}

/// The leftmost bound of a type parameter.
pub(crate) fn first_bound(parameter: &TypeParameter) -> Option<&TypeSignature> {
    parameter.class_bound.as_ref().or_else(|| parameter.interface_bounds.first())
}

/// A class's own type as a signature: `Map<K, V>` with its variables as arguments.
pub(crate) fn own_signature(name: &ClassName, parameters: &[TypeParameter]) -> ClassTypeSignature {
    let arguments = parameters
        .iter()
        .map(|parameter| TypeArgument::Exact(TypeSignature::Variable(parameter.name.clone())))
        .collect();
    ClassTypeSignature { name: name.clone(), arguments, outer: None }
}

/// `signature` with its variables replaced by the arguments they are bound to in a subclass.
pub(crate) fn substitute(
    signature: &ClassTypeSignature,
    arguments: &BTreeMap<&str, &TypeArgument>,
) -> ClassTypeSignature {
    let substituted = signature.arguments.iter().map(|argument| match argument {
        TypeArgument::Any => TypeArgument::Any,
        TypeArgument::Exact(TypeSignature::Variable(name)) => {
            arguments.get(name.as_str()).map_or(TypeArgument::Any, |argument| (*argument).clone())
        }
        TypeArgument::Exact(inner) => TypeArgument::Exact(substitute_type(inner, arguments)),
        TypeArgument::Extends(inner) => TypeArgument::Extends(substitute_type(inner, arguments)),
        TypeArgument::Super(inner) => TypeArgument::Super(substitute_type(inner, arguments)),
    });
    ClassTypeSignature { name: signature.name.clone(), arguments: substituted.collect(), outer: None }
}

fn substitute_type(ty: &TypeSignature, arguments: &BTreeMap<&str, &TypeArgument>) -> TypeSignature {
    match ty {
        TypeSignature::Primitive(_) => ty.clone(),
        TypeSignature::Array(component) => {
            TypeSignature::Array(Box::new(substitute_type(component, arguments)))
        }
        TypeSignature::Class(class) => TypeSignature::Class(substitute(class, arguments)),
        TypeSignature::Variable(name) => match arguments.get(name.as_str()) {
            Some(TypeArgument::Exact(inner) | TypeArgument::Extends(inner) | TypeArgument::Super(inner)) => {
                inner.clone()
            }
            _ => ty.clone(),
        },
    }
}

/// The generic supertypes a class declares; erased ones where it has no signature.
pub(crate) fn declared_supertypes(class: &evoke_classfile::ClassFile) -> Vec<ClassTypeSignature> {
    match &class.signature {
        Some(signature) => {
            std::iter::once(&signature.superclass).chain(&signature.interfaces).cloned().collect()
        }
        None => class
            .super_class
            .iter()
            .chain(&class.interfaces)
            .map(|name| ClassTypeSignature { name: name.clone(), arguments: Vec::new(), outer: None })
            .collect(),
    }
}

/// How a class sees one of its supertypes: `ArrayList<E>` sees `Collection` as `Collection<E>`.
pub(crate) fn as_supertype(
    library: &ClassLibrary<'_>,
    class: &ClassTypeSignature,
    target: &ClassName,
) -> Option<ClassTypeSignature> {
    if class.name == *target {
        return Some(class.clone());
    }
    let file = library.get(&class.name)?;
    let parameters = file.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
    let arguments: BTreeMap<&str, &TypeArgument> =
        parameters.iter().map(|parameter| parameter.name.as_str()).zip(&class.arguments).collect();
    let is_raw = class.arguments.is_empty() && !parameters.is_empty();
    declared_supertypes(&file).iter().find_map(|supertype| {
        let mut seen = substitute(supertype, &arguments);
        if is_raw {
            seen.arguments.clear();
        }
        as_supertype(library, &seen, target)
    })
}

pub(crate) fn primitive_id(primitive: &FieldType) -> TypeId {
    Primitive::ALL
        .into_iter()
        .find(|candidate| candidate.field_type() == *primitive)
        .map_or(TypeTable::VOID, TypeTable::primitive)
}
