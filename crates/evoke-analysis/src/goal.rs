//! Coverage goals as data (`docs/algorithms.md` names the criteria's sources).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{BranchId, GoalId, LineId, MethodId};

/// A coverage criterion: a set of goals for a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Criterion {
    /// Both outcomes of every conditional jump, every switch case and default, entry of every branchless method.
    Branch,
    /// Every line with code.
    Line,
}

/// Result of a predicate. `True` is the bytecode jump being taken, or the switch key matching the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// Jump taken; case matched.
    True,
    /// Fell through; case not matched.
    False,
}

/// One thing to cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Its position in [`crate::ClassUnderTest::goals`].
    pub id: GoalId,
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// What must happen.
    pub kind: GoalKind,
    /// What a user sees: `Fraction.java:142 denominator == 0`.
    pub name: String,
}

/// What covers a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GoalKind {
    /// The predicate came out this way.
    Branch(BranchId, Outcome),
    /// The method was entered (branchless methods).
    MethodEntry(MethodId),
    /// The line was run.
    Line(LineId),
}

impl Criterion {
    /// All criteria, in the order of reports.
    pub const ALL: [Self; 2] = [Self::Branch, Self::Line];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Line => "line",
        }
    }

    /// The criterion of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|criterion| criterion.name() == name)
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Outcome {
    /// The other outcome.
    pub fn negated(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
        }
    }
}
