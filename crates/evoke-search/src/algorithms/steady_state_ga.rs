//! The steady-state genetic algorithm over suites with an archive (Campos et al., 2018): one population, in which two
//! children take the place of their parents at once, if the better child is not worse than the better parent.

use evoke_testcase::TestCase;

use super::suite::{Archiving, Suite, note_nearest};
use super::suite_search::SuiteSearch;
use crate::SearchRng;
use crate::run::Run;

/// Runs until the search is over. What other algorithms call a generation is as many children as there are suites.
pub(super) fn run(run: &mut Run<'_>, seeds: Vec<TestCase>, nearest: &mut [Option<f64>], rng: &mut SearchRng) {
    let size = run.config.population_size.max(1);
    let mut search = SuiteSearch::new(run, Archiving::EveryTest, rng);
    let mut population = search.first_suites(size, seeds);
    while search.finish_generation(&mut population) {
        note_nearest(&population[..1], nearest);
        let max_length = search.run.config.suite.bloat_factor * population[0].len();
        for _ in 0..size.div_ceil(2) {
            if search.run.is_over() {
                break;
            }
            let parents = [(); 2].map(|()| search.select_position(population.len()));
            let children = search.offspring(&population[parents[0]], &population[parents[1]]);
            replace(&mut population, parents, children, max_length);
        }
    }
    note_nearest(&population, nearest);
}

/// Puts the children in their parents' places, unless these are better, or a child is too long.
fn replace(population: &mut [Suite], parents: [usize; 2], children: [Suite; 2], max_length: usize) {
    let best = |suites: [&Suite; 2]| suites.map(|suite| (suite.fitness, suite.len()));
    let [first, second] = best([&population[parents[0]], &population[parents[1]]]);
    let best_parent = if second < first { second } else { first };
    let [first, second] = best([&children[0], &children[1]]);
    let best_child = if second < first { second } else { first };
    if best_child > best_parent {
        return;
    }
    for (parent, child) in parents.into_iter().zip(children) {
        if child.len() <= max_length {
            population[parent] = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::suite::suite_of_length;
    use super::*;

    fn suite(fitness: f64) -> Suite {
        Suite { fitness, ..suite_of_length(3) }
    }

    /// Fitness of three suites after the first and the last had these children.
    fn after(children: [Suite; 2]) -> Vec<f64> {
        let mut population = [suite(2.0), suite(3.0), suite(4.0)];
        replace(&mut population, [0, 2], children, 5);
        population.iter().map(|suite| suite.fitness).collect()
    }

    #[test]
    fn children_take_the_places_of_their_parents_alone() {
        assert_eq!(after([suite(9.0), suite(1.0)]), [9.0, 3.0, 1.0]);
        assert_eq!(after([suite(2.0), suite(9.0)]), [2.0, 3.0, 9.0], "as good as the better parent");
    }

    #[test]
    fn worse_children_change_nothing() {
        assert_eq!(after([suite(2.5), suite(2.5)]), [2.0, 3.0, 4.0]);
    }

    #[test]
    fn child_that_is_too_long_leaves_its_parent_in_place() {
        let long = Suite { fitness: 1.0, ..suite_of_length(6) };
        assert_eq!(after([long, suite(1.5)]), [2.0, 3.0, 1.5]);
    }
}
