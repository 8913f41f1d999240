//! Random search: draw random tests, keep what covers a new goal.

use evoke_testcase::TestCase;

use crate::generation::TestGenerator;
use crate::run::Run;
use crate::{SearchConfig, SearchRng};

/// Runs until the search is over. What other algorithms call a generation is as many tests as they have individuals.
pub(super) fn run(
    config: &SearchConfig,
    run: &mut Run<'_>,
    generator: &TestGenerator<'_>,
    seeds: Vec<TestCase>,
    rng: &mut SearchRng,
) {
    for seed in seeds {
        if run.is_over() {
            break;
        }
        run.evaluate(seed);
    }
    while !run.is_over() {
        for _ in 0..config.population_size.max(1) {
            let test = generator.random_test(rng);
            run.evaluate(test);
            if run.is_over() {
                break;
            }
        }
        run.finish_generation();
    }
}
