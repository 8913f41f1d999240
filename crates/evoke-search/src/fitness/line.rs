//! Distance to a line that did not run: `1 + nu(min over its control dependences of D)`.

use evoke_analysis::{ClassUnderTest, LineId};

use super::ancestors::Ancestors;
use super::normalise::normalise;
use super::trace_index::Activations;
use super::{branch, method_entry};

/// The fitness of a run for such a line. Where the entry of its method alone decides, entry takes the place of `D`.
pub(super) fn of_unreached(
    line: LineId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &Activations<'_>,
) -> f64 {
    let line = &class.lines[line.index()];
    let nearest = line
        .dependences
        .iter()
        .map(|dependence| branch::fitness(dependence.predicate, dependence.outcome, class, ancestors, trace))
        .fold(f64::INFINITY, f64::min);
    let to_decision = if nearest.is_finite() { nearest } else { method_entry::fitness(line.method, trace) };
    1.0 + normalise(to_decision)
}
