//! What a test of an earlier run says that is no longer so.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A test that passed when it was written, for an earlier version of the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRecord {
    /// Its name; empty where that is not known.
    pub test: String,
    /// What has changed.
    pub kind: ChangeKind,
    /// The value that the test expects, where it fails for another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The value that there is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What JUnit or the compiler says.
    pub message: String,
    /// The line of the suite that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// What has changed under a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The class does something else.
    Behaviour,
    /// What the test names is gone, so that it does not compile.
    Gone,
}

impl fmt::Display for ChangeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.expected, &self.now) {
            (ChangeKind::Behaviour, Some(expected), Some(now)) => write!(f, "expected {expected}, now {now}"),
            (ChangeKind::Behaviour, ..) => f.write_str(&self.message),
            (ChangeKind::Gone, ..) => write!(f, "does not compile: {}", self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_of_a_value_is_told_as_a_difference() {
        let mut change = ChangeRecord {
            test: "adds".to_owned(),
            kind: ChangeKind::Behaviour,
            expected: Some("3".to_owned()),
            now: Some("4".to_owned()),
            message: "expected: <3> but was: <4>".to_owned(),
            line: None,
        };
        assert_eq!(change.to_string(), "expected 3, now 4");
        change.now = None;
        assert_eq!(change.to_string(), "expected: <3> but was: <4>");
        change.kind = ChangeKind::Gone;
        assert!(change.to_string().starts_with("does not compile: "));
    }
}
