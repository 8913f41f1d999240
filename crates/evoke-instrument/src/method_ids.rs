//! The ids that probes pass, found by where they go: method, byte offset, line number.

use std::collections::BTreeMap;

use evoke_analysis::{ClassUnderTest, ContextId, LineId, MethodId, Mutant, PredicateId};
use evoke_classfile::rewrite::MethodView;

/// The ids of one method and of what is in it.
#[derive(Clone, Debug)]
pub(crate) struct MethodIds {
    pub(crate) method: MethodId,
    /// By byte offset; of a switch its first.
    pub(crate) predicates: BTreeMap<u32, PredicateId>,
    /// By line number.
    pub(crate) lines: BTreeMap<u16, LineId>,
    /// By byte offset.
    pub(crate) mutants: BTreeMap<u32, Vec<Mutant>>,
    /// Contexts of the calls that are made here, by byte offset.
    pub(crate) call_sites: BTreeMap<u32, ContextId>,
    /// Whether its activations are told apart by their contexts.
    pub(crate) is_target: bool,
    /// Positions, among the value domains of the class, of those of its parameters and of its result (`None`).
    pub(crate) value_domains: Vec<(Option<u16>, u32)>,
}

/// Ids of methods by class, then by method name and descriptor.
#[derive(Clone, Debug)]
pub(crate) struct IdsByMethod(BTreeMap<String, BTreeMap<(String, String), MethodIds>>);

impl IdsByMethod {
    /// The ids of all methods of a class under test.
    pub(crate) fn of(class_under_test: &ClassUnderTest) -> Self {
        let ids = |method| MethodIds {
            method,
            predicates: BTreeMap::new(),
            lines: BTreeMap::new(),
            mutants: BTreeMap::new(),
            call_sites: BTreeMap::new(),
            is_target: false,
            value_domains: Vec::new(),
        };
        let mut all: Vec<MethodIds> = class_under_test.methods.iter().map(|method| ids(method.id)).collect();
        for predicate in &class_under_test.predicates {
            all[predicate.method.index()].predicates.entry(predicate.offset).or_insert(predicate.id);
        }
        for line in &class_under_test.lines {
            all[line.method.index()].lines.insert(line.number, line.id);
        }
        for mutant in &class_under_test.mutants {
            all[mutant.method.index()].mutants.entry(mutant.offset).or_default().push(mutant.clone());
        }
        for context in &class_under_test.contexts {
            for site in &context.sites {
                all[site.method.index()].call_sites.insert(site.offset, context.id);
            }
            for target in &context.targets {
                all[target.index()].is_target = true;
            }
        }
        for (position, domain) in (0..).zip(&class_under_test.value_domains) {
            all[domain.method.index()].value_domains.push((domain.parameter, position));
        }
        let mut by_class: BTreeMap<String, BTreeMap<_, _>> = BTreeMap::new();
        for (method, ids) in class_under_test.methods.iter().zip(all) {
            let of_class = by_class.entry(method.class.as_str().to_owned()).or_default();
            of_class.insert((method.name.clone(), method.descriptor.clone()), ids);
        }
        Self(by_class)
    }

    /// Those of one method, if it is under test.
    pub(crate) fn of_method(&self, method: &MethodView<'_>) -> Option<&MethodIds> {
        let key = (method.name.to_owned(), method.descriptor.to_owned());
        self.0.get(method.class_name)?.get(&key)
    }
}
