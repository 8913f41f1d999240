//! What is wrong with a place of a suite.

/// A reason to change the suite.
pub(super) struct Fault {
    /// Position of the test.
    pub(super) test: usize,
    /// Of a test that is run for several inputs, what the row is called as a test of its own that failed; `None` blames them all.
    pub(super) row: Option<String>,
    /// The assertion of the test that is to blame; `None` blames the test as a whole.
    pub(super) assertion: Option<usize>,
    /// What the compiler or JUnit said.
    pub(super) reason: String,
}
