//! The names of the algorithms, and in what their parameters and needs differ.

use serde::{Deserialize, Serialize};

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AlgorithmName {
    /// Draws random tests and keeps what covers a new goal.
    Random,
    /// Aims at one goal after the other.
    SingleBranch,
    /// Evolves suites toward all goals; the best suite counts.
    WholeSuite,
    /// Evolves suites toward the goals that no test has covered yet.
    WholeSuiteArchive,
    /// Many-objective search over all uncovered goals at once.
    Mosa,
    /// Many-objective search over the goals whose control dependences are covered.
    Dynamosa,
    /// The same with cheaper tests where they do no harm.
    Adynamosa,
    /// A small population for each goal, chosen from by its progress.
    Mio,
    /// Evolves suites; children take their parents' place whatever their fitness.
    StandardGa,
    /// Evolves suites; of two parents and their children the best goes on.
    MonotonicGa,
    /// Evolves suites; children that are not worse take their parents' place at once.
    SteadyStateGa,
    /// Mutates one suite, and keeps the mutant unless it is worse.
    OnePlusOne,
    /// Mutates suites, and keeps the best of suites and mutants.
    MuPlusLambda,
    /// Many-objective search that ranks by dominance and the distance to neighbours.
    Nsga2,
    /// Many-objective search that ranks by strength and density.
    Spea2,
}

impl AlgorithmName {
    /// All algorithms, in the order of help texts.
    pub const ALL: [Self; 15] = [
        Self::Dynamosa,
        Self::Adynamosa,
        Self::Mosa,
        Self::Nsga2,
        Self::Spea2,
        Self::Mio,
        Self::WholeSuiteArchive,
        Self::WholeSuite,
        Self::StandardGa,
        Self::MonotonicGa,
        Self::SteadyStateGa,
        Self::MuPlusLambda,
        Self::OnePlusOne,
        Self::SingleBranch,
        Self::Random,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::SingleBranch => "single-branch",
            Self::WholeSuite => "whole-suite",
            Self::WholeSuiteArchive => "whole-suite-archive",
            Self::Mosa => "mosa",
            Self::Dynamosa => "dynamosa",
            Self::Adynamosa => "adynamosa",
            Self::Mio => "mio",
            Self::StandardGa => "standard-ga",
            Self::MonotonicGa => "monotonic-ga",
            Self::SteadyStateGa => "steady-state-ga",
            Self::OnePlusOne => "one-plus-one",
            Self::MuPlusLambda => "mu-plus-lambda",
            Self::Nsga2 => "nsga2",
            Self::Spea2 => "spea2",
        }
    }

    /// Whether it asks what tests cost, which classes have to be instrumented for.
    pub fn needs_effort(self) -> bool {
        self == Self::Adynamosa
    }

    /// Whether it finds its way along control dependences, from branch to branch.
    pub(crate) fn follows_control_dependences(self) -> bool {
        matches!(self, Self::Dynamosa | Self::Adynamosa)
    }

    /// Whether it takes its parameters from the paper on whole test suite generation.
    pub(crate) fn has_parameters_of_whole_suite(self) -> bool {
        matches!(
            self,
            Self::SingleBranch
                | Self::WholeSuite
                | Self::WholeSuiteArchive
                | Self::StandardGa
                | Self::MonotonicGa
                | Self::SteadyStateGa
                | Self::OnePlusOne
                | Self::MuPlusLambda
        )
    }

    /// Whether parents are the better ones of two.
    pub(crate) fn has_binary_tournaments(self) -> bool {
        matches!(self, Self::Nsga2 | Self::Spea2)
    }

    /// The algorithm of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}
