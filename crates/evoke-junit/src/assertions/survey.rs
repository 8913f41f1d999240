//! What the suite as a whole shows about the inspectors: which values are usual, and which calls on the class under test
//! ever change what an inspector shows. A getter that shows the same whatever is called says nothing about the calls.
//!
//! Objects are compared that were built in the same way (their *recipe*): the value that most of them show is taken
//! for the one they have before the class under test does anything to them.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::{Observation, Statement, TestCase, VariableRef};

use super::relevance::calls_that_may_change;
use crate::TestDraft;

/// How deep the ingredients of a recipe are described.
const MAX_DEPTH: u32 = 3;
/// A call is taken to change a property if it did so in at least one of this many tests.
const RARE: u32 = 3;
/// A property that changes in at least one of this many tests is taken to be changeable by any call.
const VOLATILE: u32 = 4;
/// From how many observations on a value can be called usual.
const MANY: u32 = 4;

/// What a value says about the calls that came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
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
    counts: BTreeMap<String, u32>,
    calls: BTreeSet<Vec<CallableId>>,
}

impl Spread {
    fn add(&mut self, value: String) {
        *self.counts.entry(value).or_default() += 1;
    }

    fn total(&self) -> u32 {
        self.counts.values().sum()
    }

    /// The value seen most often; of several the first in the order of their texts.
    fn usual(&self) -> Option<&str> {
        let most = self.counts.values().max()?;
        self.counts.iter().find(|(_, count)| *count == most).map(|(value, _)| value.as_str())
    }
}

/// The knowledge gained from all drafts of a suite, before anything is chosen.
#[derive(Default)]
pub(super) struct Survey {
    by_recipe: BTreeMap<(String, CallableId), Spread>,
    by_inspector: BTreeMap<CallableId, Spread>,
    /// How often a call came with a changed value, and how often it could be told.
    effects: BTreeMap<(CallableId, CallableId), (u32, u32)>,
}

impl Survey {
    /// Looks at every observation of the drafts.
    pub(super) fn of(drafts: &[TestDraft], cluster: &TestCluster) -> Self {
        let mut survey = Self::default();
        for draft in drafts {
            for observation in &draft.assertions {
                let Some(inspector) = observation.inspector else { continue };
                let recipe = recipe(&draft.test, cluster, observation.variable, 0);
                let value = value_key(observation);
                let spread = survey.by_recipe.entry((recipe, inspector)).or_default();
                spread.add(value.clone());
                spread.calls.insert(calls_that_may_change(&draft.test, cluster, observation.variable));
                survey.by_inspector.entry(inspector).or_default().add(value);
            }
        }
        for draft in drafts {
            for observation in &draft.assertions {
                survey.note_effects(draft, cluster, observation);
            }
        }
        survey
    }

    fn note_effects(&mut self, draft: &TestDraft, cluster: &TestCluster, observation: &Observation) {
        let Some(inspector) = observation.inspector else { return };
        let Some(is_changed) = self.is_changed(draft, cluster, observation) else { return };
        for callable in calls_that_may_change(&draft.test, cluster, observation.variable) {
            let (changed, known) = self.effects.entry((callable, inspector)).or_default();
            *changed += u32::from(is_changed);
            *known += 1;
        }
    }

    /// Whether the value is not what objects of the recipe usually show; `None` if the same was done to all of them.
    fn is_changed(
        &self,
        draft: &TestDraft,
        cluster: &TestCluster,
        observation: &Observation,
    ) -> Option<bool> {
        let recipe = recipe(&draft.test, cluster, observation.variable, 0);
        let spread = self.by_recipe.get(&(recipe, observation.inspector?))?;
        (spread.calls.len() > 1).then(|| spread.usual() != Some(value_key(observation).as_str()))
    }

    /// What the observed value of an inspector says.
    pub(super) fn change(
        &self,
        draft: &TestDraft,
        cluster: &TestCluster,
        observation: &Observation,
    ) -> Change {
        let Some(inspector) = observation.inspector else { return Change::Unknown };
        let is_volatile = self.is_volatile(inspector);
        let mut known_effects = calls_that_may_change(&draft.test, cluster, observation.variable)
            .into_iter()
            .filter_map(|callable| self.effects.get(&(callable, inspector)))
            .peekable();
        let is_judged = known_effects.peek().is_some();
        let is_touched = known_effects.any(|(changed, known)| *changed > 0 && changed * RARE >= *known);
        match self.is_changed(draft, cluster, observation) {
            Some(true) => Change::Changed,
            Some(false) if is_touched => Change::Withstood,
            Some(false) if !is_volatile => Change::Untouched,
            None if is_judged && !is_touched && !is_volatile => Change::Untouched,
            Some(false) | None => Change::Unknown,
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
        let spread = observation.inspector.and_then(|inspector| self.by_inspector.get(&inspector));
        spread.is_some_and(|spread| {
            let count = spread.counts.get(&value_key(observation)).copied().unwrap_or_default();
            spread.total() >= MANY && count * 2 > spread.total()
        })
    }
}

/// The value as a text that differs whenever the value does.
pub(super) fn value_key(observation: &Observation) -> String {
    format!("{:?}", observation.value)
}

/// How an object was built, as far as that is not the doing of methods under test: the call that gave it with its
/// arguments, then the calls of other classes that may have changed it.
fn recipe(test: &TestCase, cluster: &TestCluster, variable: VariableRef, depth: u32) -> String {
    if depth > MAX_DEPTH {
        return "…".to_owned();
    }
    let describe = |statement: &Statement| match statement {
        Statement::Value(value) => format!("{value:?}"),
        Statement::NewArray { array_type, length } => format!("{array_type:?}[{length}]"),
        Statement::WriteElement { index, value, .. } => {
            format!("[{index}]={}", recipe(test, cluster, *value, depth + 1))
        }
        Statement::Stub(instance) => {
            let operands = statement.references();
            let operands = operands.iter().map(|operand| recipe(test, cluster, *operand, depth + 1));
            format!("{:?}{:?}({})", instance.stub, instance.returns, operands.collect::<Vec<_>>().join(","))
        }
        Statement::Invoke { callable, .. } => {
            let operands: Vec<String> = statement
                .references()
                .iter()
                .map(|operand| {
                    if *operand == variable {
                        "this".to_owned()
                    } else {
                        recipe(test, cluster, *operand, depth + 1)
                    }
                })
                .collect();
            format!("{}({})", callable.0, operands.join(","))
        }
    };
    let is_ingredient = |statement: &&Statement| {
        let is_foreign = match statement {
            Statement::Invoke { callable, .. } => {
                let callable = cluster.callable(*callable);
                callable.under_test.is_none() && !callable.is_pure
            }
            Statement::WriteElement { array, .. } => *array == variable,
            _ => false,
        };
        is_foreign && statement.references().contains(&variable)
    };
    let later = test.statements().iter().skip(variable.index() + 1).filter(is_ingredient);
    let steps: Vec<String> = std::iter::once(test.definition(variable)).chain(later).map(describe).collect();
    steps.join(";")
}
