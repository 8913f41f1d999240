//! The mu+lambda evolutionary algorithm over suites with an archive (Campos et al., 2018): each of mu parents has its
//! share of lambda children by mutation alone, and the best mu of parents and children go on.

use evoke_testcase::TestCase;

use super::suite::{Archiving, Suite, note_nearest};
use super::suite_search::SuiteSearch;
use crate::run::Run;
use crate::{PlusStrategy, SearchRng};

/// Runs until the search is over.
pub(super) fn run(
    run: &mut Run<'_>,
    seeds: Vec<TestCase>,
    strategy: PlusStrategy,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let mu = strategy.mu.max(1);
    let children_each = strategy.lambda.div_ceil(mu).max(1);
    let mut search = SuiteSearch::new(run, Archiving::EveryTest, rng);
    let mut population = search.first_suites(mu, seeds);
    while search.finish_generation(&mut population) {
        note_nearest(&population[..1], nearest);
        let mut children = Vec::with_capacity(children_each * population.len());
        for parent in &population {
            for _ in 0..children_each {
                if !search.run.is_over() {
                    children.push(search.mutate(parent.tests.clone()));
                }
            }
        }
        population = best(mu, children, population);
    }
    note_nearest(&population, nearest);
}

/// The best of children and parents, best first; of equals the children.
fn best(mu: usize, children: Vec<Suite>, parents: Vec<Suite>) -> Vec<Suite> {
    let mut suites = children;
    suites.extend(parents);
    suites.sort_by(Suite::order);
    suites.truncate(mu);
    suites
}

#[cfg(test)]
mod tests {
    use super::super::suite::suite_of_length;
    use super::*;

    fn suites(fitness: &[f64], length: usize) -> Vec<Suite> {
        fitness.iter().map(|fitness| Suite { fitness: *fitness, ..suite_of_length(length) }).collect()
    }

    fn kept(mu: usize, children: Vec<Suite>, parents: Vec<Suite>) -> Vec<(f64, usize)> {
        best(mu, children, parents).iter().map(|suite| (suite.fitness, suite.len())).collect()
    }

    #[test]
    fn best_of_parents_and_children_go_on() {
        let kept = kept(3, suites(&[4.0, 1.0, 9.0], 2), suites(&[2.0, 3.0], 2));
        assert_eq!(kept, [(1.0, 2), (2.0, 2), (3.0, 2)]);
    }

    #[test]
    fn shorter_one_of_equally_fit_ones_goes_on() {
        assert_eq!(kept(1, suites(&[2.0], 3), suites(&[2.0], 2)), [(2.0, 2)]);
    }

    #[test]
    fn child_takes_the_place_of_an_equal_parent() {
        let child = suites(&[2.0], 2);
        let test = suite_of_length(2).tests[0].clone();
        let marked = vec![Suite { tests: vec![test.clone()], fitness: 2.0 }];
        assert!(std::sync::Arc::ptr_eq(&best(1, marked, child)[0].tests[0], &test));
    }
}
