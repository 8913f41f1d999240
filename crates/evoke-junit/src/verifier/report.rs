//! What verification did to a suite.

use evoke_analysis::GoalId;

/// What verification did to a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Lines taken out.
    pub dropped_assertions: Vec<DroppedAssertion>,
    /// Tests that are written without mocks after all.
    pub lost_mocks: Vec<LostMocks>,
    /// Tests taken out.
    pub dropped_tests: Vec<DroppedTest>,
    /// Times the suite was run, or found not to compile.
    pub rounds: u32,
    /// Tests that passed; all that are left in the suite.
    pub passed: usize,
    /// Where the suite was not run after all, since classes that it is about cannot be initialised there.
    pub left_out: Vec<LeftOut>,
    /// What ended the verification before the suite had passed as a whole; it holds the tests that passed when they ran
    /// last.
    pub ended_early: Option<String>,
}

/// Surroundings in which classes cannot be initialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The language tag of their locale.
    pub locale: &'static str,
    /// What JUnit said of the first test.
    pub reason: String,
}

/// A test that did not compile or not pass with mocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostMocks {
    /// Its name.
    pub test: String,
    /// What the compiler or JUnit said.
    pub reason: String,
}

/// A line that did not compile or not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedAssertion {
    /// Name of its test.
    pub test: String,
    /// The line.
    pub line: String,
    /// What the compiler or JUnit said.
    pub reason: String,
}

/// A test that did not compile or not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedTest {
    /// Its name.
    pub name: String,
    /// What it covered.
    pub goals: Vec<GoalId>,
    /// What the compiler or JUnit said.
    pub reason: String,
}
