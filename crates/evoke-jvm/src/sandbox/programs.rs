//! What becomes of other programs in the sandbox.

/// What may become of this process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Programs {
    /// It stays what it is.
    Refused,
    /// Another program may take its place, but not run beside it.
    MayTakeOver,
}
