//! Distance to a branch within a call that the test itself makes: as for branches, but over those activations alone.

use evoke_analysis::{ClassUnderTest, Outcome, PredicateId};

use super::{Ancestors, IndexedTrace, branch};

/// The fitness of a run for taking a branch this way in an activation that the test called.
pub(super) fn fitness(
    predicate: PredicateId,
    outcome: Outcome,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    branch::fitness(predicate, outcome, class, ancestors, &trace.direct())
}
