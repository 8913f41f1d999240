//! Random search: draw random tests, keep what covers a new goal.

use evoke_testcase::TestCase;

use crate::SearchRng;
use crate::run::Run;

/// Runs until the search is over. What other algorithms call a generation is as many tests as they have individuals.
pub(super) fn run(run: &mut Run<'_>, seeds: Vec<TestCase>, rng: &mut SearchRng) {
    for seed in seeds {
        if run.is_over() {
            break;
        }
        run.evaluate(seed);
    }
    while !run.is_over() {
        for _ in 0..run.config.population_size.max(1) {
            let test = run.factory().random_test(rng);
            run.evaluate(test);
            if run.is_over() {
                break;
            }
        }
        run.finish_generation();
    }
}
