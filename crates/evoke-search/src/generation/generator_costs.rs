//! What generators need: how many statements it takes at least to make a value with each, arguments included. A fixpoint over
//! the cluster, computed once.

use evoke_analysis::{CallableId, StubId, TestCluster, TypeCategory, TypeId, TypeTable};

/// The cost of what only `null` can stand for, and of generators that need themselves.
const OUT_OF_REACH: f64 = 1e6;
/// A literal is written where it is used and costs less than a call.
const LITERAL: f64 = 0.25;
const ARRAY: f64 = 0.5;
/// A call with a class, a name and classes.
const LOOKUP: f64 = 2.0;
/// Costs settle after as many rounds as objects are nested.
const MAX_ROUNDS: usize = 12;

/// Costs by callable.
pub(super) struct GeneratorCosts {
    costs: Vec<f64>,
}

impl GeneratorCosts {
    pub(super) fn new(cluster: &TestCluster) -> Self {
        let mut types: Vec<f64> =
            (0..cluster.types.len() as u32).map(|ty| initial_cost(cluster, TypeId(ty))).collect();
        let mut costs = Vec::new();
        for _ in 0..MAX_ROUNDS {
            costs = cluster
                .callables
                .iter()
                .map(|callable| callable_cost(cluster, &types, callable.id))
                .collect();
            let mut changed = false;
            for (ty, generators) in &cluster.generators {
                let cheapest = generators
                    .iter()
                    .map(|callable| costs[callable.index()])
                    .fold(types[ty.index()], f64::min);
                changed |= cheapest < types[ty.index()];
                types[ty.index()] = cheapest;
            }
            for (ty, stubs) in &cluster.stubs_by_type {
                let cheapest = stubs
                    .iter()
                    .map(|stub| stub_cost(cluster, &types, *stub))
                    .fold(types[ty.index()], f64::min);
                changed |= cheapest < types[ty.index()];
                types[ty.index()] = cheapest;
            }
            if !changed {
                break;
            }
        }
        Self { costs }
    }

    /// How much rather than others a generator is taken; positive.
    pub(super) fn weight(&self, callable: CallableId) -> f64 {
        1.0 / (1.0 + self.costs[callable.index()])
    }

    /// Whether any of the generators can be had with all it needs.
    pub(super) fn can_be_given(&self, generators: &[CallableId]) -> bool {
        generators.iter().any(|callable| self.costs[callable.index()] < OUT_OF_REACH)
    }

    /// The first of the cheapest.
    pub(super) fn cheapest(&self, generators: &[CallableId]) -> Option<CallableId> {
        let cost = |callable: &CallableId| self.costs[callable.index()];
        generators.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}

fn initial_cost(cluster: &TestCluster, ty: TypeId) -> f64 {
    match cluster.types.category(ty) {
        TypeCategory::Primitive(_) | TypeCategory::String => LITERAL,
        _ if !cluster.class_literals(ty).is_empty() => LITERAL,
        _ if is_looked_up(cluster, ty) => LOOKUP,
        TypeCategory::Array(_) => ARRAY,
        _ if cluster.is_assignable(TypeTable::STRING, ty) => LITERAL,
        _ => OUT_OF_REACH,
    }
}

/// Whether a look-up gives a member that fits.
fn is_looked_up(cluster: &TestCluster, ty: TypeId) -> bool {
    let mut gives =
        cluster.member_lookups.iter().map(|lookup| cluster.callable(lookup.last_call()).return_type);
    gives.any(|member| cluster.is_assignable(member, ty))
}

fn callable_cost(cluster: &TestCluster, types: &[f64], callable: CallableId) -> f64 {
    let callable = cluster.callable(callable);
    let needed = callable.receiver.iter().chain(&callable.parameters);
    1.0 + needed.map(|ty| types[ty.index()]).sum::<f64>()
}

/// What the methods give may be `null`.
fn stub_cost(cluster: &TestCluster, types: &[f64], stub: StubId) -> f64 {
    let stub = cluster.stub(stub);
    let given = stub.decided_methods().filter(|method| method.gives()).count() as f64 * LITERAL;
    1.0 + given + stub.parameters.iter().map(|ty| types[ty.index()].min(1.0)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_cluster::SampleCluster;

    #[test]
    fn generator_costs_what_its_arguments_cost() {
        let sample = SampleCluster::new();
        let costs = GeneratorCosts::new(&sample.cluster);
        let generators = sample.cluster.generators(sample.boxes);
        let weights: Vec<f64> = generators.iter().map(|callable| costs.weight(*callable)).collect();
        // A number, a string, and two boxes.
        assert!(weights[0] == weights[1] && weights[1] > weights[2], "{weights:?}");
        assert_eq!(costs.cheapest(generators), Some(generators[0]));
    }

    #[test]
    fn generator_that_needs_itself_is_nearly_never_taken() {
        let sample = SampleCluster::with_only_recursive_generators();
        let costs = GeneratorCosts::new(&sample.cluster);
        assert!(costs.weight(sample.cluster.under_test[0]) < 1e-3);
    }
}
