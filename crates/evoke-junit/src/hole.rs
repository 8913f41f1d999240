//! The places of a test where other values may stand without making another test of it.

/// A place of a test where another value may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hole {
    /// The statement at the position.
    Statement(usize),
    /// What the assertion of that number expects.
    Assertion(usize),
    /// The message of the exception that ends it.
    Message,
}
