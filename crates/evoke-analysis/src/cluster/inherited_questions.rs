//! What objects of a class under test can be asked that is not under test, since the class inherits it.

use evoke_classfile::{ClassFile, FieldType, Method, access};
use rustc_hash::FxHashSet;

use super::builder::Builder;
use super::modifiers::begins_with_word;
use super::purity::is_pure;
use super::test_cluster::TestCluster;
use crate::{Callable, CallableId, TypeId};

/// Most of them to one type.
const MAX_QUESTIONS: usize = 16;
/// How they are called.
const WORDS: [&str; 12] = [
    "get",
    "is",
    "has",
    "can",
    "contains",
    "size",
    "count",
    "length",
    "indexOf",
    "lastIndexOf",
    "supports",
    "peek",
];

impl Builder<'_> {
    /// Finds methods that objects of types under test inherit, that take nothing or one plain value and give one. What those give that take
    /// nothing and are free of effects is looked at anyway.
    pub(super) fn add_inherited_questions(&mut self) {
        for ty in receivers_under_test(&self.cluster) {
            let questions = self.inherited_questions(ty);
            if !questions.is_empty() {
                self.cluster.inherited_questions.insert(ty, questions);
            }
        }
    }

    fn inherited_questions(&mut self, ty: TypeId) -> Vec<CallableId> {
        let Some(name) = self.cluster.types.class_name(ty).cloned() else { return Vec::new() };
        let mut overridden = FxHashSet::default();
        let mut found: Vec<(bool, Callable)> = Vec::new();
        for class in self.declaring_classes(&name) {
            let is_asked = |method: &Method| is_question(method) && !self.is_seen_anyway(&class, method);
            let asked: Vec<&Method> = class.methods.iter().filter(|method| is_asked(method)).collect();
            for method in asked {
                let key = (method.name.clone(), method.descriptor.to_string());
                if class.name != name && !overridden.contains(&key) {
                    let callable = self.members().inherited_method(&class, method, ty);
                    found.extend(callable.map(|it| (method.access_flags & access::PUBLIC == 0, it)));
                }
            }
            let own = class.methods.iter();
            overridden.extend(own.map(|method| (method.name.clone(), method.descriptor.to_string())));
        }
        // Those that are for everyone first.
        found.sort_by_key(|(is_hidden, _)| *is_hidden);
        found.truncate(MAX_QUESTIONS);
        let ids: Vec<CallableId> =
            found.into_iter().map(|(_, callable)| self.add(callable, u32::MAX)).collect();
        ids.into_iter().filter(|id| !self.cluster.under_test.contains(id)).collect()
    }

    fn is_seen_anyway(&self, class: &ClassFile, method: &Method) -> bool {
        method.descriptor.parameters.is_empty() && is_pure(self.library, class, method)
    }
}

fn receivers_under_test(cluster: &TestCluster) -> Vec<TypeId> {
    let callables = cluster.under_test.iter().map(|id| cluster.callable(*id));
    let mut receivers: Vec<TypeId> = callables.filter_map(|callable| callable.receiver).collect();
    receivers.sort_unstable();
    receivers.dedup();
    receivers
}

fn is_question(method: &Method) -> bool {
    let is_called_so = WORDS.iter().any(|word| begins_with_word(&method.name, word));
    let gives = method.descriptor.return_type.as_ref().is_some_and(is_plain);
    let takes = method.descriptor.parameters.as_slice();
    let is_of_an_object = method.access_flags & access::STATIC == 0;
    is_called_so
        && gives
        && takes.len() <= 1
        && takes.iter().all(is_plain)
        && is_of_an_object
        && method.signature.is_none()
}

/// Whether it is a primitive or a string.
fn is_plain(ty: &FieldType) -> bool {
    match ty {
        FieldType::Object(class) => class.as_str() == "java/lang/String",
        FieldType::Array(_) => false,
        _ => true,
    }
}
