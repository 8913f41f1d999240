//! Search algorithms, one file each. Each runs tests through a [`Run`] until that is over; what they found is in its
//! archive.

mod adynamosa;
mod breeding;
mod frontier;
mod generational;
mod many_objective;
mod mio;
mod monotonic_ga;
mod mu_plus_lambda;
mod nsga2;
mod one_plus_one;
mod population;
mod preference_survival;
mod random;
mod secondary_heuristic;
mod single_branch;
mod spea2;
mod standard_ga;
mod steady_state_ga;
mod suite;
mod suite_search;
mod whole_suite;

use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

use crate::generation::TestGenerator;
use crate::run::Run;
use crate::{PlusStrategy, SearchConfig, SearchRng};
use frontier::Frontier;
use generational::Replacement;
use many_objective::Variant;
use preference_survival::PreferenceSurvival;
use suite_search::Archiving;

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

/// Runs the algorithm that the configuration names. `nearest` receives the lowest fitness seen for each goal.
pub(crate) fn run(
    config: &SearchConfig,
    run: &mut Run<'_>,
    generator: &TestGenerator<'_>,
    seeds: Vec<TestCase>,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let (class, guides) = (run.problem.class, run.guides);
    let preference = || Box::new(PreferenceSurvival::new(config, class, None));
    let all = || Frontier::all(class, guides);
    let rule = match config.algorithm {
        AlgorithmName::Random => return random::run(config, run, generator, seeds, rng),
        AlgorithmName::SingleBranch => return single_branch::run(run, generator, seeds, nearest, rng),
        AlgorithmName::Mio => return mio::run(run, generator, seeds, nearest, rng),
        AlgorithmName::SteadyStateGa => return steady_state_ga::run(run, generator, seeds, nearest, rng),
        AlgorithmName::OnePlusOne => Rule::Plus(one_plus_one::STRATEGY),
        AlgorithmName::MuPlusLambda => Rule::Plus(config.plus_strategy),
        AlgorithmName::WholeSuite => Rule::Replace(Archiving::BestSuite, whole_suite::REPLACEMENT),
        AlgorithmName::WholeSuiteArchive => Rule::Replace(Archiving::EveryTest, whole_suite::REPLACEMENT),
        AlgorithmName::StandardGa => Rule::Replace(Archiving::EveryTest, standard_ga::REPLACEMENT),
        AlgorithmName::MonotonicGa => Rule::Replace(Archiving::EveryTest, monotonic_ga::REPLACEMENT),
        AlgorithmName::Mosa => Rule::Survive(Variant { frontier: all(), survival: preference() }),
        AlgorithmName::Dynamosa => {
            Rule::Survive(Variant { frontier: Frontier::dynamic(class, guides), survival: preference() })
        }
        AlgorithmName::Adynamosa => Rule::Survive(adynamosa::variant(config, run)),
        AlgorithmName::Nsga2 => Rule::Survive(Variant { frontier: all(), survival: Box::new(nsga2::Nsga2) }),
        AlgorithmName::Spea2 => Rule::Survive(Variant { frontier: all(), survival: Box::new(spea2::Spea2) }),
    };
    match rule {
        Rule::Plus(strategy) => mu_plus_lambda::run(run, generator, seeds, strategy, nearest, rng),
        Rule::Replace(archiving, replacement) => {
            generational::run(run, generator, seeds, (archiving, replacement), nearest, rng);
        }
        Rule::Survive(variant) => {
            many_objective::run(config, run, generator, seeds, variant, nearest, rng);
        }
    }
}

/// In what an algorithm differs from others of its kind.
enum Rule {
    /// How many compete in an evolutionary algorithm over suites.
    Plus(PlusStrategy),
    /// Who takes whose place in a genetic algorithm over suites.
    Replace(Archiving, Replacement),
    /// Who survives in a many-objective search.
    Survive(Variant),
}
