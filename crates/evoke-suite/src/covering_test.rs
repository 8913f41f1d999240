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
}
