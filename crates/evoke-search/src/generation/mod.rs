//! Random tests and random parts of tests, always type-correct: arguments are assignable to their parameters,
//! receivers are never `null` literals, and writes to arrays stay inside them.

mod arguments;
mod array;
mod callable_choice;
mod cost;
mod dynamic_pool;
mod format_pieces;
mod fragment;
mod goal_reach;
mod insertion;
mod numeric_strings;
mod object_pool;
mod pooled_strings;
mod pools;
mod preparation;
mod random_test;
mod regular_expression;
mod run_time_types;
mod slot;
mod sources;
mod state_writers;
mod static_pool;
mod stub;
mod values;
mod weighted;

use evoke_analysis::{CallableId, Constants, TestCluster, TypeId};

pub use callable_choice::CallCounts;
pub(crate) use fragment::Fragment;
pub(crate) use goal_reach::GoalReach;
pub(crate) use regular_expression::match_of;
pub(crate) use run_time_types::RunTimeTypes;
pub(crate) use slot::{Slot, choose_fitting, slots};
pub(crate) use state_writers::StateWriters;
pub(crate) use values::ValueSource;

use crate::SearchConfig;
use callable_choice::CallableChoice;
use cost::GeneratorCosts;
use object_pool::ObjectPool;
use pools::Pools;
use sources::TypeSources;

/// Builds random statements for one test cluster.
pub(crate) struct TestGenerator<'a> {
    pub(crate) config: &'a SearchConfig,
    pub(crate) cluster: &'a TestCluster,
    pub(crate) values: ValueSource<'a>,
    pub(crate) callables: CallableChoice,
    pub(crate) state_writers: StateWriters,
    pub(crate) run_time_types: RunTimeTypes,
    pub(crate) object_pool: ObjectPool,
    sources: TypeSources,
    costs: GeneratorCosts,
}

impl<'a> TestGenerator<'a> {
    pub(crate) fn new(config: &'a SearchConfig, cluster: &'a TestCluster, constants: &Constants) -> Self {
        Self {
            config,
            cluster,
            values: ValueSource::new(&config.generation, Pools::new(config, constants)),
            callables: CallableChoice::new(cluster.callables.len()),
            state_writers: StateWriters::default(),
            run_time_types: RunTimeTypes::default(),
            object_pool: ObjectPool::default(),
            sources: TypeSources::new(cluster),
            costs: GeneratorCosts::new(cluster),
        }
    }

    /// Calls with this result type that may stand in for each other.
    pub(crate) fn calls_with_result(&self, result: TypeId) -> &[CallableId] {
        self.sources.calls_with_result(result)
    }
}

#[cfg(test)]
mod tests;
