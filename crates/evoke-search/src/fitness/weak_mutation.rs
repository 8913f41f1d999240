//! Distance to a mutant that was not reached: one more than the distance `D` to reaching it. Once it is reached, only what it
//! does to the state counts.

use evoke_analysis::{ClassUnderTest, MutantId};

use super::ancestors::Ancestors;
use super::trace_index::Activations;
use super::{branch, method_entry};

/// The fitness of a run for infecting the state at such a mutant. A mutant in a block that ran is reached, so what is left of
/// the way is a branch that was not taken, or an exception that came before it.
pub(super) fn of_unreached(
    mutant: MutantId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &Activations<'_>,
) -> f64 {
    let mutant = &class.mutants[mutant.index()];
    let nearest = mutant
        .dependences
        .iter()
        .map(|dependence| branch::fitness(dependence.predicate, dependence.outcome, class, ancestors, trace))
        .fold(f64::INFINITY, f64::min);
    1.0 + if nearest.is_finite() { nearest } else { method_entry::fitness(mutant.method, trace) }
}
