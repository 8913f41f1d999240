//! How long the verification of a suite may take.

use std::time::Duration;

/// How long verification may take.
#[derive(Clone, Copy, Debug)]
pub struct VerifyLimits {
    /// For one test; what takes longer is dropped.
    pub per_test: Duration,
    /// For everything.
    pub total: Duration,
    /// Rounds of compiling, running and repairing.
    pub max_rounds: u32,
}

impl Default for VerifyLimits {
    fn default() -> Self {
        Self { per_test: Duration::from_secs(5), total: Duration::from_secs(60), max_rounds: 20 }
    }
}
