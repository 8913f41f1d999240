//! Which methods of stubs the code under test was seen to call: what the others give does not matter.

use std::collections::BTreeMap;

use evoke_analysis::{StubId, StubType};
use rand::seq::IteratorRandom;

use crate::SearchRng;

/// Methods that were called, by stub.
#[derive(Default)]
pub(crate) struct StubUses {
    /// As positions among [`StubType::decided_methods`], ascending.
    called: BTreeMap<StubId, Vec<usize>>,
}

impl StubUses {
    /// The method at this position of all methods of the stub was called.
    pub(crate) fn note(&mut self, stub: &StubType, method: usize) {
        let Some(place) = stub.place_among_decided(method) else { return };
        let called = self.called.entry(stub.id).or_default();
        if let Err(at) = called.binary_search(&place) {
            called.insert(at, place);
        }
    }

    /// Whether it matters how the method at this place among the decided ones ends: yes where no call is known.
    pub(super) fn matters(&self, stub: StubId, place: usize) -> bool {
        self.called.get(&stub).is_none_or(|called| called.binary_search(&place).is_ok())
    }

    /// How many of the decided methods matter.
    pub(super) fn n_that_matter(&self, stub: &StubType) -> usize {
        self.called.get(&stub.id).map_or_else(|| stub.decided_methods().count(), Vec::len)
    }

    /// How many methods that give something matter.
    pub(super) fn n_giving_that_matter(&self, stub: &StubType) -> usize {
        let decided = stub.decided_methods().enumerate();
        decided.filter(|(place, method)| method.gives() && self.matters(stub.id, *place)).count()
    }

    /// The place among the decided methods of one that gives something, or of one that gives nothing, of those that matter if any of them
    /// does.
    pub(crate) fn choose(&self, stub: &StubType, gives: bool, rng: &mut SearchRng) -> Option<usize> {
        let places = || stub.decided_methods().enumerate().filter(|(_, method)| method.gives() == gives);
        let that_matter = places().filter(|(place, _)| self.matters(stub.id, *place));
        let chosen = that_matter.choose(rng).or_else(|| places().choose(rng));
        chosen.map(|(place, _)| place)
    }
}
