//! Search algorithms, one file each. Each runs tests through a [`Run`] until that is over; what they found is in its
//! archive.

mod frontier;
mod many_objective;
mod population;
mod random;

use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

use crate::generation::TestGenerator;
use crate::run::Run;
use crate::{SearchConfig, SearchRng};
use frontier::Frontier;

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AlgorithmName {
    /// Draws random tests and keeps what covers a new goal.
    Random,
    /// Many-objective search over the goals whose control dependences are covered.
    Dynamosa,
    /// Many-objective search over all uncovered goals at once.
    Mosa,
}

impl AlgorithmName {
    /// All algorithms, in the order of help texts.
    pub const ALL: [Self; 3] = [Self::Dynamosa, Self::Mosa, Self::Random];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Dynamosa => "dynamosa",
            Self::Mosa => "mosa",
        }
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
    let class = run.problem.class;
    match config.algorithm {
        AlgorithmName::Random => random::run(config, run, generator, seeds, rng),
        AlgorithmName::Dynamosa => {
            many_objective::run(config, run, generator, seeds, Frontier::dynamic(class), nearest, rng);
        }
        AlgorithmName::Mosa => {
            many_objective::run(config, run, generator, seeds, Frontier::all(class), nearest, rng);
        }
    }
}
