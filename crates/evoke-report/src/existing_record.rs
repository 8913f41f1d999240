//! What tests that were there before do for a class, in the record of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::goal_count::GoalCount;

/// What tests that were there before do for a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExistingRecord {
    /// Those that were run.
    pub tests: u32,
    /// Those of them that passed each time; the others count for nothing.
    pub passed: u32,
    /// By criterion, how many goals they cover, of how many.
    pub goals: BTreeMap<String, GoalCount>,
    /// By criterion, how many goals the generated suite covers and they do not.
    pub added: BTreeMap<String, u32>,
    /// Mutants that they notice, where they were run on mutants; the generated suite is not written for these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutants_killed: Option<u32>,
    /// Why they count for nothing, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl ExistingRecord {
    /// Goals of all criteria that they cover.
    pub fn n_covered(&self) -> u32 {
        self.goals.values().map(|count| count.covered).sum()
    }
}
