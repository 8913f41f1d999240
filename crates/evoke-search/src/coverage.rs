//! Which goals a trace covers: an index from what goals ask for to the goals, so that the cost is that of the trace, not of
//! the number of goals. When something is covered, the trace says.

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind};

use crate::kind_positions::KindPositions;

/// Goals by what they ask for.
pub(crate) struct CoverageTable {
    positions: KindPositions,
    /// By position: the first goal that asks for it.
    first: Vec<Option<GoalId>>,
    /// By goal: the next one that asks for the same. Several criteria may.
    next: Vec<Option<GoalId>>,
}

impl CoverageTable {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let positions = KindPositions::new(class);
        let mut first = vec![None; positions.len()];
        let mut next = vec![None; class.goals.len()];
        for goal in class.goals.iter().rev() {
            if let Some(position) = positions.of(&goal.kind) {
                next[goal.id.index()] = first[position].replace(goal.id);
            }
        }
        Self { positions, first, next }
    }

    /// The goals of the class that ask for this, ascending.
    pub(crate) fn goals_of(&self, kind: &GoalKind) -> impl Iterator<Item = GoalId> + '_ {
        let first = self.positions.of(kind).and_then(|position| self.first[position]);
        std::iter::successors(first, |goal| self.next[goal.index()])
    }
}
