//! The ways to choose the goals that guide a search.

use serde::{Deserialize, Serialize};

/// How the goals that guide are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GoalSelection {
    /// All goals of all criteria asked for.
    #[default]
    All,
    /// One criterion of each group, and what it does not imply of the others.
    Smart,
    /// Branches alone.
    BranchOnly,
}

impl GoalSelection {
    /// All selections, in the order of help texts.
    pub const ALL: [Self; 3] = [Self::All, Self::Smart, Self::BranchOnly];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Smart => "smart",
            Self::BranchOnly => "branch-only",
        }
    }

    /// The selection of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|selection| selection.name() == name)
    }
}
