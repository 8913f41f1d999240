//! How the coverage of a class grew with the time that was spent on it, over all rounds that it has had.

/// Seconds of search that say little: of what a class has not been searched of these, all may still come.
const HARDLY_BEGUN: f64 = 0.5;

/// Goals covered at moments of the search for a class. Both only grow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Seconds searched, goals covered.
    points: Vec<(f64, u64)>,
    /// Seconds spent in all rounds.
    seconds: f64,
    /// Of these, seconds of search.
    searched: f64,
    n_rounds: u32,
    /// Goals that there are, as far as is known.
    total: u64,
}

/// What a round took, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundSeconds {
    /// All of it.
    pub all: f64,
    /// The search alone, without starting, analysing, writing and verifying.
    pub search: f64,
}

impl Curve {
    /// A round is over, in which coverage grew like this, by seconds since the search began; of so many goals. A round that begins with the
    /// tests of the one before covers again first what is covered already.
    pub fn add_round(
        &mut self,
        took: RoundSeconds,
        points: impl IntoIterator<Item = (f64, u64)>,
        total: u64,
    ) {
        let (before, search) = (self.searched, took.search.max(0.0));
        for (at, covered) in points {
            if covered > self.covered() {
                self.points.push((before + at.clamp(0.0, search), covered));
            }
        }
        self.searched += search;
        self.seconds += took.all.max(search);
        self.n_rounds += 1;
        self.total = total;
    }

    /// Goals covered at the end.
    pub fn covered(&self) -> u64 {
        self.points.last().map_or(0, |(_, covered)| *covered)
    }

    /// Goals that are left.
    pub fn left(&self) -> u64 {
        self.total.saturating_sub(self.covered())
    }

    /// Seconds spent in all rounds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Seconds that a round took besides its search, on average.
    pub fn overhead(&self) -> f64 {
        (self.seconds - self.searched) / f64::from(self.n_rounds.max(1))
    }

    /// Goals a second that a round of so many seconds promises: its search gains what the second half of the search gave for as long, and what
    /// is not search gains nothing. Never more than is left.
    pub fn promise(&self, seconds: f64) -> f64 {
        let search = (seconds - self.overhead()).max(0.0);
        (self.rate() * search).min(self.left() as f64) / seconds.max(0.001)
    }

    /// Goals a second of search: what its second half gave, with half a goal more, as a class that has gained nothing for a second may still
    /// gain, and one that has gained nothing for a minute hardly will. Of a search that has hardly begun all counts, and what is left besides
    /// by the share that is missing.
    fn rate(&self) -> f64 {
        let window = (self.searched / 2.0).max(HARDLY_BEGUN);
        let begin = self.searched - window;
        let at_begin = self.points.iter().take_while(|(at, _)| *at <= begin).last().map_or(0, |(_, it)| *it);
        let missing = (-begin).max(0.0) / HARDLY_BEGUN;
        ((self.covered() - at_begin) as f64 + 0.5 + missing * self.left() as f64) / window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two thirds of whose time were search.
    fn curve(search: f64, points: &[(f64, u64)], total: u64) -> Curve {
        let mut curve = Curve::default();
        curve.add_round(RoundSeconds { all: search * 1.5, search }, points.iter().copied(), total);
        curve
    }

    #[test]
    fn class_that_still_gains_promises_more_than_one_that_has_stopped() {
        let gaining = curve(4.0, &[(1.0, 10), (3.5, 40)], 100);
        let stopped = curve(4.0, &[(0.5, 40)], 100);
        assert!(gaining.promise(6.0) > stopped.promise(6.0));
        assert_eq!(curve(4.0, &[(1.0, 100)], 100).promise(6.0), 0.0);
    }

    #[test]
    fn class_that_gains_nothing_promises_less_the_longer_that_lasts() {
        let short = curve(4.0, &[(0.5, 40)], 100);
        let mut long = short.clone();
        long.add_round(RoundSeconds { all: 22.0, search: 20.0 }, [(1.0, 40)], 100);
        assert!(long.promise(6.0) < short.promise(6.0));
        assert_eq!((long.covered(), long.left(), long.seconds(), long.overhead()), (40, 60, 28.0, 2.0));
    }

    #[test]
    fn what_a_later_round_covers_again_is_no_gain() {
        let mut curve = curve(4.0, &[(0.5, 40)], 41);
        curve.add_round(RoundSeconds { all: 6.0, search: 4.0 }, [(0.1, 12), (0.2, 40), (3.0, 41)], 41);
        assert_eq!(curve.points, [(0.5, 40), (7.0, 41)]);
    }

    #[test]
    fn class_whose_search_had_hardly_begun_promises_more_than_one_that_was_searched_for_long() {
        let of = |search: f64| {
            let mut curve = Curve::default();
            curve.add_round(RoundSeconds { all: 3.0, search }, [(search / 3.0, 10)], 157);
            curve.promise(6.0)
        };
        assert!(of(0.1) > 10.0 * of(2.0), "{} {}", of(0.1), of(2.0));
    }

    #[test]
    fn round_promises_nothing_that_is_not_long_enough_to_search() {
        let mut curve = Curve::default();
        curve.add_round(RoundSeconds { all: 8.0, search: 0.0 }, [], 50);
        assert_eq!(curve.promise(8.0), 0.0);
        assert!(curve.promise(16.0) > 3.0);
    }
}
