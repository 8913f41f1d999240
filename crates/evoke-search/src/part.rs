//! Parts of the search that can be switched off, so that what each is worth can be measured.

use serde::{Deserialize, Serialize};

/// A part of the search that it can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// Values from the constants of the class under test and of the classes it uses.
    Constants,
    /// Values from operands that comparisons had at run time.
    DynamicPool,
    /// The other operand of a comparison written in place of the value of the test that the one came from.
    InputToState,
    /// Hill climbing on the literals of the tests nearest to a goal.
    LocalSearch,
    /// Of tests equally near to a goal, the one that runs more lines of its method is preferred.
    LineCoverage,
    /// Interfaces and abstract classes that tests implement themselves.
    Stubs,
    /// Calls under test chosen by the goals that they may still cover.
    GoalWeights,
    /// Generators chosen by what they need and by how often they threw.
    GeneratorWeights,
}

impl Part {
    /// All parts, in the order of help texts.
    pub const ALL: [Self; 8] = [
        Self::Constants,
        Self::DynamicPool,
        Self::InputToState,
        Self::LocalSearch,
        Self::LineCoverage,
        Self::Stubs,
        Self::GoalWeights,
        Self::GeneratorWeights,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::DynamicPool => "dynamic-pool",
            Self::InputToState => "input-to-state",
            Self::LocalSearch => "local-search",
            Self::LineCoverage => "line-coverage",
            Self::Stubs => "stubs",
            Self::GoalWeights => "goal-weights",
            Self::GeneratorWeights => "generator-weights",
        }
    }

    /// The part of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}
