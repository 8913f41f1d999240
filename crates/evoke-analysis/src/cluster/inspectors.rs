//! Finds what shows the state of the objects that a test may hold, and of the objects that these hold.

use evoke_classfile::ClassName;
use rustc_hash::FxHashSet;

use super::ancestry::likely_ancestors;
use super::builder::Builder;
use super::members::Question;
use crate::{CallableId, TypeCategory, TypeId, TypeTable};

/// Most parts of one object that are looked at; each costs as much as an object of the test.
const MAX_PARTS: usize = 6;

/// What can be asked of the objects of a type.
#[derive(Default)]
struct Questions {
    inspectors: Vec<CallableId>,
    parts: Vec<CallableId>,
}

impl Builder<'_> {
    /// Inspectors of every class type that a test may hold, and of those of their parts.
    pub(super) fn add_inspectors(&mut self) {
        let mut held: Vec<TypeId> =
            self.cluster.callables.iter().map(|callable| callable.return_type).collect();
        held.sort_unstable();
        held.dedup();
        let mut types_of_parts = Vec::new();
        for ty in held {
            let Questions { inspectors, parts } = self.questions_about(ty, MAX_PARTS);
            types_of_parts.extend(parts.iter().map(|part| self.cluster.callable(*part).return_type));
            if !inspectors.is_empty() {
                self.cluster.inspectors.insert(ty, inspectors);
            }
            if !parts.is_empty() {
                self.cluster.parts.insert(ty, parts);
            }
        }
        for ty in types_of_parts {
            if !self.cluster.inspectors.contains_key(&ty) {
                let inspectors = self.questions_about(ty, 0).inspectors;
                self.cluster.inspectors.insert(ty, inspectors);
            }
        }
    }

    /// With no more than so many parts.
    fn questions_about(&mut self, ty: TypeId, max_parts: usize) -> Questions {
        let is_asked = self.cluster.types.category(ty) == TypeCategory::Object && ty != TypeTable::OBJECT;
        let name = self.cluster.types.class_name(ty).filter(|_| is_asked).cloned();
        name.map(|name| self.questions_about_class(ty, &name, max_parts)).unwrap_or_default()
    }

    /// Declared and inherited. A method of a class that the test cannot name belongs to the class that it can.
    fn questions_about_class(&mut self, ty: TypeId, name: &ClassName, max_parts: usize) -> Questions {
        let mut overridden = FxHashSet::default();
        let mut questions = Questions::default();
        for class in likely_ancestors(self.library, name) {
            let is_nameable = self.library.is_accessible(&class.name, &self.package);
            for question in self.members().questions(&class, ty, &mut overridden) {
                let (mut callable, ids) = match question {
                    Question::Inspector(callable) => (callable, &mut questions.inspectors),
                    Question::Part(_) if questions.parts.len() >= max_parts => continue,
                    Question::Part(callable) => (callable, &mut questions.parts),
                };
                if !is_nameable {
                    callable.owner = name.clone();
                    callable.owner_is_interface = false;
                }
                ids.push(self.add(callable, self.limits.depth + 1));
            }
        }
        questions.inspectors.extend(self.file_questions(name));
        questions
    }
}
