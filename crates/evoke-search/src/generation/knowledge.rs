//! What a search learns while tests run, and builds further tests by: how calls end, what values are, which state matters.
//! Only the run of a search writes it; whoever builds tests reads it.

use evoke_analysis::TestCluster;

use super::callable_choice::CallableChoice;
use super::dynamic_pool::DynamicPool;
use super::manner::Manner;
use super::object_pool::ObjectPool;
use super::run_time_types::RunTimeTypes;
use super::state_writers::StateWriters;
use super::stub_uses::StubUses;
use crate::{SearchConfig, Technique};

/// All that was learnt so far.
pub(crate) struct Knowledge {
    /// How calls ended, and what they may still cover.
    pub(crate) callables: CallableChoice,
    /// Calls that write what uncovered goals read.
    pub(crate) state_writers: StateWriters,
    /// What values turned out to be.
    pub(crate) run_time_types: RunTimeTypes,
    pub(crate) stub_uses: StubUses,
    /// Objects that were hard to build.
    pub(crate) object_pool: ObjectPool,
    /// What comparisons compared; `None` where that is switched off.
    pub(crate) operands: Option<DynamicPool>,
    /// How likely what is where tests are built.
    pub(crate) manner: Manner,
}

impl Knowledge {
    /// That of a search which has run nothing.
    pub(crate) fn new(config: &SearchConfig, cluster: &TestCluster) -> Self {
        let has_operands = config.has(Technique::DynamicPool);
        Self {
            callables: CallableChoice::new(cluster.callables.len()),
            state_writers: StateWriters::default(),
            run_time_types: RunTimeTypes::default(),
            stub_uses: StubUses::default(),
            object_pool: ObjectPool::default(),
            operands: has_operands.then(|| DynamicPool::new(config.generation.dynamic_pool_size)),
            manner: Manner::usual(config),
        }
    }
}
