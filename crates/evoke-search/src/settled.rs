//! What need not be searched for, since tests that are there already do it.

use std::collections::BTreeSet;

use evoke_analysis::{EscapedException, GoalId, Outcome, PredicateId};

/// What other tests than those of the search cover. The search neither aims at it nor keeps tests for it, and reports it neither as
/// covered nor as uncovered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Goals of the class that they cover.
    pub goals: BTreeSet<GoalId>,
    /// Exceptions that leave calls of theirs.
    pub exceptions: BTreeSet<EscapedException>,
    /// The ways in which they take branches. Goals behind these are aimed at from the start: nothing else would lead there.
    pub taken: BTreeSet<(PredicateId, Outcome)>,
}
