//! Says which goals a run covers, those of class initialisers included.
//!
//! A class initialiser runs once in a JVM, and with it constructors that it alone calls, so that the first test that came near covers their
//! goals and no other one can show that it does too; yet in a fresh JVM any test would that gets the class initialised.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, Goal, GoalId, GoalKind, InitializerExtent, MethodId, MutantId};
use evoke_testcase::ExecutionResult;

/// The goals of a class, and how a run shows that it covers them.
#[derive(Clone, Debug, Default)]
pub struct CoverageCheck {
    /// By id.
    goals: Vec<Goal>,
    /// By goal in the course of a class initialiser: the methods of which none can run before it, ascending.
    entered_after: BTreeMap<GoalId, Vec<MethodId>>,
    /// Whether what runs depends on whether `assert` is checked, as it is not everywhere.
    has_assertions: bool,
}

impl CoverageCheck {
    /// That of a class with the goals that its search found beyond those of the analysis.
    pub fn new(class: &ClassUnderTest, found_goals: &[Goal]) -> Self {
        let extent = InitializerExtent::of(class);
        let mut entered_after = BTreeMap::new();
        for goal in &class.goals {
            if let Some(initializer) = extent.initializer_of(class.method_of(&goal.kind)) {
                entered_after.insert(goal.id, extent.entered_after(class, initializer));
            }
        }
        let goals = [class.goals.as_slice(), found_goals].concat();
        Self { goals, entered_after, has_assertions: class.has_assertions }
    }

    /// One of these goals, of which those given are in class initialisers.
    #[cfg(test)]
    pub(crate) fn of_goals(goals: Vec<Goal>, entered_after: BTreeMap<GoalId, Vec<MethodId>>) -> Self {
        Self { goals, entered_after, has_assertions: false }
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

    /// All goals of which [`Self::is_of_code`] holds.
    pub(crate) fn goals_of_code(&self) -> BTreeSet<GoalId> {
        self.goals.iter().map(|goal| goal.id).filter(|goal| self.is_of_code(*goal)).collect()
    }

    /// Whether a run covers the goal wherever one did that was the same, though `assert` is not checked there.
    pub(crate) fn is_repeatable(&self, goal: GoalId) -> bool {
        !self.has_assertions && self.is_of_code(goal)
    }

    /// Whether every run shows whether it covers the goal. Where calls come from, and whether mutants make a difference, is not asked of all, and
    /// class initialisers may have run before the first test.
    fn is_of_code(&self, goal: GoalId) -> bool {
        let is_of_code = self.goals.get(goal.index()).is_some_and(|goal| {
            matches!(goal.kind, GoalKind::Branch(..) | GoalKind::MethodEntry(_) | GoalKind::Line(_))
        });
        is_of_code && !self.entered_after.contains_key(&goal)
    }

    /// Whether the run covered the goal, or would in a fresh JVM, given that some run covers it.
    pub fn is_covered(&self, goal: GoalId, result: &ExecutionResult) -> bool {
        self.is_seen(goal, result) || self.is_implied(goal, &result.trace.methods)
    }

    /// Whether the run covered the goal itself.
    pub fn is_seen(&self, goal: GoalId, result: &ExecutionResult) -> bool {
        self.goals.get(goal.index()).is_some_and(|goal| result.covers(&goal.kind))
    }

    /// Whether a run that entered these methods, ascending, would cover the goal in a fresh JVM.
    fn is_implied(&self, goal: GoalId, entered: &[MethodId]) -> bool {
        let others = self.entered_after.get(&goal).map_or(&[][..], Vec::as_slice);
        others.iter().any(|method| entered.binary_search(method).is_ok())
    }
}
