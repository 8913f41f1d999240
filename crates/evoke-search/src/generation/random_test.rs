//! Whole random tests.

use evoke_testcase::{TestCase, debug_verify};
use rand::Rng;

use super::TestFactory;
use crate::SearchRng;

/// A test is given up after this many insertions per statement of the cap.
const ATTEMPTS_PER_STATEMENT: usize = 10;

impl TestFactory<'_> {
    /// Draws a length and inserts until it is reached. A test of a pair of classes has a call that may cover something of it, if one can be
    /// made.
    pub(crate) fn random_test(&self, rng: &mut SearchRng) -> TestCase {
        let max_length = self.config.max_length;
        let length = rng.random_range(1..=max_length.max(1));
        let mut test = TestCase::default();
        for _ in 0..ATTEMPTS_PER_STATEMENT * max_length {
            if test.len() >= length {
                break;
            }
            let end = test.len();
            self.insert(&mut test, end, rng);
        }
        self.repair(&mut test, false, rng);
        debug_verify(&test, self.cluster, "generation");
        test
    }
}
