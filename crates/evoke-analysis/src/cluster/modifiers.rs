//! Finds what changes an object of a type.

use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, access};
use rustc_hash::FxHashSet;

use super::ancestry::likely_ancestors;
use super::builder::Builder;
use super::files::writes_files;
use crate::{TypeCategory, TypeId, TypeTable};

impl Builder<'_> {
    /// An `ArrayList<Integer>` made for a `Collection<? extends Integer>` can be filled, which the wanted type
    /// alone would not allow. So can the builder that gives an object.
    pub(super) fn modify_what_is_given(&mut self, ty: TypeId, depth: u32) {
        let given: Vec<TypeId> = self
            .generators
            .get(&ty)
            .into_iter()
            .flatten()
            .map(|id| &self.cluster.callables[id.index()])
            .flat_map(|callable| callable.receiver.into_iter().chain([callable.return_type]))
            .collect();
        for given in given {
            if given != ty && !self.modifiers.contains_key(&given) {
                self.modify(given, depth);
            }
        }
    }

    /// Finds what changes an object of the type, inherited members included.
    pub(super) fn modify(&mut self, ty: TypeId, depth: u32) {
        let Some(name) = self.cluster.types.class_name(ty).cloned() else { return };
        if ty == TypeTable::OBJECT || !matches!(self.cluster.types.category(ty), TypeCategory::Object) {
            return;
        }
        let mut seen = FxHashSet::default();
        for class in self.declaring_classes(&name) {
            let callables = self.members().modifiers(&class, ty);
            for callable in callables {
                let is_full = self.modifiers.get(&ty).map_or(0, Vec::len) >= self.limits.modifiers;
                if !is_full
                    && !writes_files(&callable)
                    && seen.insert((callable.name.clone(), callable.parameters.clone()))
                {
                    let id = self.add(callable, depth);
                    self.add_modifier(ty, id);
                }
            }
        }
    }

    /// The class and what it inherits methods from: superclasses, and, where it need not implement them itself, interfaces.
    fn declaring_classes(&self, name: &ClassName) -> Vec<Rc<ClassFile>> {
        let mut classes = likely_ancestors(self.library, name);
        let is_abstract = classes.first().is_some_and(|class| class.access_flags & access::ABSTRACT != 0);
        classes.retain(|class| {
            let is_class = class.access_flags & access::INTERFACE == 0;
            class.name.as_str() != "java/lang/Object" && (is_class || is_abstract)
        });
        classes
    }
}
