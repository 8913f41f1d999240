//! What is wrong with a place of a suite.

/// A reason to change the suite.
pub(super) struct Fault {
    /// Position of the test.
    pub(super) test: usize,
    /// The assertion of the test that is to blame; `None` blames the test as a whole.
    pub(super) assertion: Option<usize>,
    /// What the compiler or JUnit said.
    pub(super) reason: String,
}
