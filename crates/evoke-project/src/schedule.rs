//! Which class gets time next, and how much: first every class a short round, the smallest share that leaves a verified
//! suite, then those whose curves of coverage are the steepest. A pure function of the curves and of what is left.

use std::time::Duration;

use crate::curve::Curve;

/// What a class needs at least to be analysed, searched for a moment, written and verified, as long as nothing is known of the project's.
const LEAST: Duration = Duration::from_secs(3);
/// No turn is shorter, however little classes before it took.
const LEAST_OF_ALL: Duration = Duration::from_millis(1500);
/// Once so many classes have had a turn, it is known what one takes.
const ENOUGH_TO_KNOW: usize = 5;
/// More than that is not for the first round: whether it is worth it is seen then.
const MOST_AT_FIRST: Duration = Duration::from_secs(8);
/// The share of the whole that is for first rounds.
const SHARE_AT_FIRST: f64 = 0.6;
/// The same as long as first rounds are short: what a second one costs before it begins is worth more to those then.
const SHARE_OF_SHORT_ROUNDS: f64 = 0.9;
/// What a short round takes.
const SHORT: Duration = LEAST;
/// A round that begins with the tests of the one before costs the start of three JVMs, whatever it gains.
const LEAST_AGAIN: Duration = Duration::from_secs(6);
/// No class gets more at once, so that its place is thought over again.
const MOST_AGAIN: Duration = Duration::from_secs(60);
/// Goals a second below which more time is not worth its while.
const FLAT: f64 = 0.02;

/// A turn of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Position of its curve.
    pub class: usize,
    /// What it may take.
    pub time: Duration,
}

/// The next turn. `curves` has a curve for each class that may have one, `None` for one that is at work or has ended; one without a
/// round is first in line. `left` is what is left of the budget, which `at_once` workers share. `None` is the end: no time, or nothing to gain.
pub fn next_slice(curves: &[Option<Curve>], left: Duration, at_once: usize) -> Option<Slice> {
    let is_new = |curve: &&Option<Curve>| curve.as_ref().is_some_and(|curve| curve.seconds() == 0.0);
    let n_new = curves.iter().filter(is_new).count();
    if let Some(class) = curves.iter().position(|curve| is_new(&curve)) {
        let fair = left * at_once.max(1) as u32 / n_new as u32;
        let short = fair.mul_f64(SHARE_OF_SHORT_ROUNDS).min(SHORT);
        let least = least(curves);
        let time = fair.mul_f64(SHARE_AT_FIRST).max(short).clamp(least, MOST_AT_FIRST).min(left);
        return (left >= least).then_some(Slice { class, time });
    }
    if left < LEAST_AGAIN {
        return None;
    }
    let open = curves.iter().enumerate().filter_map(|(class, curve)| Some((class, curve.as_ref()?)));
    let turns = open.map(|(class, curve)| {
        let time = time_again(curve).min(left);
        (Slice { class, time }, curve.promise(time.as_secs_f64()))
    });
    turns
        .filter(|(_, promise)| *promise >= FLAT)
        // Of equals the first.
        .max_by(|(first, one), (second, other)| one.total_cmp(other).then(second.class.cmp(&first.class)))
        .map(|(slice, _)| slice)
}

/// As long again as all that a class has had, since its curve says little about much more than that; but so long that half of it is search.
fn time_again(curve: &Curve) -> Duration {
    let seconds = curve.seconds().max(2.0 * curve.overhead());
    Duration::from_secs_f64(seconds).clamp(LEAST_AGAIN, MOST_AGAIN)
}

