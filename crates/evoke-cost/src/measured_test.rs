//! What one run of one test cost.

use std::time::Duration;

/// One run of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredTest {
    /// Binary name of the class that declares it.
    pub class: String,
    /// Its name.
    pub test: String,
    /// Wall clock.
    pub time: Duration,
    /// What its thread allocated.
    pub allocated_bytes: u64,
    /// Whether it passed.
    pub passed: bool,
}
