//! Runs of a test in which one of the random numbers that it draws is the least there is: what happens once in a hundred draws two runs with
//! other luck hardly ever show.

use evoke_testcase::{Observations, Observer, TestCase};

/// Of the numbers that a test draws, so many are the least there is once.
const MOST_DRAWS: u32 = 8;

/// One run after the other, as they are asked for, of a test that draws so many numbers.
pub(crate) fn by_rare_luck<'o>(
    observer: &'o mut (impl Observer + ?Sized),
    test: &'o TestCase,
    draws: u32,
) -> impl Iterator<Item = Observations> + 'o {
    (1..=draws.min(MOST_DRAWS)).map(move |draw| observer.observe_by_rare_luck(test, draw))
}
