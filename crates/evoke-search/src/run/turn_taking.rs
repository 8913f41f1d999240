//! What changes with the turns of goals that guide late. While they have none, the archive takes no tests for them, and where they are
//! the only mutants, runs do not tell of mutants, which would slow them down.

use std::sync::Arc;

use evoke_testcase::TestCase;

use super::Run;
use crate::StopReason;
use crate::turns::{Found, Turn};

impl Run<'_> {
    /// Whose turn begins now, if any. Ends the search where it is not worth going on.
    pub(crate) fn next_turn(&mut self) -> Option<Turn> {
        let share = self.used_share();
        let found = Found {
            always: self.archive.n_covered_always(),
            all: self.archive.n_covered_guides(),
            is_complete: self.archive.is_complete_but_for_late(),
            is_ending: self.stopping.is_losing_patience(),
        };
        let late = self.late.as_mut()?;
        let turn = late.turns.next(share, found);
        if late.turns.are_exhausted(share) {
            self.stop_reason = Some(StopReason::Stagnation);
        }
        turn
    }

    /// Looks at late goals from now on, or no longer.
    pub(crate) fn look_at_late(&mut self, looks: bool) {
        let Some(late) = &self.late else { return };
        if late.have_all_mutants {
            self.executor.tell_mutants(looks);
        }
        self.archive.take_late(looks);
        self.aim_at_open_mutants();
    }

    /// What runs after the search tell: of mutants too where tests were found for them.
    pub(crate) fn look_back(&mut self) {
        let has_found_late = self.archive.n_covered_guides() > self.archive.n_covered_always();
        self.look_at_late(has_found_late);
    }

    /// The tests of the archive that nobody knows what late goals they cover, each told once.
    pub(crate) fn tests_unknown_to_late(&mut self) -> Vec<Arc<TestCase>> {
        self.late.as_mut().map_or_else(Vec::new, |late| late.take_unknown(&self.archive))
    }
}
