//! When goals that guide late have their turn: once nothing new was covered of the others for a share of the budget. Their turn is over
//! when nothing new is covered of them either, when something is of the others, or when it has lasted long enough; then the others have
//! the same time again before they are interrupted. Where nothing is left of the others late goals keep their turn, and the search ends
//! when nothing new was covered for as long as a turn may be.
//!
//! Shares of a budget of statements are the same on every machine.

use crate::config::LateGoalsConfig;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// That of goals that guide always.
    Always,
    /// That of goals that guide late too.
    Late,
}

/// How many goals are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Of those that guide always.
    pub(crate) always: usize,
    /// Of all that guide.
    pub(crate) all: usize,
    /// Whether nothing is left of those that guide always.
    pub(crate) is_complete: bool,
    /// Whether the search is about to end since nothing new is covered, whatever is left of its budget.
    pub(crate) is_ending: bool,
}

/// Gives turns.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    stall: f64,
    longest: f64,
    turn: Turn,
    found: Found,
    /// The share of the budget that was used when the turn began.
    began_at: f64,
    /// The share that was used when something new was last covered in it.
    found_at: f64,
}

impl Turns {
    pub(crate) fn new(config: &LateGoalsConfig) -> Self {
        let LateGoalsConfig { stall, longest, .. } = *config;
        let found = Found::default();
        Self { stall, longest, turn: Turn::Always, found, began_at: 0.0, found_at: 0.0 }
    }

    /// Whose turn begins now that this share of the budget is used and so much is covered; `None` if the turn goes on.
    pub(crate) fn next(&mut self, share: f64, found: Found) -> Option<Turn> {
        let before = std::mem::replace(&mut self.found, found);
        let is_new = match self.turn {
            Turn::Always => found.always > before.always,
            Turn::Late => found.all > before.all,
        };
        if is_new {
            self.found_at = share;
        }
        let is_stalled = share - self.found_at >= self.stall;
        let next = match self.turn {
            Turn::Always if found.is_complete || found.is_ending || is_stalled => Turn::Late,
            Turn::Late if found.is_complete => return None,
            Turn::Late
                if is_stalled || found.always > before.always || share - self.began_at >= self.longest =>
            {
                Turn::Always
            }
            Turn::Always | Turn::Late => return None,
        };
        (self.turn, self.began_at, self.found_at) = (next, share, share);
        Some(next)
    }

    /// Whether late goals alone are left, and nothing new was covered of them for as long as a turn may be, now that this share is used.
    pub(crate) fn are_exhausted(&self, share: f64) -> bool {
        self.turn == Turn::Late && self.found.is_complete && share - self.found_at >= self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whose turn begins at each share of the budget, when so many goals of both kinds are covered.
    fn turns(seen: &[(f64, usize, usize)]) -> Vec<Option<Turn>> {
        let mut turns =
            Turns::new(&LateGoalsConfig { stall: 0.1, longest: 0.2, ..LateGoalsConfig::default() });
        let found =
            |always, late| Found { always, all: always + late, is_complete: always == 9, is_ending: false };
        seen.iter().map(|(share, always, late)| turns.next(*share, found(*always, *late))).collect()
    }

    #[test]
    fn late_goals_have_their_turn_once_nothing_new_was_found_for_a_while() {
        let seen = [(0.05, 3, 0), (0.1, 4, 0), (0.15, 4, 0), (0.21, 4, 0), (0.25, 4, 7)];
        assert_eq!(turns(&seen), [None, None, None, Some(Turn::Late), None]);
    }

    #[test]
    fn turn_of_late_goals_ends_when_nothing_is_found_or_another_goal_is_or_it_was_long() {
        let fruitless = [(0.2, 0, 0), (0.25, 0, 0), (0.31, 0, 0)];
        let (late, always) = (Some(Turn::Late), Some(Turn::Always));
        assert_eq!(turns(&fruitless), [late, None, always]);
        assert_eq!(turns(&[(0.2, 0, 0), (0.21, 1, 5)]), [late, always]);
        let long = [(0.2, 0, 0), (0.25, 0, 1), (0.3, 0, 2), (0.35, 0, 3), (0.41, 0, 4), (0.45, 0, 4)];
        assert_eq!(turns(&long), [late, None, None, None, always, None]);
    }

    #[test]
    fn late_goals_keep_their_turn_where_no_other_goal_is_left() {
        assert_eq!(turns(&[(0.01, 9, 0), (0.5, 9, 0), (0.9, 9, 1)]), [Some(Turn::Late), None, None]);
    }

    #[test]
    fn search_is_over_when_late_goals_alone_are_left_and_nothing_is_found_of_them() {
        let mut turns = Turns::new(&LateGoalsConfig { longest: 0.2, ..LateGoalsConfig::default() });
        let found = Found { is_complete: true, ..Found::default() };
        turns.next(0.1, found);
        assert!(!turns.are_exhausted(0.29) && turns.are_exhausted(0.31));
        turns.next(0.3, Found { all: 1, ..found });
        assert!(!turns.are_exhausted(0.31));
    }

    #[test]
    fn late_goals_have_their_turn_before_the_search_ends_for_want_of_finds() {
        let mut turns = Turns::new(&LateGoalsConfig::default());
        assert_eq!(turns.next(0.001, Found { is_ending: true, ..Found::default() }), Some(Turn::Late));
    }
}
