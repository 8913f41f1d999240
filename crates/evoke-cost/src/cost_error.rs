//! Why a suite could not be measured.

use std::io;
use std::time::Duration;

use evoke_junit::CompileError;

/// A suite could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum CostError {
    /// Files could not be written, or Java not be started.
    #[error("run Java: {0}")]
    Io(#[from] io::Error),
    /// The suite could not be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The JVM or JUnit failed outside any test.
    #[error("the suite cannot be run: {0}")]
    Broken(String),
    /// The JVM came to an end in a test, or after none.
    #[error("the JVM ended in {0}")]
    Ended(String),
    /// A run took too long.
    #[error("{test} did not end: a run of the suite may take {} s", limit.as_secs())]
    OutOfTime {
        /// The test that was running.
        test: String,
        /// The limit.
        limit: Duration,
    },
}
