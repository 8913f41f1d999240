//! A specimen as the suite writes it: a nested class in lines of source, and the tests that are the reason why it is there.

use serde::{Deserialize, Serialize};

/// A nested class of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecimenSource {
    /// Its text, indented as a member of the suite.
    pub(crate) lines: Vec<String>,
    /// Classes that the text needs imported.
    pub(crate) imports: Vec<String>,
    /// Names of the tests that use it. It goes when they are gone.
    pub(crate) users: Vec<String>,
}
