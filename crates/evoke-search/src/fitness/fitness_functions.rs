//! The fitness of a run for a goal of any kind.

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind};

use super::ancestors::Ancestors;
use super::normalise::normalise;
use super::trace_index::IndexedTrace;
use super::{branch, coupled, line, strong_mutation, weak_mutation};
use crate::kind_positions::KindPositions;

/// The fitness of what is reached or not, and was not: a call, an entry, a value.
const NOT_REACHED: f64 = 1.0;

/// What the fitness functions know of a class before any run.
pub(crate) struct FitnessFunctions<'a> {
    class: &'a ClassUnderTest,
    ancestors: Ancestors,
    /// By goal: where the trace's index has what it asks for.
    positions: Vec<Option<usize>>,
}

impl<'a> FitnessFunctions<'a> {
    pub(crate) fn new(class: &'a ClassUnderTest) -> Self {
        let positions = KindPositions::new(class);
        let positions = class.goals.iter().map(|goal| positions.of(&goal.kind)).collect();
        Self { class, ancestors: Ancestors::new(class), positions }
    }

    /// The fitness of a run for a goal.
    pub(crate) fn fitness(&self, goal: GoalId, trace: &IndexedTrace<'_>) -> f64 {
        if let Some((coupling, number)) = self.class.coupled(goal) {
            return coupled::fitness(coupling, number, self.class, &self.ancestors, trace);
        }
        let distance = self.positions[goal.index()].and_then(|position| trace.distance_at(position));
        distance.map_or_else(|| self.of_unreached(&self.class.goals[goal.index()].kind, trace), normalise)
    }

    /// The fitness of a run for what it did not reach: above 0.
    fn of_unreached(&self, kind: &GoalKind, trace: &IndexedTrace<'_>) -> f64 {
        let (class, ancestors) = (self.class, &self.ancestors);
        match kind {
            GoalKind::Branch(predicate, _) => {
                branch::of_unreached(*predicate, class, ancestors, &trace.all())
            }
            GoalKind::BranchIn(context, predicate, _) => {
                branch::of_unreached(*predicate, class, ancestors, &trace.in_context(*context))
            }
            GoalKind::Line(line) => line::of_unreached(*line, class, ancestors, &trace.all()),
            GoalKind::Mutant(mutant) => weak_mutation::of_unreached(*mutant, class, ancestors, &trace.all()),
            GoalKind::Kill(mutant) => strong_mutation::of_unrun(*mutant, class, ancestors, trace),
            // An exception is a goal from the moment on that a test covers it, so nothing ever leads there.
            GoalKind::MethodEntry(_)
            | GoalKind::EntryIn(..)
            | GoalKind::Call(_)
            | GoalKind::Return(_)
            | GoalKind::ValuePart(_)
            | GoalKind::Exception(_)
            | GoalKind::Coupled(_) => NOT_REACHED,
        }
    }
}
