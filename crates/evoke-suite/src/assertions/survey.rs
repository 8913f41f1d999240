//! What the suite as a whole shows about the inspectors: which values are usual, and which calls on the class under test
//! ever change what an inspector shows. A getter that shows the same whatever is called says nothing about the calls.
//!
//! Objects are compared that were built in the same way (their *recipe*): the value that most of them show is taken
//! for the one they have before the class under test does anything to them.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::{Observation, ObservedValue, VariableRef};

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
    /// The same of all calls together, by inspector.
    changes: BTreeMap<CallableId, (u32, u32)>,
}

/// Where an object comes from: how it was built, and what the class under test may have done to it.
struct Origin {
    recipe: Recipe,
    calls: Vec<CallableId>,
}

impl Origin {
    fn of(stable: &StableTest, cluster: &TestCluster, variable: VariableRef) -> Self {
        let recipe = Recipe::of(&stable.test, cluster, variable);
        Self { recipe, calls: calls_that_may_change(&stable.test, cluster, variable) }
    }
}

impl Survey {
    /// Looks at every observation of the tests.
    pub(super) fn of(tests: &[StableTest], cluster: &TestCluster) -> Self {
        let mut survey = Self::default();
        let origins: Vec<BTreeMap<VariableRef, Origin>> =
            tests.iter().map(|stable| origins(stable, cluster)).collect();
        for (stable, origins) in tests.iter().zip(&origins) {
            for observation in &stable.values {
                let Some(inspector) = observation.inspector() else { continue };
                let origin = &origins[&observation.variable];
                let value = ValueKey::from(&observation.value);
                let spread = survey.by_recipe.entry((origin.recipe.clone(), inspector)).or_default();
                spread.add(value.clone());
                spread.calls.insert(origin.calls.clone());
                survey.by_inspector.entry(inspector).or_default().add(value);
            }
        }
        for (stable, origins) in tests.iter().zip(&origins) {
            for observation in &stable.values {
                if let Some(inspector) = observation.inspector() {
                    survey.note_effects(inspector, &origins[&observation.variable], &observation.value);
                }
            }
        }
        survey
    }

    fn note_effects(&mut self, inspector: CallableId, origin: &Origin, value: &ObservedValue) {
        let Some(is_changed) = self.is_changed(inspector, &origin.recipe, value) else { return };
        for callable in &origin.calls {
            let of_call = self.effects.entry((*callable, inspector)).or_default();
            for (changed, known) in [of_call, self.changes.entry(inspector).or_default()] {
                *changed += u32::from(is_changed);
                *known += 1;
            }
        }
    }

    /// Whether the value is not what objects of the recipe usually show; `None` if the same was done to all of them.
    fn is_changed(&self, inspector: CallableId, recipe: &Recipe, value: &ObservedValue) -> Option<bool> {
        let spread = self.by_recipe.get(&(recipe.clone(), inspector))?;
        (spread.calls.len() > 1).then(|| spread.usual() != Some(&ValueKey::from(value)))
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
        let origin = Origin::of(stable, cluster, observation.variable);
        let known_effects = origin.calls.iter().map(|callable| self.effects.get(&(*callable, inspector)));
        let mut known_effects = known_effects.flatten().peekable();
        let is_judged = known_effects.peek().is_some();
        let is_touched = known_effects.any(|(changed, known)| *changed > 0 && changed * RARE >= *known);
        match self.is_changed(inspector, &origin.recipe, &observation.value) {
            Some(true) => Evidence::Changed,
            Some(false) if is_touched => Evidence::Withstood,
            Some(false) if !is_volatile => Evidence::Untouched,
            None if is_judged && !is_touched && !is_volatile => Evidence::Untouched,
            Some(false) | None => Evidence::Unknown,
        }
    }

    fn is_volatile(&self, inspector: CallableId) -> bool {
        let (changed, known) = self.changes.get(&inspector).copied().unwrap_or_default();
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

/// The origins of the objects that inspectors were asked of.
fn origins(stable: &StableTest, cluster: &TestCluster) -> BTreeMap<VariableRef, Origin> {
    let mut origins = BTreeMap::new();
    for observation in stable.values.iter().filter(|observation| observation.inspector().is_some()) {
        let variable = observation.variable;
        origins.entry(variable).or_insert_with(|| Origin::of(stable, cluster, variable));
    }
    origins
}
