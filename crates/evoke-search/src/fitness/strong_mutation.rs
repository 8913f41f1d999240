//! Distance to noticing a mutant that a run did not infect, or that the test was not run on: one more than that of weak mutation. So
//! a test that infects a mutant is nearer than any that does not, and one on whose run on the mutant anything differs is nearer still.

use evoke_analysis::{ClassUnderTest, GoalKind, MutantId};

use super::ancestors::Ancestors;
use super::normalise::normalise;
use super::trace_index::IndexedTrace;
use super::weak_mutation;

/// The fitness of a run for noticing such a mutant: 1 if the run infects it.
pub(super) fn of_unrun(
    mutant: MutantId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    let infection = trace.distance_to(&GoalKind::Mutant(mutant)).map(normalise);
    let to_infection =
        infection.unwrap_or_else(|| weak_mutation::of_unreached(mutant, class, ancestors, &trace.all()));
    1.0 + to_infection
}
