//! What happens to a new object before it is used: elements are put into a container, and calls that give the object's own
//! type are chained, as builders and objects that are copied with a change want it; a client is connected to a socket of the test's.

use evoke_analysis::TypeId;
use evoke_testcase::VariableRef;
use rand::Rng;

use super::supply::Supply;
use super::{Fragment, TestFactory};
use crate::{SearchRng, Technique};

/// Objects deeper than this, counted in arguments of arguments, are taken as they come.
const MAX_DEPTH: usize = 3;

/// Probability that what can be connected to another machine is.
const CONNECTED: f64 = 0.5;

impl TestFactory<'_> {
    /// Prepares a new object of type `ty`; gives the variable to use in its place.
    pub(super) fn prepare(
        &self,
        fragment: &mut Fragment<'_>,
        object: VariableRef,
        ty: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> VariableRef {
        if depth > MAX_DEPTH {
            return object;
        }
        self.fill_container(fragment, object, ty, depth, rng);
        self.connect(fragment, object, ty, depth, rng);
        self.chain(fragment, object, ty, depth, rng)
    }

    /// Puts a few elements into the object, all by the same method.
    fn fill_container(
        &self,
        fragment: &mut Fragment<'_>,
        object: VariableRef,
        ty: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) {
        let config = self.probabilities();
        let fillers = self.index.fillers(ty);
        let is_on = self.config.has(Technique::FilledContainers) && !fillers.is_empty();
        if !is_on || !rng.random_bool(config.filled_container) {
            return;
        }
        let Some(filler) = self.knowledge.callables.choose(fillers, rng) else { return };
        for _ in 0..rng.random_range(1..=config.max_elements) {
            if self.call(fragment, filler, Some((0, object)), depth + 1, rng).is_none() {
                return;
            }
        }
    }

    /// Gives the object a socket of the test's, or what makes one, and connects it; by chance the two hardly ever meet.
    fn connect(
        &self,
        fragment: &mut Fragment<'_>,
        object: VariableRef,
        ty: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) {
        let Some(client) = self.index.client(ty).filter(|_| rng.random_bool(CONNECTED)) else { return };
        let Some(equip) = self.knowledge.callables.choose(&client.equip, rng) else { return };
        let is_equipped = self.call(fragment, equip, Some((0, object)), depth + 1, rng).is_some();
        if let Some(connect) = self.knowledge.callables.choose(&client.connect, rng).filter(|_| is_equipped) {
            self.call(fragment, connect, Some((0, object)), depth + 1, rng);
        }
    }

    /// Calls methods that give the object's own type, each on what the one before it gave.
    fn chain(
        &self,
        fragment: &mut Fragment<'_>,
        object: VariableRef,
        ty: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> VariableRef {
        let links = self.index.links(ty);
        let mut last = object;
        if !self.config.has(Technique::CallChains) || links.is_empty() {
            return last;
        }
        while rng.random_bool(self.probabilities().chain_link) {
            let link = self.knowledge.callables.choose(links, rng);
            let linked = link.and_then(|link| self.call(fragment, link, Some((0, last)), depth + 1, rng));
            let Some(linked) = linked else { break };
            last = linked;
        }
        last
    }
}
