//! Says which goals a run covers, those of class initialisers included.
//!
//! A class initialiser runs once in a JVM, so that the first test that came near covers its goals and no other one can show
//! that it does too; yet in a fresh JVM any test would that gets the class initialised.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, Goal, GoalId, GoalKind, MethodId, MethodUnderTest, MutantId};
use evoke_testcase::ExecutionResult;

/// The goals of a class, and how a run shows that it covers them.
#[derive(Clone, Debug, Default)]
pub struct CoverageCheck {
    /// By id.
    goals: Vec<Goal>,
    /// By goal in a class initialiser: the other methods of its class, none of which can run before it, ascending.
    entered_after: BTreeMap<GoalId, Vec<MethodId>>,
}

impl CoverageCheck {
    /// That of a class with the goals that its search found beyond those of the analysis.
    pub fn new(class: &ClassUnderTest, found_goals: &[Goal]) -> Self {
        let mut entered_after = BTreeMap::new();
        for goal in &class.goals {
            if let Some(initializer) = class.initializer_of(&goal.kind) {
                let is_other = |method: &&MethodUnderTest| {
                    method.class == initializer.class && method.id != initializer.id
                };
                let others = class.methods.iter().filter(is_other).map(|method| method.id).collect();
                entered_after.insert(goal.id, others);
            }
        }
        Self { goals: [class.goals.as_slice(), found_goals].concat(), entered_after }
    }

    /// One of these goals, of which those given are in class initialisers.
    #[cfg(test)]
    pub(crate) fn of_goals(goals: Vec<Goal>, entered_after: BTreeMap<GoalId, Vec<MethodId>>) -> Self {
        Self { goals, entered_after }
    }

    /// The mutants that a test has to notice for some of these goals.
    pub(crate) fn mutants_of<'g>(&self, goals: impl IntoIterator<Item = &'g GoalId>) -> BTreeSet<MutantId> {
        let kinds = goals.into_iter().filter_map(|goal| Some(&self.goals.get(goal.index())?.kind));
        let noticed = kinds.filter_map(|kind| match kind {
            GoalKind::Kill(mutant) => Some(*mutant),
            _ => None,
        });
        noticed.collect()
    }

    /// Whether the run covered the goal, or would in a fresh JVM.
    pub fn is_covered(&self, goal: GoalId, result: &ExecutionResult) -> bool {
        let is_seen = || self.goals.get(goal.index()).is_some_and(|goal| result.covers(&goal.kind));
        is_seen() || self.is_implied(goal, &result.trace.methods)
    }

    /// Whether a run that entered these methods, ascending, would cover the goal in a fresh JVM.
    fn is_implied(&self, goal: GoalId, entered: &[MethodId]) -> bool {
        let others = self.entered_after.get(&goal).map_or(&[][..], Vec::as_slice);
        others.iter().any(|method| entered.binary_search(method).is_ok())
    }
}
