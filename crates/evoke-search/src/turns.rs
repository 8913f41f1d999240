//! When goals that guide late, and populations begun anew, have their turn.
//!
//! Late goals have theirs once nothing new was covered of the others for a share of the budget. It is over when nothing new is covered
//! of them either, when something is of the others, or when it has lasted long enough; then the others have the same time again before
//! they are interrupted, every other time with a population begun anew, where that is asked for. Where nothing is left of the others
//! late goals keep their turn, and the search ends when nothing new was covered for as long as a turn may be.
//!
//! Shares of a budget of statements are the same on every machine.

use crate::config::LateGoalsConfig;

/// Where a turn has fewer generations, a population begun anew comes to nothing, and the first one lacks the time that it takes.
const GENERATIONS_TO_BEGIN_ANEW: usize = 50;
/// No population is begun anew before nothing was found for this share of the time that it took to find what there is: a search that finds
/// something now and then is better gone on with.
const STALL_TO_BEGIN_ANEW: f64 = 0.5;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// That of goals that guide always.
    Always,
    /// That of the same goals, with a population begun anew.
    Anew,
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
}

/// What of the budget is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    /// The share.
    pub(crate) share: f64,
    /// How long turns may be, where 1 is as long as usual: patience may be over long before the budget is.
    pub(crate) turn_length: f64,
}

/// Who may have a turn besides the goals that guide always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Others {
    /// Goals that guide late.
    pub(crate) late: bool,
    /// Populations begun anew.
    pub(crate) anew: bool,
}

/// Gives turns.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    stall: f64,
    longest: f64,
    others: Others,
    turn: Turn,
    found: Found,
    /// The share of the budget that was used when the turn began.
    began_at: f64,
    /// The share that was used when something new was last covered in it.
    found_at: f64,
    /// The generations since then.
    n_fruitless: usize,
    /// The share that was used when something was last covered of the goals that guide always.
    always_found_at: f64,
    /// Whether the last turn of these was one of the first population that was long enough for one begun anew.
    was_long: bool,
}

impl Turns {
    pub(crate) fn new(config: &LateGoalsConfig, others: Others) -> Self {
        let LateGoalsConfig { stall, longest, .. } = *config;
        Self {
            stall,
            longest,
            others,
            turn: Turn::Always,
            found: Found::default(),
            began_at: 0.0,
            found_at: 0.0,
            n_fruitless: 0,
            always_found_at: 0.0,
            was_long: false,
        }
    }

    /// Whose turn begins now, after another generation, that so much of the budget is used and so much is covered; `None` if the turn goes
    /// on.
    pub(crate) fn next(&mut self, Used { share, turn_length }: Used, found: Found) -> Option<Turn> {
        let before = std::mem::replace(&mut self.found, found);
        let is_new = match self.turn {
            Turn::Always | Turn::Anew => found.always > before.always,
            Turn::Late => found.all > before.all,
        };
        self.n_fruitless += 1;
        if is_new {
            (self.found_at, self.n_fruitless) = (share, 0);
        }
        if found.always > before.always {
            self.always_found_at = share;
        }
        let is_stalled = share - self.found_at >= turn_length * self.stall;
        let is_long = share - self.began_at >= turn_length * self.longest;
        let is_over = match self.turn {
            Turn::Always | Turn::Anew => is_stalled || found.is_complete,
            Turn::Late => is_stalled || is_long || found.always > before.always,
        };
        let next = if is_over { self.successor(share) } else { self.turn };
        if next == self.turn {
            return None;
        }
        (self.turn, self.began_at, self.found_at, self.n_fruitless) = (next, share, share, 0);
        Some(next)
    }

    /// Whose turn is next.
    fn successor(&mut self, share: f64) -> Turn {
        if self.turn != Turn::Late {
            self.was_long = self.turn == Turn::Always && self.n_fruitless >= GENERATIONS_TO_BEGIN_ANEW;
            if self.others.late {
                return Turn::Late;
            }
        }
        let is_stuck = share - self.always_found_at >= STALL_TO_BEGIN_ANEW * self.always_found_at;
        match self.found.is_complete {
            true => self.turn,
            false if self.others.anew && self.was_long && is_stuck => Turn::Anew,
            false => Turn::Always,
        }
    }

