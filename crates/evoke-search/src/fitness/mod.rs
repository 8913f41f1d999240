//! How far a run was from covering a goal: at least 0, and 0 exactly when the run covered it. Pure functions of a goal
//! and a trace; nothing here runs anything. One file per kind of goal.

mod ancestors;
mod branch;
mod direct_branch;
mod line;
mod method_entry;
mod near_goals;
mod top_level_method;
mod trace_index;
mod value_part;
mod weak_mutation;

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind};

pub(crate) use ancestors::Ancestors;
pub(crate) use near_goals::{NearGoal, NearGoals};
pub(crate) use trace_index::{Activations, IndexedTrace, TraceIndex};

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
        let (class, ancestors) = (self.class, &self.ancestors);
        match &class.goals[goal.index()].kind {
            GoalKind::Branch(predicate, outcome) => {
                branch::fitness(*predicate, *outcome, class, ancestors, &trace.all())
            }
            GoalKind::MethodEntry(method) => method_entry::fitness(*method, &trace.all()),
            GoalKind::Line(line) => line::fitness(*line, class, ancestors, trace),
            GoalKind::DirectBranch(predicate, outcome) => {
                direct_branch::fitness(*predicate, *outcome, class, ancestors, trace)
            }
            GoalKind::DirectEntry(method) => method_entry::fitness(*method, &trace.direct()),
            GoalKind::Mutant(mutant) => weak_mutation::fitness(*mutant, class, ancestors, trace),
            GoalKind::Call(method) => top_level_method::call_fitness(*method, trace),
            GoalKind::Return(method) => top_level_method::return_fitness(*method, trace),
            GoalKind::ValuePart(part) => value_part::fitness(*part, trace),
            // An exception is a goal from the moment on that a test covers it, so nothing ever leads there.
            GoalKind::Exception(_) => 1.0,
        }
    }
}

#[cfg(test)]
mod tests;
