//! How many goals of a criterion are covered.

use serde::{Deserialize, Serialize};

/// Goals of one criterion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalCount {
    /// Those that are covered.
    pub covered: u32,
    /// All.
    pub total: u32,
}
