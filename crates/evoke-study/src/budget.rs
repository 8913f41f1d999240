//! What a run may use, and durations as a study file writes them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What each run of a study may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Executed statements of the search.
    Statements(u64),
    /// Wall clock.
    Time(Duration),
}

impl Budget {
    /// The options of the command line that say so.
    pub fn arguments(self) -> [String; 2] {
        match self {
            Self::Statements(statements) => ["--budget-statements".to_owned(), statements.to_string()],
            Self::Time(time) => ["--budget".to_owned(), format!("{}ms", time.as_millis())],
        }
    }

    /// This share of it, and not less than 1 statement or 100 ms.
    pub fn scaled(self, share: f64) -> Self {
        match self {
            Self::Statements(statements) => {
                Self::Statements(((statements as f64 * share).round() as u64).max(1))
            }
            Self::Time(time) => Self::Time(time.mul_f64(share).max(Duration::from_millis(100))),
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Statements(statements) => write!(f, "{statements} statements"),
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}
