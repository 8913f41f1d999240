//! Types that a value may turn out to be when a test runs: subtypes of what calls are declared to give, which have members
//! of their own to call.

use std::collections::{BTreeMap, BTreeSet};

use super::builder::Builder;
use super::ranking::preferred_subtypes;
use crate::{CallableKind, TestCluster, TypeCategory, TypeId, TypeTable};

/// Subtypes that are kept for a type.
const MAX_NARROWER: usize = 8;
/// Subclasses that are looked for on the class path for what a method under test gives.
const MAX_SUBCLASSES: usize = 4;

impl Builder<'_> {
    /// Makes subclasses of what methods under test give part of the closed world.
    pub(super) fn add_subclasses_of_results(&mut self) {
        let mut results: Vec<TypeId> =
            self.cluster.under_test.iter().map(|id| self.cluster.callable(*id).return_type).collect();
        results.sort_unstable();
        results.dedup();
        for ty in results {
            let is_object =
                self.cluster.types.category(ty) == TypeCategory::Object && ty != TypeTable::OBJECT;
            let Some(name) = self.cluster.types.class_name(ty).filter(|_| is_object).cloned() else {
                continue;
            };
            let subclasses =
                preferred_subtypes(self.library, self.hierarchy, &name, &self.package, MAX_SUBCLASSES);
            for subclass in subclasses.iter().filter(|name| self.library.is_on_class_path(name)) {
                let Some(class) = self.library.get(subclass) else { continue };
                if let Some(subtype) = self.subtype_for(&class, &name, ty) {
                    self.modify(subtype, 2);
                }
            }
        }
    }
}

impl TestCluster {
    /// Types with members of their own that a value of the declared type may be of at run time.
    pub fn narrower(&self, ty: TypeId) -> &[TypeId] {
        self.narrower.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Fills the table of narrower types for all types that calls give. The assignability of types has to be known.
    pub fn set_narrower(&mut self) {
        let mut given: Vec<TypeId> = self.callables.iter().map(|callable| callable.return_type).collect();
        given.sort_unstable();
        given.dedup();
        let mut with_members: Vec<TypeId> = self.wider_generators.keys().copied().collect();
        with_members.extend(self.modifiers.iter().filter(|(_, ids)| !ids.is_empty()).map(|(ty, _)| *ty));
        let mut seen = BTreeSet::new();
        with_members.retain(|ty| seen.insert(*ty));
        let mut narrower = BTreeMap::new();
        for ty in given.into_iter().filter(|ty| self.types.category(*ty) == TypeCategory::Object) {
            let is_narrower = |candidate: &TypeId| {
                self.is_assignable(*candidate, ty)
                    && self.types.class_name(*candidate) != self.types.class_name(ty)
            };
            let found: Vec<TypeId> =
                with_members.iter().copied().filter(is_narrower).take(MAX_NARROWER).collect();
            if !found.is_empty() {
                narrower.insert(ty, found);
            }
        }
        self.narrower = narrower;
    }

    /// Calls that a variable is worth having for whose value is of the type: what may change it, and methods under test.
    pub fn calls_on(&self, ty: TypeId) -> impl Iterator<Item = crate::CallableId> {
        let under_test = self.under_test.iter().copied().filter(move |id| {
            let callable = self.callable(*id);
            callable.receiver == Some(ty) && callable.kind == CallableKind::Method
        });
        self.modifiers(ty).iter().copied().filter(|id| !self.under_test.contains(id)).chain(under_test)
    }
}
