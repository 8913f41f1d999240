//! Search algorithms, one file each. Each runs tests through a [`Run`] until that is over; what they found is in its
//! archive.

mod adynamosa;
mod breeding;
mod coupled_frontier;
mod evaluation;
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
mod refine;
mod secondary_heuristic;
mod single_branch;
mod spea2;
mod standard_ga;
mod steady_state_ga;
mod suite;
mod suite_search;
mod whole_suite;

use evoke_testcase::TestCase;

use crate::run::Run;
use crate::{AlgorithmName, PlusStrategy, SearchRng};
use frontier::Frontier;
use generational::Replacement;
use many_objective::Variant;
use preference_survival::PreferenceSurvival;
use suite::Archiving;

/// Runs the algorithm that the configuration names. `nearest` receives the lowest fitness seen for each goal.
pub(crate) fn run(run: &mut Run<'_>, seeds: Vec<TestCase>, nearest: &mut [Option<f64>], rng: &mut SearchRng) {
    let (config, class, guides) = (run.config, run.problem.class, run.guides);
    let preference = || Box::new(PreferenceSurvival::new(config, class, None));
    let all = || Frontier::all(class, guides);
    let rule = match config.algorithm {
        AlgorithmName::Random => return random::run(run, seeds, rng),
        AlgorithmName::SingleBranch => return single_branch::run(run, seeds, nearest, rng),
        AlgorithmName::Mio => return mio::run(run, seeds, nearest, rng),
        AlgorithmName::SteadyStateGa => return steady_state_ga::run(run, seeds, nearest, rng),
        AlgorithmName::OnePlusOne => Rule::Plus(one_plus_one::STRATEGY),
        AlgorithmName::MuPlusLambda => Rule::Plus(config.plus_strategy),
        AlgorithmName::WholeSuite => Rule::Replace(Archiving::BestSuite, whole_suite::REPLACEMENT),
        AlgorithmName::WholeSuiteArchive => Rule::Replace(Archiving::EveryTest, whole_suite::REPLACEMENT),
        AlgorithmName::StandardGa => Rule::Replace(Archiving::EveryTest, standard_ga::REPLACEMENT),
        AlgorithmName::MonotonicGa => Rule::Replace(Archiving::EveryTest, monotonic_ga::REPLACEMENT),
        AlgorithmName::Mosa => Rule::Survive(Variant { frontier: all(), survival: preference() }),
        AlgorithmName::Dynamosa => {
            let frontier = Frontier::dynamic(class, guides).beyond(run.problem.settled);
            Rule::Survive(Variant { frontier, survival: preference() })
        }
        AlgorithmName::Adynamosa => Rule::Survive(adynamosa::variant(run)),
        AlgorithmName::Nsga2 => Rule::Survive(Variant { frontier: all(), survival: Box::new(nsga2::Nsga2) }),
        AlgorithmName::Spea2 => Rule::Survive(Variant { frontier: all(), survival: Box::new(spea2::Spea2) }),
    };
    match rule {
        Rule::Plus(strategy) => mu_plus_lambda::run(run, seeds, strategy, nearest, rng),
        Rule::Replace(archiving, replacement) => {
            generational::run(run, seeds, (archiving, replacement), nearest, rng);
        }
        Rule::Survive(variant) => {
            many_objective::run(run, seeds, variant, nearest, rng);
        }
    }
}

/// In what an algorithm differs from others of its kind.
#[expect(clippy::large_enum_variant, reason = "there is one a search")]
enum Rule {
    /// How many compete in an evolutionary algorithm over suites.
    Plus(PlusStrategy),
    /// Who takes whose place in a genetic algorithm over suites.
    Replace(Archiving, Replacement),
    /// Who survives in a many-objective search.
    Survive(Variant),
}
