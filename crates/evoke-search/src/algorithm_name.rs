//! The names of the algorithms, and in what their parameters and needs differ.

use evoke_analysis::named_enum;

named_enum! {
    /// The algorithms.
    pub enum AlgorithmName: "algorithm" {
        /// Many-objective search over the goals whose control dependences are covered.
        Dynamosa = "dynamosa",
        /// The same with cheaper tests where they do no harm.
        Adynamosa = "adynamosa",
        /// Many-objective search over all uncovered goals at once.
        Mosa = "mosa",
        /// Many-objective search that ranks by dominance and the distance to neighbours.
        Nsga2 = "nsga2",
        /// Many-objective search that ranks by strength and density.
        Spea2 = "spea2",
        /// A small population for each goal, chosen from by its progress.
        Mio = "mio",
        /// Evolves suites toward the goals that no test has covered yet.
        WholeSuiteArchive = "whole-suite-archive",
        /// Evolves suites toward all goals; the best suite counts.
        WholeSuite = "whole-suite",
        /// Evolves suites; children take their parents' place whatever their fitness.
        StandardGa = "standard-ga",
        /// Evolves suites; of two parents and their children the best goes on.
        MonotonicGa = "monotonic-ga",
        /// Evolves suites; children that are not worse take their parents' place at once.
        SteadyStateGa = "steady-state-ga",
        /// Mutates suites, and keeps the best of suites and mutants.
        MuPlusLambda = "mu-plus-lambda",
        /// Mutates one suite, and keeps the mutant unless it is worse.
        OnePlusOne = "one-plus-one",
        /// Aims at one goal after the other.
        SingleBranch = "single-branch",
        /// Draws random tests and keeps what covers a new goal.
        Random = "random",
    }
}

impl AlgorithmName {
    /// Whether it asks what tests cost, which classes have to be instrumented for.
    pub fn needs_effort(self) -> bool {
        self == Self::Adynamosa
    }

    /// Whether it aims at a set of goals that others can join and leave.
    pub fn has_frontier(self) -> bool {
        matches!(self, Self::Dynamosa | Self::Adynamosa | Self::Mosa | Self::Nsga2 | Self::Spea2)
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
}
