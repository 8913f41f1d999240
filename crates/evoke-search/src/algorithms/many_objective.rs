//! MOSA and DynaMOSA (Panichella, Kifetew and Tonella, 2015 and 2018): a population evolves toward all goals of a
//! frontier at once. The two differ in the frontier alone: all uncovered goals, or those whose control dependences are
//! covered. aDynaMOSA, NSGA-II and SPEA2 differ in who survives.

mod refine;

use evoke_testcase::TestCase;
use rand::Rng;

use super::breeding::{new_test, offspring};
use super::frontier::Frontier;
use super::population::{Individual, Ranking, Survival, note_nearest};
use crate::generation::TestGenerator;
use crate::run::Run;
use crate::selection::tournament;
use crate::{SearchConfig, SearchRng};
use refine::Refinement;

/// A search and its population.
struct ManyObjectiveSearch<'s, 'a> {
    config: &'s SearchConfig,
    run: &'s mut Run<'a>,
    generator: &'s TestGenerator<'s>,
    frontier: Frontier,
    ranking: Ranking<'a>,
    population: Vec<Individual>,
    survival: Box<dyn Survival>,
    refinement: Refinement,
    rng: &'s mut SearchRng,
}

/// In what the algorithms of this kind differ.
pub(super) struct Variant {
    /// The goals aimed at.
    pub(super) frontier: Frontier,
    /// Who survives a generation.
    pub(super) survival: Box<dyn Survival>,
}

/// Runs until the search is over.
pub(super) fn run(
    config: &SearchConfig,
    run: &mut Run<'_>,
    generator: &TestGenerator<'_>,
    seeds: Vec<TestCase>,
    variant: Variant,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let ranking = Ranking::new(run.problem.class);
    let class = run.problem.class;
    let mut search = ManyObjectiveSearch {
        config,
        frontier: variant.frontier,
        ranking,
        population: Vec::new(),
        survival: variant.survival,
        refinement: Refinement::new(config, class, run.guides),
        run,
        generator,
        rng,
    };
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
                let parents = [self.select_parent(), self.select_parent()];
                let parents = parents.map(|parent| &self.population[parent].evaluated);
                for child in offspring(parents, self.generator, self.rng) {
                    self.evaluate(child, &mut newcomers);
                }
            }
        }
        let mut probability = self.config.new_test_probability;
        while self.population.is_empty() || self.rng.random_bool(probability) {
            let test = new_test(&self.run.archive, self.generator, self.rng);
            self.evaluate(test, &mut newcomers);
            probability *= self.config.new_test_probability;
            if self.run.is_over() || newcomers.len() >= 2 * self.config.population_size {
                break;
            }
        }
        self.refine(&mut newcomers);
        newcomers
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
        let n_active = self.frontier.active().len();
        let kept = self.frontier.drop_covered(&self.run.archive);
        self.ranking.update(&mut individuals, kept.as_deref(), &self.frontier);
        let came_nearer = note_nearest(&individuals, &self.frontier, nearest);
        if came_nearer {
            self.run.note_improvement();
        }
        let progressed = came_nearer || self.frontier.active().len() < n_active;
        self.survival.note_progress(progressed);
        let size = self.config.population_size;
        self.population = self.survival.survivors(individuals, size, &self.frontier);
    }
}
