//! A test and what it is kept for.

use evoke_analysis::GoalId;
use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

/// A test with the goals it is kept for. It may cover more; that belongs to other tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoveringTest {
    /// What it does.
    pub test: TestCase,
    /// What it is kept for, ascending.
    pub goals: Vec<GoalId>,
}
