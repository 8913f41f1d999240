//! The pools that values are drawn from: half from what the class under test and the classes it uses are written with, half
//! from what comparisons had before them at run time.

use evoke_analysis::Constants;
use evoke_testcase::{JavaString, OperandValue};
use rand::Rng;

use super::dynamic_pool::DynamicPool;
use super::static_pool::StaticPool;
use crate::{SearchConfig, SearchRng, Technique};

/// Share of the static half that is the class's own.
const OWN_PROBABILITY: f64 = 0.75;

/// Something to draw values from; `None` where it has none of the kind.
pub(super) trait Pool {
    fn integer(&self, rng: &mut SearchRng) -> Option<i64>;
    fn floating(&self, rng: &mut SearchRng) -> Option<f64>;
    fn char(&self, rng: &mut SearchRng) -> Option<u16>;
    fn string(&self, rng: &mut SearchRng) -> Option<JavaString>;
}

/// All pools of a search.
pub(crate) struct Pools {
    own: Option<StaticPool>,
    used: Option<StaticPool>,
    dynamic: Option<DynamicPool>,
}

impl Pools {
    /// Pools of these constants, and an empty one for operands; without those that are switched off.
    pub(super) fn new(config: &SearchConfig, constants: &Constants) -> Self {
        let pool = |constants: &evoke_analysis::ClassConstants| {
            (config.has(Technique::Constants) && !constants.is_empty()).then(|| StaticPool::new(constants))
        };
        let dynamic = config.has(Technique::DynamicPool);
        Self {
            own: pool(&constants.own),
            used: pool(&constants.used),
            dynamic: dynamic.then(|| DynamicPool::new(config.generation.dynamic_pool_size)),
        }
    }

    /// Notes an operand that a comparison had.
    pub(crate) fn note(&self, operand: &OperandValue) {
        if let Some(dynamic) = &self.dynamic {
            dynamic.note(operand);
        }
    }

    /// One of the pools; `None` if all are empty.
    pub(super) fn choose(&self, rng: &mut SearchRng) -> Option<&dyn Pool> {
        let dynamic = self.dynamic.as_ref().filter(|dynamic| !dynamic.is_empty());
        if let Some(dynamic) = dynamic
            && (self.own.is_none() && self.used.is_none() || rng.random())
        {
            return Some(dynamic);
        }
        match (&self.own, &self.used) {
            (Some(own), Some(used)) => Some(if rng.random_bool(OWN_PROBABILITY) { own } else { used }),
            (own, used) => own.as_ref().or(used.as_ref()).map(|pool| pool as &dyn Pool),
        }
    }
}
