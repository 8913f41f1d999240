//! Why a suite could not be verified at all.

use std::io;

/// A suite could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Files could not be written, or Java not be started.
    #[error("run the verifier: {0}")]
    Io(#[from] io::Error),
    /// The Java process failed outside any test.
    #[error("the verifier failed: {message} {detail}")]
    Runner {
        /// What it reported.
        message: String,
        /// The last line of its error output.
        detail: String,
    },
    /// The compiler rejects something outside the tests.
    #[error("the suite does not compile: {0}")]
    Unrepairable(String),
    /// The limit of time was reached.
    #[error("verification took too long")]
    OutOfTime,
    /// The limit of rounds was reached.
    #[error("the suite still fails after {0} rounds")]
    OutOfRounds(u32),
}
