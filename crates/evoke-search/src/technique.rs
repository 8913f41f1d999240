//! Techniques of the search that can be switched off, so that what each is worth can be measured.

use serde::{Deserialize, Serialize};

/// A technique of the search that it can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Technique {
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
    /// Stubs of which a method throws.
    ThrowingStubs,
    /// How far strings, collections and results of methods were from deciding otherwise; without it true is 1 away from
    /// false.
    StringDistances,
    /// Containers into which elements are put before they are used.
    FilledContainers,
    /// Objects of the types that the code under test asks for by `instanceof` or a cast, where a supertype is wanted.
    TestedTypes,
    /// Chains of calls that give their receiver's own type, as builders have them.
    CallChains,
    /// Objects that were hard to build, built again in the same way.
    ObjectPool,
    /// Members of the types that returned values turned out to be of.
    RunTimeTypes,
    /// Calls that write the fields which the condition of an uncovered goal reads.
    StateWriters,
    /// Calls under test chosen by the goals that they may still cover.
    GoalWeights,
    /// Generators chosen by what they need and by how often they threw.
    GeneratorWeights,
}

impl Technique {
    /// All techniques, in the order of help texts.
    pub const ALL: [Self; 16] = [
        Self::Constants,
        Self::DynamicPool,
        Self::InputToState,
        Self::LocalSearch,
        Self::LineCoverage,
        Self::Stubs,
        Self::ThrowingStubs,
        Self::StringDistances,
        Self::FilledContainers,
        Self::TestedTypes,
        Self::CallChains,
        Self::ObjectPool,
        Self::RunTimeTypes,
        Self::StateWriters,
        Self::GoalWeights,
        Self::GeneratorWeights,
    ];

    /// Parts that the command line leaves off, since they did not gain when they were measured (`docs/results/ablation.md`).
    pub const OFF_BY_DEFAULT: [Self; 2] = [Self::LineCoverage, Self::StateWriters];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::DynamicPool => "dynamic-pool",
            Self::InputToState => "input-to-state",
            Self::LocalSearch => "local-search",
            Self::LineCoverage => "line-coverage",
            Self::Stubs => "stubs",
            Self::ThrowingStubs => "throwing-stubs",
            Self::StringDistances => "string-distances",
            Self::FilledContainers => "filled-containers",
            Self::TestedTypes => "tested-types",
            Self::CallChains => "call-chains",
            Self::ObjectPool => "object-pool",
            Self::RunTimeTypes => "run-time-types",
            Self::StateWriters => "state-writers",
            Self::GoalWeights => "goal-weights",
            Self::GeneratorWeights => "generator-weights",
        }
    }

    /// The technique of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|technique| technique.name() == name)
    }
}