    /// Whether late goals alone are left, and nothing new was covered of them for as long as a turn may be, now that this share is used.
    pub(crate) fn are_exhausted(&self, share: f64) -> bool {
        self.turn == Turn::Late && self.found.is_complete && share - self.found_at >= self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATE: Option<Turn> = Some(Turn::Late);
    const ALWAYS: Option<Turn> = Some(Turn::Always);
    const ANEW: Option<Turn> = Some(Turn::Anew);

    fn turns_of(others: Others) -> Turns {
        Turns::new(&LateGoalsConfig { stall: 0.1, longest: 0.2, ..LateGoalsConfig::default() }, others)
    }

    fn next(turns: &mut Turns, share: f64, found: Found) -> Option<Turn> {
        turns.next(Used { share, turn_length: 1.0 }, found)
    }

    /// Whose turn begins at each share of the budget, when so many goals of both kinds are covered.
    fn turns(seen: &[(f64, usize, usize)]) -> Vec<Option<Turn>> {
        let mut turns = turns_of(Others { late: true, anew: false });
        let found = |always, late| Found { always, all: always + late, is_complete: always == 9 };
        seen.iter().map(|(share, always, late)| next(&mut turns, *share, found(*always, *late))).collect()
    }

    /// The turns that begin while nothing is found, in so many generations for each percent of the budget.
    fn fruitless_turns(others: Others, n_generations: u32) -> Vec<Turn> {
        let mut turns = turns_of(others);
        let shares = (0..60 * n_generations).map(|it| f64::from(it) / f64::from(100 * n_generations));
        shares.filter_map(|share| next(&mut turns, share, Found::default())).collect()
    }

    #[test]
    fn late_goals_have_their_turn_once_nothing_new_was_found_for_a_while() {
        let seen = [(0.05, 3, 0), (0.1, 4, 0), (0.15, 4, 0), (0.21, 4, 0), (0.25, 4, 7)];
        assert_eq!(turns(&seen), [None, None, None, LATE, None]);
    }

    #[test]
    fn turn_of_late_goals_ends_when_nothing_is_found_or_another_goal_is_or_it_was_long() {
        let fruitless = [(0.2, 0, 0), (0.25, 0, 0), (0.31, 0, 0)];
        assert_eq!(turns(&fruitless), [LATE, None, ALWAYS]);
        assert_eq!(turns(&[(0.2, 0, 0), (0.21, 1, 5)]), [LATE, ALWAYS]);
        let long = [(0.2, 0, 0), (0.25, 0, 1), (0.3, 0, 2), (0.35, 0, 3), (0.41, 0, 4), (0.45, 0, 4)];
        assert_eq!(turns(&long), [LATE, None, None, None, ALWAYS, None]);
    }

    #[test]
    fn late_goals_keep_their_turn_where_no_other_goal_is_left() {
        assert_eq!(turns(&[(0.01, 9, 0), (0.5, 9, 0), (0.9, 9, 1)]), [LATE, None, None]);
    }

    #[test]
    fn search_is_over_when_late_goals_alone_are_left_and_nothing_is_found_of_them() {
        let mut turns = turns_of(Others { late: true, anew: true });
        let found = Found { is_complete: true, ..Found::default() };
        next(&mut turns, 0.1, found);
        assert!(!turns.are_exhausted(0.29) && turns.are_exhausted(0.31));
        next(&mut turns, 0.3, Found { all: 1, ..found });
        assert!(!turns.are_exhausted(0.31));
    }

    #[test]
    fn turns_are_shorter_where_patience_is() {
        let mut turns = turns_of(Others { late: true, anew: false });
        let mut at = |share| turns.next(Used { share, turn_length: 0.1 }, Found::default());
        assert_eq!([at(0.009), at(0.011), at(0.02), at(0.022)], [None, LATE, None, ALWAYS]);
    }

    #[test]
    fn goals_that_guide_always_have_every_other_turn_with_a_population_begun_anew() {
        use Turn::{Always, Anew, Late};
        assert_eq!(fruitless_turns(Others { late: true, anew: true }, 10), [Late, Anew, Late, Always, Late]);
        assert_eq!(
            fruitless_turns(Others { late: false, anew: true }, 10),
            [Anew, Always, Anew, Always, Anew]
        );
        assert_eq!(
            fruitless_turns(Others { late: true, anew: false }, 10),
            [Late, Always, Late, Always, Late]
        );
        assert_eq!(fruitless_turns(Others::default(), 10), []);
    }

    #[test]
    fn no_population_is_begun_anew_for_a_few_generations() {
        use Turn::{Always, Late};
        assert_eq!(fruitless_turns(Others { late: true, anew: true }, 1), [Late, Always, Late, Always, Late]);
    }

    #[test]
    fn no_population_is_begun_anew_while_something_is_found_now_and_then() {
        let anew_after = |found_at: f64| {
            let mut turns = turns_of(Others { late: false, anew: true });
            let found = |share| Found { always: usize::from(share >= found_at), ..Found::default() };
            let mut shares = (0..1000).map(|it| f64::from(it) / 1000.0).skip_while(|share| *share < found_at);
            next(&mut turns, 0.0, found(0.0));
            shares.find(|share| next(&mut turns, *share, found(*share)) == ANEW)
        };
        let anew = [0.1, 0.3, 0.5].map(|found_at| anew_after(found_at).unwrap() - found_at);
        assert!((0.09..0.11).contains(&anew[0]), "{anew:?}");
        assert!((0.14..0.16).contains(&anew[1]), "{anew:?}");
        assert!((0.24..0.26).contains(&anew[2]), "{anew:?}");
    }

    #[test]
    fn population_begun_anew_keeps_its_turn_while_it_finds_something() {
        let mut turns = turns_of(Others { late: false, anew: true });
        for generation in 0..49 {
            assert_eq!(next(&mut turns, 0.002 * f64::from(generation), Found::default()), None);
        }
        assert_eq!(next(&mut turns, 0.1, Found::default()), ANEW);
        let found = |always| Found { always, all: always, is_complete: false };
        let seen = [(0.19, 1), (0.28, 2), (0.37, 2), (0.39, 2)];
        let begun = seen.map(|(share, always)| next(&mut turns, share, found(always)));
        assert_eq!(begun, [None, None, None, ALWAYS]);
    }
}
