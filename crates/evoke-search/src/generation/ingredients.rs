//! What tests of a class are built from that does not change during a search.

use evoke_analysis::{Constants, TestCluster};

use super::cluster_index::ClusterIndex;
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
}

impl<'a> Ingredients<'a> {
    pub(crate) fn new(config: &'a SearchConfig, cluster: &'a TestCluster, constants: &Constants) -> Self {
        Self {
            config,
            cluster,
            index: ClusterIndex::new(cluster),
            costs: GeneratorCosts::new(cluster),
            constants: StaticPools::new(config, constants),
        }
    }
}
