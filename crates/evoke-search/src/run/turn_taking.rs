//! What changes with the turns of a search. While goals that guide late have none, the archive takes no tests for them, and where they are
//! the only mutants, runs do not tell of mutants, which would slow them down. A population begun anew is of tests built in another manner.

use std::sync::Arc;

use evoke_testcase::TestCase;

use super::Run;
use crate::generation::Manner;
use crate::turns::{Found, Turn, Used};
use crate::{SearchRng, StopReason};

impl Run<'_> {
    /// Whose turn begins now, if any. Ends the search where it is not worth going on.
    pub(crate) fn next_turn(&mut self) -> Option<Turn> {
        let share = self.used_share();
        let found = Found {
            always: self.archive.n_covered_always(),
            all: self.archive.n_covered_guides(),
            is_complete: self.archive.is_complete_but_for_late(),
        };
        let turn_length = (self.stopping.longest_stall() / self.config.late.stall).min(1.0);
        let turn = self.turns.next(Used { share, turn_length }, found);
        if self.turns.are_exhausted(share) {
            self.stop_reason = Some(StopReason::Stagnation);
        }
        turn
    }

    /// Prepares for a turn: late goals are looked at in theirs alone, and a population begun anew has tests that are built otherwise.
    pub(crate) fn begin_turn(&mut self, turn: Turn, rng: &mut SearchRng) {
        self.look_at_late(turn == Turn::Late);
        match turn {
            Turn::Always => self.knowledge.manner = Manner::usual(self.config),
            Turn::Anew => self.knowledge.manner = Manner::other(self.config, rng),
            Turn::Late => {}
        }
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
