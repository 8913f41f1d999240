//! Which of several callables to call: uniformly, but rarely one whose calls kept running into the time limit. A single such
//! call (a read from a pipe that nobody writes to) costs as much as a hundred thousand others.

use std::cell::Cell;

use evoke_analysis::CallableId;
use rand::Rng;

use crate::SearchRng;

/// How often a callable may be rejected before the last draw is taken, so that a choice always ends.
const MAX_DRAWS: usize = 8;

/// Chooses callables and learns which of them stall.
pub(crate) struct CallableChoice {
    /// By callable: calls that were stopped for their time. A cell, since the generator is shared while tests run.
    n_stalls: Vec<Cell<u32>>,
}

impl CallableChoice {
    pub(super) fn new(n_callables: usize) -> Self {
        Self { n_stalls: vec![Cell::new(0); n_callables] }
    }

    /// Notes that a call had to be stopped for its time.
    pub(crate) fn note_stall(&self, callable: CallableId) {
        let n_stalls = &self.n_stalls[callable.index()];
        n_stalls.set(n_stalls.get() + 1);
    }

    /// One of the callables; `None` if there are none.
    pub(crate) fn choose(&self, callables: &[CallableId], rng: &mut SearchRng) -> Option<CallableId> {
        let mut chosen = None;
        for _ in 0..MAX_DRAWS {
            let callable = *callables.get(rng.random_range(0..callables.len().max(1)))?;
            chosen = Some(callable);
            let n_stalls = self.n_stalls[callable.index()].get();
            if n_stalls == 0 || rng.random_bool(1.0 / f64::from(1 + n_stalls).powi(3)) {
                break;
            }
        }
        chosen
    }
}
