//! How long the verification of a suite may take.

use std::time::{Duration, Instant};

/// How long verification may take.
#[derive(Clone, Copy, Debug)]
pub struct VerifyLimits {
    /// For one test; what takes longer is dropped.
    pub per_test: Duration,
    /// For everything, unless the first test passes so late that others are granted some more: what has not passed by then is
    /// dropped.
    pub total: Duration,
    /// For everything, as long as no test has passed: a suite that comes late is worth more than none.
    pub at_most: Duration,
    /// Rounds of compiling, running and repairing.
    pub max_rounds: u32,
}

impl Default for VerifyLimits {
    fn default() -> Self {
        let total = Duration::from_secs(60);
        Self { per_test: Duration::from_secs(5), total, at_most: total, max_rounds: 20 }
    }
}

/// When verification is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadlines {
    begun: Instant,
    once_passed: Instant,
    at_most: Instant,
}

impl Deadlines {
    /// Those of a verification that begins now.
    pub(super) fn of(limits: &VerifyLimits) -> Self {
        let begun = Instant::now();
        let once_passed = begun + limits.total;
        Self { begun, once_passed, at_most: (begun + limits.at_most).max(once_passed) }
    }

    /// The one that counts, given when the first test passed. Where that took long the others are granted half of it again:
    /// after a compiler and JUnit have started, they take little.
    pub(super) fn end(self, first_pass: Option<Instant>) -> Instant {
        first_pass.map_or(self.at_most, |first| {
            let others = (first - self.begun) / 2;
            self.once_passed.max(first + others).min(self.at_most)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_test_that_passes_late_grants_the_others_some_time() {
        let [total, at_most] = [10, 60].map(Duration::from_secs);
        let deadlines = Deadlines::of(&VerifyLimits { total, at_most, ..VerifyLimits::default() });
        let at = |seconds: u64| deadlines.begun + Duration::from_secs(seconds);
        assert_eq!(deadlines.end(None), at(60));
        assert_eq!(deadlines.end(Some(at(2))), at(10));
        assert_eq!(deadlines.end(Some(at(20))), at(30));
        assert_eq!(deadlines.end(Some(at(50))), at(60));
    }
}
