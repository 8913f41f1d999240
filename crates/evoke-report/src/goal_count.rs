//! How many goals of a criterion are covered.

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Goals of one criterion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalCount {
    /// Those that are covered.
    pub covered: u32,
    /// All.
    pub total: u32,
}

impl GoalCount {
    /// How many of a hundred are covered, rounded down, so that 100 means all; `None` where there are no goals.
    pub(crate) fn percent(self) -> Option<u64> {
        (u64::from(self.covered) * 100).checked_div(u64::from(self.total))
    }
}

impl AddAssign for GoalCount {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

impl<'a> Sum<&'a Self> for GoalCount {
    fn sum<I: Iterator<Item = &'a Self>>(counts: I) -> Self {
        let mut all = Self::default();
        counts.for_each(|count| all += *count);
        all
    }
}
