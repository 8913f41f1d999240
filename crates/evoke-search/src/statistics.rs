//! What a search spends, counted.

use serde::{Deserialize, Serialize};

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Tests executed.
    pub tests: u64,
    /// Statements executed.
    pub statements: u64,
    /// Generations finished.
    pub generations: u64,
    /// Tests that had to be stopped.
    pub aborted: u64,
}

impl Statistics {
    /// What both spent.
    pub fn with(&self, other: &Self) -> Self {
        Self {
            tests: self.tests + other.tests,
            statements: self.statements + other.statements,
            generations: self.generations + other.generations,
            aborted: self.aborted + other.aborted,
        }
    }
}
