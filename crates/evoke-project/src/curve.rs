//! How the coverage of a class grew with the time that was spent on it, over all rounds that it has had.

/// Goals covered at moments of the time spent on a class. Both only grow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Seconds spent, goals covered.
    points: Vec<(f64, u64)>,
    /// Seconds spent in all rounds.
    seconds: f64,
    /// Goals that there are, as far as is known.
    total: u64,
}

impl Curve {
    /// A round that took so many seconds is over, in which coverage grew like this, by seconds since the round began; of so
    /// many goals. A round that begins with the tests of the one before covers again first what is covered already.
    pub fn add_round(&mut self, seconds: f64, points: impl IntoIterator<Item = (f64, u64)>, total: u64) {
        let before = self.seconds;
        for (at, covered) in points {
            if covered > self.covered() {
                self.points.push((before + at.clamp(0.0, seconds), covered));
            }
        }
        self.seconds += seconds.max(0.0);
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

    /// Goals a second that more time promises: what the second half of the time gave, with half a goal more, as a class that has
    /// gained nothing for a second may still gain, and one that has gained nothing for a minute hardly will. Never more than is left.
    pub fn slope(&self) -> f64 {
        if self.left() == 0 {
            return 0.0;
        }
        let half = self.seconds / 2.0;
        let at_half = self.points.iter().take_while(|(at, _)| *at <= half).last().map_or(0, |(_, it)| *it);
        let gained = (self.covered() - at_half) as f64 + 0.5;
        gained.min(self.left() as f64) / half.max(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(seconds: f64, points: &[(f64, u64)], total: u64) -> Curve {
        let mut curve = Curve::default();
        curve.add_round(seconds, points.iter().copied(), total);
        curve
    }

    #[test]
    fn class_that_still_gains_promises_more_than_one_that_has_stopped() {
        let gaining = curve(4.0, &[(1.0, 10), (3.5, 40)], 100);
        let stopped = curve(4.0, &[(0.5, 40)], 100);
        assert!(gaining.slope() > stopped.slope());
        assert_eq!(curve(4.0, &[(1.0, 100)], 100).slope(), 0.0);
    }

    #[test]
    fn class_that_gains_nothing_promises_less_the_longer_that_lasts() {
        let short = curve(4.0, &[(0.5, 40)], 100);
        let mut long = short.clone();
        long.add_round(20.0, [(1.0, 40)], 100);
        assert!(long.slope() < short.slope());
        assert_eq!((long.covered(), long.left(), long.seconds()), (40, 60, 24.0));
    }

    #[test]
    fn what_a_later_round_covers_again_is_no_gain() {
        let mut curve = curve(4.0, &[(0.5, 40)], 41);
        curve.add_round(4.0, [(0.1, 12), (0.2, 40), (3.0, 41)], 41);
        assert_eq!(curve.points, [(0.5, 40), (7.0, 41)]);
    }
}
