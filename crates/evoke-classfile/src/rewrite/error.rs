//! Why a class, or a method of it, was not rewritten.

use crate::{DescriptorError, ParseError};

/// Why an edit was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UntouchedReason {
    /// Code, stack, locals, frames or a table of the method would pass what the format can hold.
    #[error("the method would become too large")]
    TooLarge,
    /// A conditional jump became too far and no place for an intermediate jump is near.
    #[error("a conditional jump would become too far")]
    NoIslandInReach,
}

/// Why a class was not rewritten.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewriteError {
    /// The class file is malformed.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A reference was added whose descriptor is none.
    #[error(transparent)]
    Descriptor(#[from] DescriptorError),
    /// More than 65,534 constants.
    #[error("constant pool is full")]
    ConstantPoolFull,
    /// More than 65,535 methods, or bootstrap methods.
    #[error("the class would have too many methods")]
    TooManyMethods,
    /// A text of more than 65,535 bytes was added to the constant pool.
    #[error("text of {length} bytes is too long for a constant")]
    TextTooLong {
        /// Its length.
        length: usize,
    },
    /// An edit that makes no sense for the method.
    #[error("impossible edit of instruction {index} in `{method}`: {what}")]
    InvalidEdit {
        /// Name and descriptor of the method.
        method: String,
        /// Index of the instruction.
        index: usize,
        /// What is wrong.
        what: &'static str,
    },
}

/// Why writing a method stopped.
pub(super) enum Stop {
    Error(RewriteError),
    Untouched(UntouchedReason),
}

impl<E: Into<RewriteError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

impl From<UntouchedReason> for Stop {
    fn from(reason: UntouchedReason) -> Self {
        Self::Untouched(reason)
    }
}
