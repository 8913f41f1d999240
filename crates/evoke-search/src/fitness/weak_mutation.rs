//! Distance to telling a mutant from the original right after it ran: `nu` of its infection distance where it was reached,
//! else one more than the distance `D` to reaching it.

use evoke_analysis::{ClassUnderTest, MutantId};

use super::{Ancestors, IndexedTrace, branch, method_entry, normalise};

/// The fitness of a run for infecting the state at a mutant. A mutant in a block that ran is reached, so what is left of
/// the way is a branch that was not taken, or an exception that came before it.
pub(super) fn fitness(
    mutant: MutantId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    if let Some(distance) = trace.infection_distance(mutant) {
        return normalise(distance);
    }
    let mutant = &class.mutants[mutant.index()];
    let nearest = mutant
        .dependences
        .iter()
        .map(|dependence| {
            branch::fitness(dependence.predicate, dependence.outcome, class, ancestors, &trace.all())
        })
        .fold(f64::INFINITY, f64::min);
    if nearest.is_finite() { 1.0 + nearest } else { 1.0 + method_entry::fitness(mutant.method, &trace.all()) }
}
