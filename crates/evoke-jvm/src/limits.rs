//! What a test may use up.

use std::time::Duration;

/// What a test may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionLimits {
    /// Method entries and loop iterations of instrumented code, where nothing else is asked for.
    pub steps: u32,
    /// The most of them that can be asked for, and what a test has that is observed: it came to an end before.
    pub max_steps: u32,
    /// Longest array that it may make.
    pub max_array_length: u32,
    /// Processor time; a multiple of it on the wall clock.
    pub time: Duration,
    /// Exceptions sent to a test that runs on before it counts as stuck.
    pub max_stops: u32,
}

impl Default for ExecutionLimits {
    fn default() -> Self {
        Self {
            steps: 100_000,
            max_steps: 60_000_000,
            max_array_length: 1_000_000,
            time: Duration::from_millis(500),
            max_stops: 10,
        }
    }
}
