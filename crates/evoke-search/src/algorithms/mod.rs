//! Search algorithms, one file each. Each runs tests through a [`Run`] until that is over; what they found is in its
//! archive.

mod breeding;
mod frontier;
mod many_objective;
mod mio;
mod population;
mod random;
mod single_branch;
mod suite;
mod suite_search;
mod whole_suite;

use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

use crate::generation::TestGenerator;
use crate::run::Run;
use crate::{SearchConfig, SearchRng};
use frontier::Frontier;
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
    /// A small population for each goal, chosen from by its progress.
    Mio,
}

impl AlgorithmName {
    /// All algorithms, in the order of help texts.
    pub const ALL: [Self; 7] = [
        Self::Dynamosa,
        Self::Mosa,
        Self::Mio,
        Self::WholeSuiteArchive,
        Self::WholeSuite,
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
            Self::Mio => "mio",
        }
    }

    /// Whether it finds its way along control dependences, from branch to branch.
    pub(crate) fn follows_control_dependences(self) -> bool {
        self == Self::Dynamosa
    }

    /// Whether it takes its parameters from the paper on whole test suite generation.
    pub(crate) fn is_from_whole_suite_paper(self) -> bool {
        matches!(self, Self::SingleBranch | Self::WholeSuite | Self::WholeSuiteArchive)
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
    match config.algorithm {
        AlgorithmName::Random => random::run(config, run, generator, seeds, rng),
        AlgorithmName::Dynamosa => {
            many_objective::run(
                config,
                run,
                generator,
                seeds,
                Frontier::dynamic(class, guides),
                nearest,
                rng,
            );
        }
        AlgorithmName::SingleBranch => single_branch::run(run, generator, seeds, nearest, rng),
        AlgorithmName::WholeSuite => {
            whole_suite::run(run, generator, seeds, Archiving::BestSuite, nearest, rng);
        }
        AlgorithmName::WholeSuiteArchive => {
            whole_suite::run(run, generator, seeds, Archiving::EveryTest, nearest, rng);
        }
        AlgorithmName::Mio => mio::run(run, generator, seeds, nearest, rng),
        AlgorithmName::Mosa => {
            many_objective::run(config, run, generator, seeds, Frontier::all(class, guides), nearest, rng);
        }
    }
}
