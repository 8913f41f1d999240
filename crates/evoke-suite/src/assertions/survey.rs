//! What the suite as a whole shows about the inspectors: which values are usual, and which calls on the class under test
//! ever change what an inspector shows. A getter that shows the same whatever is called says nothing about the calls.
//!
//! Objects are compared that were built in the same way (their *recipe*): the value that most of them show is taken
//! for the one they have before the class under test does anything to them.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::Observation;

use super::mutating_calls::calls_that_may_change;
use super::recipe::Recipe;
use crate::stable_test::StableTest;
use crate::value_key::ValueKey;

/// A call is taken to change a property if it did so in at least one of this many tests.
const RARE: u32 = 3;
/// A property that changes in at least one of this many tests is taken to be changeable by any call.
const VOLATILE: u32 = 4;
/// From how many observations on a value can be called usual.
const MANY: u32 = 4;

/// What a value says about the calls that came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// Objects built alike mostly show something else.
    Changed,
    /// It is what such objects mostly show, after a call that often changes it.
    Withstood,
    /// It is what such objects mostly show, and the calls do not touch it.
    Untouched,
    /// There is nothing to compare with.
    Unknown,
}

/// How often each value was seen, and after which calls on the class under test.
#[derive(Default)]
struct Spread {
    counts: BTreeMap<ValueKey, u32>,
    calls: BTreeSet<Vec<CallableId>>,
}

impl Spread {
    fn add(&mut self, value: ValueKey) {
        *self.counts.entry(value).or_default() += 1;
    }

    fn total(&self) -> u32 {
        self.counts.values().sum()
    }

    /// The value seen most often; of several the least.
    fn usual(&self) -> Option<&ValueKey> {
        let most = self.counts.values().max()?;
        self.counts.iter().find(|(_, count)| *count == most).map(|(value, _)| value)
    }
}

/// The knowledge gained from all tests of a suite, before anything is chosen.
#[derive(Default)]
pub(super) struct Survey {
    by_recipe: BTreeMap<(Recipe, CallableId), Spread>,
    by_inspector: BTreeMap<CallableId, Spread>,
    /// How often a call came with a changed value, and how often it could be told.
    effects: BTreeMap<(CallableId, CallableId), (u32, u32)>,
}

impl Survey {
    /// Looks at every observation of the tests.
    pub(super) fn of(tests: &[StableTest], cluster: &TestCluster) -> Self {
        let mut survey = Self::default();
        for stable in tests {
            for observation in &stable.values {
                let Some(inspector) = observation.inspector() else { continue };
                let recipe = Recipe::of(&stable.test, cluster, observation.variable);
                let value = ValueKey::from(&observation.value);
                let spread = survey.by_recipe.entry((recipe, inspector)).or_default();
                spread.add(value.clone());
                spread.calls.insert(calls_that_may_change(&stable.test, cluster, observation.variable));
                survey.by_inspector.entry(inspector).or_default().add(value);
            }
        }
        for stable in tests {
            for observation in &stable.values {
                survey.note_effects(stable, cluster, observation);
            }
        }
        survey
    }

    fn note_effects(&mut self, stable: &StableTest, cluster: &TestCluster, observation: &Observation) {
        let Some(inspector) = observation.inspector() else { return };
        let Some(is_changed) = self.is_changed(stable, cluster, observation) else { return };
        for callable in calls_that_may_change(&stable.test, cluster, observation.variable) {
            let (changed, known) = self.effects.entry((callable, inspector)).or_default();
            *changed += u32::from(is_changed);
            *known += 1;
        }
    }

    /// Whether the value is not what objects of the recipe usually show; `None` if the same was done to all of them.
    fn is_changed(
        &self,
        stable: &StableTest,
        cluster: &TestCluster,
        observation: &Observation,
    ) -> Option<bool> {
        let recipe = Recipe::of(&stable.test, cluster, observation.variable);
        let spread = self.by_recipe.get(&(recipe, observation.inspector()?))?;
        (spread.calls.len() > 1).then(|| spread.usual() != Some(&ValueKey::from(&observation.value)))
    }

    /// What the observed value of an inspector says.
    pub(super) fn evidence(
        &self,
        stable: &StableTest,
        cluster: &TestCluster,
        observation: &Observation,
    ) -> Evidence {
        let Some(inspector) = observation.inspector() else { return Evidence::Unknown };
        let is_volatile = self.is_volatile(inspector);
        let mut known_effects = calls_that_may_change(&stable.test, cluster, observation.variable)
            .into_iter()
            .filter_map(|callable| self.effects.get(&(callable, inspector)))
            .peekable();
        let is_judged = known_effects.peek().is_some();
        let is_touched = known_effects.any(|(changed, known)| *changed > 0 && changed * RARE >= *known);
        match self.is_changed(stable, cluster, observation) {
            Some(true) => Evidence::Changed,
            Some(false) if is_touched => Evidence::Withstood,
            Some(false) if !is_volatile => Evidence::Untouched,
            None if is_judged && !is_touched && !is_volatile => Evidence::Untouched,
            Some(false) | None => Evidence::Unknown,
        }
    }

    fn is_volatile(&self, inspector: CallableId) -> bool {
        let effects = self.effects.iter().filter(|((_, shown), _)| *shown == inspector);
        let (changed, known) =
            effects.fold((0, 0), |sum, (_, (changed, known))| (sum.0 + changed, sum.1 + known));
        changed > 0 && changed * VOLATILE >= known
    }

    /// Whether most objects of the suite show this value, however they came about.
    pub(super) fn is_usual(&self, observation: &Observation) -> bool {
        let spread = observation.inspector().and_then(|inspector| self.by_inspector.get(&inspector));
        spread.is_some_and(|spread| {
            let count = spread.counts.get(&ValueKey::from(&observation.value)).copied().unwrap_or_default();
            spread.total() >= MANY && count * 2 > spread.total()
        })
    }
}
