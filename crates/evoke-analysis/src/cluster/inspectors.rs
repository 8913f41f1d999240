//! Finds what shows the state of the objects that a test may hold.

use evoke_classfile::ClassName;
use rustc_hash::FxHashSet;

use super::ancestry::likely_ancestors;
use super::builder::Builder;
use crate::{CallableId, TypeCategory, TypeId, TypeTable};

impl Builder<'_> {
    /// Inspectors of every class type that a test may hold.
    pub(super) fn add_inspectors(&mut self) {
        let mut held: Vec<TypeId> =
            self.cluster.callables.iter().map(|callable| callable.return_type).collect();
        held.sort_unstable();
        held.dedup();
        for ty in held {
            if self.cluster.types.category(ty) != TypeCategory::Object || ty == TypeTable::OBJECT {
                continue;
            }
            let Some(name) = self.cluster.types.class_name(ty).cloned() else { continue };
            let ids = self.inspectors_of(ty, &name);
            if !ids.is_empty() {
                self.cluster.inspectors.insert(ty, ids);
            }
        }
    }

    /// Declared and inherited inspectors. A method of a class that the test cannot name belongs to the class that it
    /// can.
    fn inspectors_of(&mut self, ty: TypeId, name: &ClassName) -> Vec<CallableId> {
        let mut overridden = FxHashSet::default();
        let mut ids = Vec::new();
        for class in likely_ancestors(self.library, name) {
            let is_nameable = self.library.is_accessible(&class.name, &self.package);
            for mut callable in self.members().inspectors(&class, ty, &mut overridden) {
                if !is_nameable {
                    callable.owner = name.clone();
                    callable.owner_is_interface = false;
                }
                ids.push(self.add(callable, self.limits.depth + 1));
            }
        }
        ids
    }
}
