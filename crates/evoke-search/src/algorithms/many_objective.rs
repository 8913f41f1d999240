//! MOSA and DynaMOSA (Panichella, Kifetew and Tonella, 2015 and 2018): a population evolves toward all goals of a
//! frontier at once. The two differ in the frontier alone: all uncovered goals, or those whose control dependences are
//! covered.

use std::sync::Arc;

use evoke_testcase::TestCase;
use rand::Rng;

use super::frontier::Frontier;
use super::population::{Individual, Ranking, note_nearest, survivors};
use crate::generation::TestGenerator;
use crate::operators::{cross_over, mutate};
use crate::run::Run;
use crate::selection::tournament;
use crate::{SearchConfig, SearchRng};

/// A search and its population.
struct ManyObjectiveSearch<'s, 'a> {
    config: &'s SearchConfig,
    run: &'s mut Run<'a>,
    generator: &'s TestGenerator<'s>,
    frontier: Frontier,
    ranking: Ranking<'a>,
    population: Vec<Individual>,
    rng: &'s mut SearchRng,
}

/// Runs until the search is over.
pub(super) fn run(
    config: &SearchConfig,
    run: &mut Run<'_>,
    generator: &TestGenerator<'_>,
    seeds: Vec<TestCase>,
    frontier: Frontier,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let ranking = Ranking::new(run.problem.class);
    let mut search =
        ManyObjectiveSearch { config, run, generator, frontier, ranking, population: Vec::new(), rng };
    let mut newcomers = search.first_generation(seeds);
    loop {
        search.select(newcomers, nearest);
        search.run.finish_generation();
        if search.run.is_over() {
            return;
        }
        newcomers = search.next_generation();
    }
}

impl ManyObjectiveSearch<'_, '_> {
    fn first_generation(&mut self, seeds: Vec<TestCase>) -> Vec<Individual> {
        let mut newcomers = Vec::new();
        for seed in seeds {
            self.evaluate(seed, &mut newcomers);
        }
        while newcomers.len() < self.config.population_size && !self.run.is_over() {
            let test = self.generator.random_test(self.rng);
            self.evaluate(test, &mut newcomers);
        }
        newcomers
    }

    /// Offspring of the population and a few new tests.
    fn next_generation(&mut self) -> Vec<Individual> {
        let mut newcomers = Vec::with_capacity(self.config.population_size + 2);
        if !self.population.is_empty() {
            for _ in 0..self.config.population_size.div_ceil(2) {
                for child in self.breed() {
                    self.evaluate(child, &mut newcomers);
                }
            }
        }
        let mut probability = self.config.new_test_probability;
        while self.population.is_empty() || self.rng.random_bool(probability) {
            let test = self.new_test();
            self.evaluate(test, &mut newcomers);
            probability *= self.config.new_test_probability;
            if self.run.is_over() || newcomers.len() >= 2 * self.config.population_size {
                break;
            }
        }
        newcomers
    }

    /// Up to two children of two parents, each different from its parent.
    fn breed(&mut self) -> Vec<TestCase> {
        let parents = [self.select_parent(), self.select_parent()];
        let [first, second] = parents.map(|parent| &self.population[parent].evaluated);
        let crossed = if self.rng.random_bool(self.config.crossover_probability) {
            cross_over(&first.test, &second.test, self.generator, self.rng)
        } else {
            [None, None]
        };
        let mut children = Vec::with_capacity(2);
        for (parent, crossed) in [first, second].into_iter().zip(crossed) {
            let ends_with_throw = crossed.is_none() && parent.ends_with_throw;
            let mut child = crossed.unwrap_or_else(|| TestCase::clone(&parent.test));
            mutate(&mut child, ends_with_throw, self.generator, self.rng);
            child.remove_unused_values();
            if child != *parent.test {
                children.push(child);
            }
        }
        children
    }

    fn select_parent(&mut self) -> usize {
        let population = &self.population;
        tournament(
            population.len(),
            self.config.tournament_size,
            |individual| population[individual].standing,
            self.rng,
        )
    }

    /// A random test, or a mutated clone from the archive.
    fn new_test(&mut self) -> TestCase {
        if self.rng.random()
            && let Some(archived) = self.run.archive.draw(self.rng).map(Arc::clone)
        {
            let mut test = TestCase::clone(&archived);
            mutate(&mut test, false, self.generator, self.rng);
            test.remove_unused_values();
            return test;
        }
        self.generator.random_test(self.rng)
    }

    /// Runs a test, unless the search is over.
    fn evaluate(&mut self, test: TestCase, newcomers: &mut Vec<Individual>) {
        if self.run.is_over() {
            return;
        }
        if let Some(evaluated) = self.run.evaluate(test) {
            self.frontier.observe(&evaluated.trace);
            newcomers.push(Individual::new(evaluated));
        }
    }

    /// Makes the next population of newcomers and parents. Newcomers go first: among equals the newer one survives, so
    /// that the population drifts where fitness does not tell.
    fn select(&mut self, newcomers: Vec<Individual>, nearest: &mut [Option<f64>]) {
        let mut individuals = newcomers;
        individuals.append(&mut self.population);
        let kept = self.frontier.drop_covered(&self.run.archive);
        self.ranking.update(&mut individuals, kept.as_deref(), &self.frontier);
        if note_nearest(&individuals, &self.frontier, nearest) {
            self.run.note_improvement();
        }
        self.population = survivors(individuals, self.config.population_size);
    }
}
