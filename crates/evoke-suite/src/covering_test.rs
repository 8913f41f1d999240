//! A test and what it covers.

use evoke_analysis::GoalId;
use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

/// A test with goals that it covers: those it is kept for, and, once it was minimised, those it covers by the way. An archive
/// names the first alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoveringTest {
    /// What it does.
    pub test: TestCase,
    /// What it covers, ascending.
    pub goals: Vec<GoalId>,
    /// Tenths of a second that a run of it took in the search; 0 where no time was measured. Where time may run out slow tests come last.
    pub slowness: u32,
}

impl CoveringTest {
    /// A test of which nobody measured how long it takes.
    pub fn new(test: TestCase, goals: Vec<GoalId>) -> Self {
        Self { test, goals, slowness: 0 }
    }
}