/// What a class needs at least: no more than half of those that have had a turn took.
fn least(curves: &[Option<Curve>]) -> Duration {
    let seconds = curves.iter().flatten().map(Curve::seconds).filter(|seconds| *seconds > 0.0);
    let mut took: Vec<f64> = seconds.collect();
    if took.len() < ENOUGH_TO_KNOW {
        return LEAST;
    }
    took.sort_by(f64::total_cmp);
    Duration::from_secs_f64(took[took.len() / 2]).clamp(LEAST_OF_ALL, LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::RoundSeconds;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn curve(took: f64, covered: u64, total: u64) -> Curve {
        searched(took, took, covered, total)
    }

    fn searched(all: f64, search: f64, covered: u64, total: u64) -> Curve {
        let mut curve = Curve::default();
        curve.add_round(RoundSeconds { all, search }, [(search, covered)], total);
        curve
    }

    #[test]
    fn every_class_has_a_short_round_before_any_has_a_second() {
        let curves = [Some(curve(4.0, 10, 100)), Some(Curve::default()), Some(Curve::default())];
        assert_eq!(next_slice(&curves, seconds(10), 1), Some(Slice { class: 1, time: seconds(3) }));
        assert_eq!(next_slice(&curves, seconds(1000), 1), Some(Slice { class: 1, time: seconds(8) }));
        assert_eq!(next_slice(&curves, seconds(2), 1), None);
    }

    #[test]
    fn classes_that_took_little_leave_less_for_those_after_them() {
        let next = |took: f64, left: Duration| {
            let before = std::iter::repeat_n(Some(curve(took, 4, 4)), 5);
            let curves: Vec<Option<Curve>> = before.chain([Some(Curve::default()), None]).collect();
            next_slice(&curves, left, 1).map(|slice| slice.time)
        };
        assert_eq!(next(0.5, seconds(2)), Some(Duration::from_millis(1800)));
        assert_eq!(next(2.0, seconds(2)), Some(seconds(2)));
        assert_eq!(next(8.0, seconds(2)), None);
        assert_eq!(next(0.5, seconds(1)), None);
    }

    #[test]
    fn short_first_rounds_have_nearly_all_and_longer_ones_leave_more_for_second_rounds() {
        let known = || std::iter::repeat_n(Some(curve(0.5, 4, 4)), 5);
        let first = |left| {
            let curves: Vec<Option<Curve>> =
                known().chain(std::iter::repeat_n(Some(Curve::default()), 20)).collect();
            next_slice(&curves, seconds(left), 2).map(|slice| slice.time.as_secs_f64())
        };
        assert_eq!(
            (first(20), first(40), first(60), first(100)),
            (Some(1.8), Some(3.0), Some(3.6), Some(6.0))
        );
    }

    #[test]
    fn what_is_left_goes_to_the_steepest_curve() {
        let curves = [Some(curve(4.0, 10, 100)), Some(curve(4.0, 50, 100)), Some(curve(4.0, 100, 100)), None];
        assert_eq!(next_slice(&curves, seconds(100), 1), Some(Slice { class: 1, time: seconds(6) }));
    }

    #[test]
    fn class_whose_first_turn_was_hardly_a_search_has_another_before_those_that_still_gain() {
        let curves = [Some(curve(4.0, 50, 100)), Some(searched(3.0, 0.1, 10, 157))];
        assert_eq!(next_slice(&curves, seconds(100), 1), Some(Slice { class: 1, time: seconds(6) }));
    }

    #[test]
    fn class_that_takes_long_before_it_is_searched_has_as_long_again_for_the_search() {
        let next = |all| next_slice(&[Some(searched(all, 0.0, 0, 100))], seconds(100), 1).map(|it| it.time);
        assert_eq!((next(2.0), next(9.0)), (Some(seconds(6)), Some(seconds(18))));
    }

    #[test]
    fn nothing_is_begun_that_the_time_left_is_not_enough_for() {
        assert_eq!(next_slice(&[Some(curve(4.0, 10, 100))], seconds(5), 1), None);
        assert_eq!(
            next_slice(&[Some(curve(100.0, 10, 100))], seconds(20), 1).map(|it| it.time),
            Some(seconds(20))
        );
    }

    #[test]
    fn classes_that_are_covered_or_at_work_get_nothing() {
        assert_eq!(next_slice(&[Some(curve(4.0, 9, 9)), None], seconds(100), 2), None);
    }
}
