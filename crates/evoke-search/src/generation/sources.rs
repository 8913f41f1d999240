//! What can give a value of a type: tables over the cluster that are made once per search.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, TestCluster, TypeCategory, TypeId, TypeTable};

/// For every type, what may stand in for it besides its generators, and which calls give it.
pub(super) struct TypeSources {
    /// By wanted type: array types whose values fit; the type itself only, if it is an array type.
    arrays: Vec<Vec<TypeId>>,
    /// Calls that may replace each other, by result type: members under test, generators and modifiers.
    by_result: BTreeMap<TypeId, Vec<CallableId>>,
}

impl TypeSources {
    pub(super) fn new(cluster: &TestCluster) -> Self {
        let types = || (0..cluster.types.len() as u32).map(TypeId);
        let is_array = |ty: &TypeId| matches!(cluster.types.category(*ty), TypeCategory::Array(_));
        let arrays = types()
            .map(|wanted| match cluster.types.category(wanted) {
                TypeCategory::Array(_) => vec![wanted],
                TypeCategory::Object => {
                    types().filter(is_array).filter(|ty| cluster.is_assignable(*ty, wanted)).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        Self { arrays, by_result: calls_by_result(cluster) }
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
