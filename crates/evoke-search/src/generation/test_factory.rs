//! Builds random statements and tests from what a class offers and what was learnt of it. A view of both that is made where it
//! is needed; what it can build is in the files beside this one.

use evoke_analysis::{CallableId, CallableKind, TestCluster, TypeId, TypeTable};
use rand::seq::IteratorRandom;

use super::cluster_index::{ClusterIndex, SpecimenUse};
use super::covering_calls::CoveringCalls;
use super::generator_costs::GeneratorCosts;
use super::ingredients::Ingredients;
use super::knowledge::Knowledge;
use super::literals::Literals;
use super::pools::{Pools, StaticPools};
use crate::config::GenerationConfig;
use crate::{SearchConfig, SearchRng};

/// Builds statements for one test cluster.
#[derive(Clone, Copy)]
pub(crate) struct TestFactory<'a> {
    pub(crate) config: &'a SearchConfig,
    pub(crate) cluster: &'a TestCluster,
    pub(crate) knowledge: &'a Knowledge,
    pub(super) index: &'a ClusterIndex,
    pub(super) costs: &'a GeneratorCosts,
    constants: &'a StaticPools,
    /// `None` where any test may cover something.
    pub(super) covering: Option<&'a CoveringCalls>,
}

impl<'a> TestFactory<'a> {
    pub(crate) fn new(ingredients: &'a Ingredients<'_>, knowledge: &'a Knowledge) -> Self {
        let Ingredients { config, cluster, index, costs, constants, covering } = ingredients;
        Self { config, cluster, knowledge, index, costs, constants, covering: covering.as_ref() }
    }

    /// How likely what is at present.
    pub(crate) fn probabilities(&self) -> &'a GenerationConfig {
        &self.knowledge.manner.generation
    }

    /// Draws literals.
    pub(crate) fn literals(&self) -> Literals<'a> {
        let pools = Pools { constants: self.constants, operands: self.knowledge.operands.as_ref() };
        Literals { config: self.probabilities(), pools }
    }

    /// Calls with this result type that may stand in for each other.
    pub(crate) fn calls_with_result(&self, result: TypeId) -> &'a [CallableId] {
        self.index.calls_with_result(result)
    }

    /// The constructor of a specimen, if there is one of which objects are made.
    pub(crate) fn any_specimen(&self, rng: &mut SearchRng) -> Option<CallableId> {
        let uses = self.index.specimens(TypeTable::OBJECT).iter();
        let objects = uses.filter_map(|of| match of {
            SpecimenUse::Object(specimen) => Some(*specimen),
            SpecimenUse::ClassLiteral(_) => None,
        });
        let calls = self.calls_with_result(objects.choose(rng)?).iter();
        calls.copied().find(|call| self.cluster.callable(*call).kind == CallableKind::Constructor)
    }
}
