//! What may stand in for a type, and which calls give it: tables over the cluster that are made once per search.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, CallableKind, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::is_nameable;

/// For every type, what may stand in for it besides its generators, and which calls give it.
pub(super) struct ClusterIndex {
    /// By wanted type: array types whose values fit; the type itself only, if it is an array type.
    arrays: Vec<Vec<TypeId>>,
    /// Calls that may replace each other, by result type: members under test, generators and modifiers.
    by_result: BTreeMap<TypeId, Vec<CallableId>>,
    /// By wanted type: types of which the code under test asks whether an object is one.
    tested: Vec<Vec<TypeId>>,
    /// By type: calls that put something into an object of it.
    fillers: BTreeMap<TypeId, Vec<CallableId>>,
    /// By type: calls with arguments that give an object of it when called on one.
    links: BTreeMap<TypeId, Vec<CallableId>>,
}

/// How methods are called that put something into their receiver.
const FILLER_NAMES: [&str; 8] = ["add", "append", "enqueue", "insert", "offer", "push", "put", "register"];

impl ClusterIndex {
    pub(super) fn new(cluster: &TestCluster) -> Self {
        let types = || (0..cluster.types.len() as u32).map(TypeId);
        let is_array = |ty: &TypeId| matches!(cluster.types.category(*ty), TypeCategory::Array(_));
        let arrays: Vec<TypeId> = types().filter(is_array).filter(|ty| is_nameable(cluster, *ty)).collect();
        let arrays = types()
            .map(|wanted| match cluster.types.category(wanted) {
                TypeCategory::Array(_) => vec![wanted],
                TypeCategory::Object => {
                    arrays.iter().copied().filter(|ty| cluster.is_assignable(*ty, wanted)).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        let tested = types()
            .map(|wanted| match cluster.types.category(wanted) {
                TypeCategory::Object => {
                    let fits = |ty: &TypeId| *ty != wanted && cluster.is_assignable(*ty, wanted);
                    cluster.tested_types.iter().copied().filter(fits).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        Self {
            arrays,
            tested,
            by_result: calls_by_result(cluster),
            fillers: fillers(cluster),
            links: links(cluster),
        }
    }

    /// Subtypes of `wanted` of which the code under test asks whether an object is one.
    pub(super) fn tested(&self, wanted: TypeId) -> &[TypeId] {
        &self.tested[wanted.index()]
    }

    /// Calls that put something into an object of the type.
    pub(super) fn fillers(&self, ty: TypeId) -> &[CallableId] {
        self.fillers.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Calls with arguments that give an object of the type when called on one.
    pub(super) fn links(&self, ty: TypeId) -> &[CallableId] {
        self.links.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Array types whose values fit where `wanted` is wanted.
    pub(super) fn arrays(&self, wanted: TypeId) -> &[TypeId] {
        &self.arrays[wanted.index()]
    }

    /// Calls with this result type.
    pub(super) fn calls_with_result(&self, result: TypeId) -> &[CallableId] {
        self.by_result.get(&result).map_or(&[], Vec::as_slice)
    }
}

/// Calls without a result are only those under test: others say nothing about what they are good for.
fn calls_by_result(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let mut by_result: BTreeMap<TypeId, Vec<CallableId>> = BTreeMap::new();
    for callable in &cluster.under_test {
        by_result.entry(cluster.callable(*callable).return_type).or_default().push(*callable);
    }
    for callable in cluster.generators.values().chain(cluster.modifiers.values()).flatten() {
        let result = cluster.callable(*callable).return_type;
        if result != TypeTable::VOID {
            by_result.entry(result).or_default().push(*callable);
        }
    }
    for callables in by_result.values_mut() {
        callables.sort_unstable();
        callables.dedup();
    }
    by_result
}

/// Known by their names: an argument that is kept and one that is only looked at are the same to the bytecode.
fn fillers(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let is_filler = |id: &CallableId| {
        let callable = cluster.callable(*id);
        callable.kind == CallableKind::Method
            && callable.receiver.is_some()
            && !callable.parameters.is_empty()
            && FILLER_NAMES.iter().any(|name| callable.name.starts_with(name))
    };
    let by_type = cluster.modifiers.iter();
    by_type.map(|(ty, ids)| (*ty, ids.iter().copied().filter(is_filler).collect())).collect()
}

fn links(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let mut links: BTreeMap<TypeId, Vec<CallableId>> = BTreeMap::new();
    for callable in &cluster.callables {
        if let Some(receiver) = callable.receiver
            && callable.kind == CallableKind::Method
            && callable.return_type == receiver
            && !callable.parameters.is_empty()
        {
            links.entry(receiver).or_default().push(callable.id);
        }
    }
    links
}
