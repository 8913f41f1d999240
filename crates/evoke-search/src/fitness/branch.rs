//! Distance to a branch: `D = approach level + nu(branch distance)`, over all activations of its method or over those alone
//! that the test called.

use evoke_analysis::{ClassUnderTest, Outcome, PredicateId};

use super::ancestors::Ancestors;
use super::normalise::normalise;
use super::trace_index::Activations;

/// The fitness of a run, or of some of its activations, for taking a branch this way.
pub(super) fn fitness(
    predicate: PredicateId,
    outcome: Outcome,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &Activations<'_>,
) -> f64 {
    match trace.distance(predicate, outcome) {
        Some(distance) => normalise(distance),
        None => of_unreached(predicate, class, ancestors, trace),
    }
}

/// The same where the predicate did not run. Where none on the way to it did, it is one more than the number of levels if
/// the method was entered, else two more.
pub(super) fn of_unreached(
    predicate: PredicateId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &Activations<'_>,
) -> f64 {
    let levels = ancestors.levels(predicate);
    let n_levels = levels.len();
    if !trace.entered(class.predicates[predicate.index()].method) {
        return n_levels as f64 + 2.0;
    }
    for (level, dependences) in levels.enumerate() {
        let nearest = dependences
            .iter()
            .filter_map(|dependence| trace.distance(dependence.predicate, dependence.outcome))
            .fold(f64::NAN, f64::min);
        if !nearest.is_nan() {
            return (level + 1) as f64 + normalise(nearest);
        }
    }
    n_levels as f64 + 1.0
}
