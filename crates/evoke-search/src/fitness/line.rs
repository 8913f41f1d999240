//! Distance to a line: 0 if it ran, else `1 + nu(min over its control dependences of D)`.

use evoke_analysis::{ClassUnderTest, LineId};

use super::{Ancestors, IndexedTrace, branch, method_entry, normalise};

/// The fitness of a run for a line. For a line that the entry of its method alone decides, entry takes the place of `D`.
pub(super) fn fitness(
    line: LineId,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    if trace.ran(line) {
        return 0.0;
    }
    let line = &class.lines[line.index()];
    let nearest = line
        .dependences
        .iter()
        .map(|dependence| {
            branch::fitness(dependence.predicate, dependence.outcome, class, ancestors, &trace.all())
        })
        .fold(f64::INFINITY, f64::min);
    if nearest.is_finite() {
        1.0 + normalise(nearest)
    } else {
        1.0 + normalise(method_entry::fitness(line.method, &trace.all()))
    }
}
