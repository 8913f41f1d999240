//! What is wrong with a place of a suite.

use super::runner_process::Surroundings;

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

impl Fault {
    /// The same, with the locale that it was seen in, if the suite had passed in others.
    pub(super) fn of_place(mut self, surroundings: Surroundings) -> Self {
        let is_first = surroundings == Surroundings::HomeTranslated;
        if let Some(locale) = surroundings.locale().filter(|_| !is_first) {
            self.reason = format!("in the locale {locale}: {}", self.reason);
        }
        self
    }
}
