//! Distance to a branch: `D = approach level + nu(branch distance)`.

use evoke_analysis::{ClassUnderTest, Outcome, PredicateId};

use super::{Activations, Ancestors, normalise};

/// The fitness of a run, or of some of its activations, for taking a branch this way. Where no predicate on the way ran, it is one more than the
/// number of levels if the method was entered, else two more.
pub(super) fn fitness(
    predicate: PredicateId,
    outcome: Outcome,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &Activations<'_>,
) -> f64 {
    if let Some(record) = trace.predicate(predicate) {
        return normalise(record.distance(outcome));
    }
    let levels = ancestors.levels(predicate);
    let n_levels = levels.len();
    if !trace.entered(class.predicates[predicate.index()].method) {
        return n_levels as f64 + 2.0;
    }
    for (level, dependences) in levels.enumerate() {
        let nearest = dependences
            .iter()
            .filter_map(|dependence| {
                Some(trace.predicate(dependence.predicate)?.distance(dependence.outcome))
            })
            .fold(f64::NAN, f64::min);
        if !nearest.is_nan() {
            return (level + 1) as f64 + normalise(nearest);
        }
    }
    n_levels as f64 + 1.0
}
