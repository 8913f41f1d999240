//! Why a suite could not be measured.

use std::io;

use evoke_analysis::PairError;
use evoke_classfile::ClassPathError;

/// A suite could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// Files could not be written, or Java not be started.
    #[error("run Java: {0}")]
    Io(#[from] io::Error),
    /// The class path could not be read.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// The class is not there.
    #[error("class `{0}` is not on the class path or cannot be read")]
    NoClass(String),
    /// The two classes are no pair.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// The JVM or a framework failed outside any test.
    #[error("the suite cannot be run: {0}")]
    Broken(String),
}
