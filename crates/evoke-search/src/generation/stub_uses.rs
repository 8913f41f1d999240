//! Which methods of stubs the code under test was seen to call: what the others give does not matter.

use std::collections::BTreeMap;

use evoke_analysis::{StubId, StubType};
use rand::Rng;

use crate::SearchRng;

/// Methods that were called, by stub.
#[derive(Default)]
pub(crate) struct StubUses {
    /// As positions among the methods that give something, ascending.
    called: BTreeMap<StubId, Vec<usize>>,
}

impl StubUses {
    /// The method at this position of all methods of the stub was called.
    pub(crate) fn note(&mut self, stub: &StubType, method: usize) {
        let Some(giving) = stub.place_among_giving(method) else { return };
        let called = self.called.entry(stub.id).or_default();
        if let Err(place) = called.binary_search(&giving) {
            called.insert(place, giving);
        }
    }

    /// Whether it matters what this of the methods gives that give something: yes where no call is known.
    pub(super) fn matters(&self, stub: StubId, giving: usize) -> bool {
        self.called.get(&stub).is_none_or(|called| called.binary_search(&giving).is_ok())
    }

    /// How many of so many methods that give something matter.
    pub(super) fn n_that_matter(&self, stub: StubId, n_giving: usize) -> usize {
        self.called.get(&stub).map_or(n_giving, Vec::len)
    }

    /// One of so many methods that give something, of those that matter.
    pub(crate) fn choose(&self, stub: StubId, n_giving: usize, rng: &mut SearchRng) -> usize {
        match self.called.get(&stub) {
            Some(called) => called[rng.random_range(0..called.len())],
            None => rng.random_range(0..n_giving),
        }
    }
}
