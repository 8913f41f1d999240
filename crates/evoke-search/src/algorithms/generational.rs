//! The genetic algorithm over suites, generation by generation. What of two parents and their two children goes on is
//! the only thing in which its variants differ, each in a file of its own.

use evoke_testcase::TestCase;

use super::suite::{Archiving, Suite, note_nearest};
use super::suite_search::SuiteSearch;
use crate::SearchRng;
use crate::run::Run;

/// Who of two parents and their children goes into the next generation, where suites may be no longer than a limit.
pub(super) type Replacement = fn([&Suite; 2], [Suite; 2], usize) -> Vec<Suite>;

/// Runs until the search is over.
pub(super) fn run(
    run: &mut Run<'_>,
    seeds: Vec<TestCase>,
    (archiving, replacement): (Archiving, Replacement),
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let size = run.config.population_size.max(1);
    let mut search = SuiteSearch::new(run, archiving, rng);
    let mut population = search.first_suites(size, seeds);
    while search.finish_generation(&mut population) {
        note_nearest(&population[..1], nearest);
        let max_length = search.run.config.suite.bloat_factor * population[0].len();
        // The best one survives.
        let mut next = vec![population[0].clone()];
        while next.len() < size && !search.run.is_over() {
            let parents = [search.select(&population), search.select(&population)];
            let children = search.offspring(parents[0], parents[1]);
            next.extend(replacement(parents, children, max_length));
        }
        next.truncate(size);
        population = next;
    }
    note_nearest(&population, nearest);
}
