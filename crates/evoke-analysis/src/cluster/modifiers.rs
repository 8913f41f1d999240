//! Finds what changes an object of a type.

use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, access};
use rustc_hash::FxHashSet;

use super::ancestry::likely_ancestors;
use super::builder::Builder;
use super::files::writes_files;
use crate::{Callable, TypeCategory, TypeId, TypeTable};

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
        let mut found: Vec<Callable> = Vec::new();
        let classes = self.declaring_classes(&name);
        for class in &classes {
            found.extend(self.members().modifiers(class, ty));
        }
        let mut seen = FxHashSet::default();
        found.retain(|callable| {
            !writes_files(callable) && seen.insert((callable.name.clone(), callable.parameters.clone()))
        });
        let mut beyond = found.split_off(found.len().min(self.limits.modifiers));
        let connecting: Vec<Callable> = beyond.extract_if(.., |it| self.is_about_connection(it)).collect();
        let mut setting: Vec<Callable> =
            beyond.extract_if(.., |it| self.sets_what_is_asked(&classes, it)).collect();
        setting.truncate(self.limits.asked_modifiers);
        beyond.retain(|callable| self.makes_relation(callable));
        beyond.truncate(self.limits.relations);
        found.extend(setting.into_iter().chain(beyond).chain(connecting));
        for callable in found {
            let id = self.add(callable, depth);
            self.add_modifier(ty, id);
        }
    }

    /// Whether a call of a method of one of these classes sets what the class under test asks for.
    fn sets_what_is_asked(&self, classes: &[Rc<ClassFile>], callable: &Callable) -> bool {
        let owner = classes.iter().find(|class| class.name == callable.owner);
        owner.is_some_and(|class| self.asked_state.is_set_by(class, callable))
    }

    /// Whether a call brings an object into relation with another one, as far as its parameters and its name tell: `add(child)`, but not
    /// `getIndex(child)`.
    fn makes_relation(&self, callable: &Callable) -> bool {
        let is_question = QUESTIONS.iter().any(|word| begins_with_word(&callable.name, word));
        let is_object = |ty: &TypeId| {
            *ty != TypeTable::OBJECT && matches!(self.cluster.types.category(*ty), TypeCategory::Object)
        };
        !is_question && callable.parameters.iter().any(is_object)
    }

    /// Whether a call takes what connects to another machine, or connects itself.
    fn is_about_connection(&self, callable: &Callable) -> bool {
        callable.connects() || self.cluster.takes_connection(callable)
    }

    /// The class and what it inherits methods from: superclasses, and, where it need not implement them itself, interfaces.
    pub(super) fn declaring_classes(&self, name: &ClassName) -> Vec<Rc<ClassFile>> {
        let mut classes = likely_ancestors(self.library, name);
        let is_abstract = classes.first().is_some_and(|class| class.access_flags & access::ABSTRACT != 0);
        classes.retain(|class| {
            let is_class = class.access_flags & access::INTERFACE == 0;
            class.name.as_str() != "java/lang/Object" && (is_class || is_abstract)
        });
        classes
    }
}

/// How methods are called that only look.
const QUESTIONS: [&str; 8] = ["get", "is", "has", "can", "contains", "to", "indexOf", "lastIndexOf"];

/// Whether a name is the word, or begins with it: `is` and `isEmpty`, but not `issue`.
pub(super) fn begins_with_word(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_lowercase()))
}
