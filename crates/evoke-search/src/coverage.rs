//! Which goals a trace covers: an index from what goals ask for to the goals, so that the cost is that of the trace, not of
//! the number of goals. When something is covered, the trace says.

use evoke_analysis::{ClassUnderTest, GoalId};
use evoke_testcase::{ExecutionTrace, is_covered};

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

    /// Calls `found` with every goal that the trace covers, but for exceptions, which no table knows beforehand.
    #[inline]
    pub(crate) fn for_each_covered(&self, trace: &ExecutionTrace, mut found: impl FnMut(GoalId)) {
        self.positions.for_each_reached(trace, |position, distance| {
            if is_covered(distance) {
                let mut goal = self.first[position];
                while let Some(id) = goal {
                    found(id);
                    goal = self.next[id.index()];
                }
            }
        });
    }
}
