//! How far a run was from covering a goal: at least 0, and 0 exactly when the run covered it. Pure functions of a goal
//! and a trace; nothing here runs anything. One file per kind of goal.

mod ancestors;
mod branch;
mod line;
mod method_entry;
mod near_goals;
mod trace_index;

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind};

pub(crate) use ancestors::Ancestors;
pub(crate) use near_goals::{NearGoal, NearGoals};
pub(crate) use trace_index::{IndexedTrace, TraceIndex};

/// `nu(x) = x / (x + 1)`, with `nu(∞) = 1`.
pub(crate) fn normalise(x: f64) -> f64 {
    if x.is_infinite() { 1.0 } else { x / (x + 1.0) }
}

/// What the fitness functions know of a class before any run.
pub(crate) struct FitnessFunctions<'a> {
    class: &'a ClassUnderTest,
    ancestors: Ancestors,
}

impl<'a> FitnessFunctions<'a> {
    pub(crate) fn new(class: &'a ClassUnderTest) -> Self {
        Self { class, ancestors: Ancestors::new(class) }
    }

    /// The fitness of a run for a goal.
    pub(crate) fn fitness(&self, goal: GoalId, trace: &IndexedTrace<'_>) -> f64 {
        match self.class.goals[goal.index()].kind {
            GoalKind::Branch(branch, outcome) => {
                branch::fitness(branch, outcome, self.class, &self.ancestors, trace)
            }
            GoalKind::Line(line) => line::fitness(line, self.class, &self.ancestors, trace),
            GoalKind::MethodEntry(method) => method_entry::fitness(method, trace),
        }
    }
}

#[cfg(test)]
mod tests;
