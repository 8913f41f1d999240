//! Whether a value of one type may stand where another is wanted (JLS 4.10, unchecked conversion included).

use evoke_classfile::ClassName;
use rustc_hash::FxHashMap;

use crate::generics::{Bindings, Position, Resolver, declared_supertypes};
use crate::{Argument, ClassLibrary, Type, TypeId, TypeTable};

/// Supertypes of every type asked about, remembered.
pub(crate) struct Subtyping<'a> {
    library: &'a ClassLibrary<'a>,
    supertypes: FxHashMap<TypeId, FxHashMap<ClassName, Vec<Argument>>>,
}

impl<'a> Subtyping<'a> {
    pub(crate) fn new(library: &'a ClassLibrary<'a>) -> Self {
        Self { library, supertypes: FxHashMap::default() }
    }

    /// Whether `from` may be used as `to` without a conversion that changes the value.
    pub(crate) fn is_assignable(&mut self, types: &mut TypeTable, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return from != TypeTable::VOID;
        }
        match (types.get(from), types.get(to)) {
            (&Type::Array(from), &Type::Array(to)) => {
                !types.is_primitive(from) && !types.is_primitive(to) && self.is_assignable(types, from, to)
            }
            (Type::Array(_), Type::Class { name, .. }) => {
                matches!(name.as_str(), "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (Type::Class { .. }, Type::Class { name, .. }) if name.as_str() == "java/lang/Object" => true,
            (Type::Class { .. }, Type::Class { .. }) => self.is_subclass(types, from, to),
            _ => false,
        }
    }

    /// The same for two class types.
    fn is_subclass(&mut self, types: &mut TypeTable, from: TypeId, to: TypeId) -> bool {
        self.remember_supertypes(types, from);
        let Type::Class { name, arguments } = types.get(to) else { return false };
        // Most pairs of types end here, so that nothing is copied before.
        let Some(seen) = self.supertypes.get(&from).and_then(|supertypes| supertypes.get(name)) else {
            return false;
        };
        // Raw on either side converts, with a warning at most.
        if seen.is_empty() || arguments.is_empty() {
            return true;
        }
        if seen.len() != arguments.len() {
            return false;
        }
        let pairs: Vec<(Argument, Argument)> = seen.iter().copied().zip(arguments.iter().copied()).collect();
        pairs.into_iter().all(|(seen, wanted)| self.is_contained(types, seen, wanted))
    }

    /// Type argument containment (JLS 4.5.1).
    fn is_contained(&mut self, types: &mut TypeTable, seen: Argument, wanted: Argument) -> bool {
        match (seen, wanted) {
            (_, Argument::Any) => true,
            (Argument::Exact(seen), Argument::Exact(wanted)) => seen == wanted,
            (Argument::Exact(seen) | Argument::Extends(seen), Argument::Extends(wanted)) => {
                self.is_assignable(types, seen, wanted)
            }
            (Argument::Exact(seen) | Argument::Super(seen), Argument::Super(wanted)) => {
                self.is_assignable(types, wanted, seen)
            }
            _ => false,
        }
    }

    /// Finds every class that a type is a subtype of, itself included, with the arguments it sees it with.
    fn remember_supertypes(&mut self, types: &mut TypeTable, ty: TypeId) {
        if !self.supertypes.contains_key(&ty) {
            let mut seen = FxHashMap::default();
            collect(self.library, types, ty, &mut seen);
            self.supertypes.insert(ty, seen);
        }
    }
}

fn collect(
    library: &ClassLibrary<'_>,
    types: &mut TypeTable,
    ty: TypeId,
    seen: &mut FxHashMap<ClassName, Vec<Argument>>,
) {
    let Type::Class { name, arguments } = types.get(ty).clone() else { return };
    if seen.contains_key(&name) {
        return;
    }
    seen.insert(name.clone(), arguments.clone());
    let Some(class) = library.get(&name) else { return };
    let is_raw = arguments.is_empty()
        && class.signature.as_ref().is_some_and(|signature| !signature.type_parameters.is_empty());
    let mut resolver = Resolver { library, types };
    let bindings = if is_raw { Bindings::new() } else { resolver.class_bindings(ty) };
    for supertype in declared_supertypes(&class) {
        let resolved = if is_raw {
            Some(resolver.class(&supertype.name, Vec::new()))
        } else {
            let supertype = evoke_classfile::TypeSignature::Class(supertype);
            resolver.resolve(&supertype, &bindings, Position::Read)
        };
        if let Some(resolved) = resolved {
            collect(library, resolver.types, resolved, seen);
        }
    }
}
