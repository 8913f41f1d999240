//! What tests of a class are built from that does not change during a search.

use evoke_analysis::{ClassUnderTest, Constants, TestCluster};

use super::cluster_index::ClusterIndex;
use super::covering_calls::CoveringCalls;
use super::generator_costs::GeneratorCosts;
use super::pools::StaticPools;
use crate::SearchConfig;

/// The cluster, tables over it, and constants.
pub(crate) struct Ingredients<'a> {
    pub(crate) config: &'a SearchConfig,
    pub(crate) cluster: &'a TestCluster,
    pub(super) index: ClusterIndex,
    pub(super) costs: GeneratorCosts,
    pub(super) constants: StaticPools,
    /// Where a pair of classes is tested.
    pub(crate) covering: Option<CoveringCalls>,
}

impl<'a> Ingredients<'a> {
    pub(crate) fn new(config: &'a SearchConfig, cluster: &'a TestCluster, constants: &Constants) -> Self {
        Self {
            config,
            cluster,
            index: ClusterIndex::new(cluster),
            costs: GeneratorCosts::new(cluster),
            constants: StaticPools::new(config, constants),
            covering: None,
        }
    }

    /// With the calls that every test of a pair of classes needs one of.
    pub(crate) fn for_pair(self, class: &ClassUnderTest) -> Self {
        Self { covering: CoveringCalls::of(class, self.cluster), ..self }
    }
}
