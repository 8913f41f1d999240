//! Why a class file was refused.

/// Why a class file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first four bytes are not `CAFEBABE`.
    #[error("not a class file")]
    Magic,
    /// Newer than Evoke knows.
    #[error("class file version {major}.{minor} is newer than {newest}")]
    TooNew {
        /// Major version found.
        major: u16,
        /// Minor version found.
        minor: u16,
        /// Newest major version understood.
        newest: u16,
    },
    /// The file ends too early.
    #[error("truncated class file at byte {offset}")]
    Truncated {
        /// Where more bytes were needed.
        offset: usize,
    },
    /// Something in it breaks the format.
    #[error("malformed class file: {what}")]
    Malformed {
        /// What is wrong.
        what: String,
    },
}

impl ParseError {
    pub(crate) fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed { what: what.into() }
    }
}
