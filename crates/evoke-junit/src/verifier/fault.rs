//! What is wrong with a place of a suite.

/// A reason to change the suite.
pub(super) struct Fault {
    /// Position of the test.
    pub(super) test: usize,
    /// Position of the line in the test; `None` if it is the test as a whole.
    pub(super) line: Option<usize>,
    /// What the compiler or JUnit said.
    pub(super) reason: String,
}
