//! MOSA and DynaMOSA (Panichella, Kifetew and Tonella, 2015 and 2018): a population evolves toward all goals of a
//! frontier at once. The two differ in the frontier alone: all uncovered goals, or those whose control dependences are
//! covered. aDynaMOSA, NSGA-II and SPEA2 differ in who survives.

use std::sync::Arc;

use evoke_testcase::TestCase;
use rand::Rng;

use super::breeding::{archived_mutant, new_test, offspring};
use super::evaluation::Evaluation;
use super::frontier::Frontier;
use super::population::{Individual, Ranking, Survival, note_nearest};
use super::refine::Refinement;
use crate::run::Run;
use crate::selection::tournament;
use crate::turns::Turn;
use crate::{SearchConfig, SearchRng, Technique};

/// A search and its population.
struct ManyObjectiveSearch<'s, 'a> {
    config: &'a SearchConfig,
    evaluation: Evaluation<'s, 'a>,
    population: Vec<Individual>,
    /// The population that goes on when goals that guide late have had their turn.
    parked: Vec<Individual>,
    /// The population that goes on when one begun anew has had its turn.
    first: Option<Vec<Individual>>,
    survival: Box<dyn Survival>,
    refinement: Refinement,
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
    run: &mut Run<'_>,
    seeds: Vec<TestCase>,
    variant: Variant,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let (config, class, guides) = (run.config, run.problem.class, run.guides);
    let mut search = ManyObjectiveSearch {
        config,
        evaluation: Evaluation { run, frontier: variant.frontier, ranking: Ranking::new(class), rng },
        population: Vec::new(),
        parked: Vec::new(),
        first: None,
        survival: variant.survival,
        refinement: Refinement::new(config, class, guides),
    };
    let mut newcomers = search.first_generation(seeds);
    loop {
        search.select(newcomers, nearest);
        search.evaluation.run.finish_generation();
        if search.evaluation.run.is_over() {
            return;
        }
        newcomers = match search.evaluation.run.next_turn() {
            Some(turn) => search.begin_turn(turn),
            None => search.next_generation(),
        };
    }
}

impl ManyObjectiveSearch<'_, '_> {
    fn first_generation(&mut self, seeds: Vec<TestCase>) -> Vec<Individual> {
        let evaluation = &mut self.evaluation;
        let mut newcomers: Vec<Individual> =
            seeds.into_iter().filter_map(|seed| evaluation.evaluate(seed)).collect();
        while newcomers.len() < self.config.population_size && !evaluation.run.is_over() {
            let test = evaluation.run.factory().random_test(evaluation.rng);
            newcomers.extend(evaluation.evaluate(test));
        }
        newcomers
    }

    /// Offspring of the population and a few new tests.
    fn next_generation(&mut self) -> Vec<Individual> {
        let mut newcomers = Vec::with_capacity(self.config.population_size + 2);
        if !self.population.is_empty() {
            for _ in 0..self.config.population_size.div_ceil(2) {
                if self.breeds_from_archive() {
                    self.add_archived_mutants(&mut newcomers);
                    continue;
                }
                let parents = [self.select_parent(), self.select_parent()];
                let parents = parents.map(|parent| &self.population[parent].evaluated);
                let evaluation = &mut self.evaluation;
                for child in offspring(parents, &evaluation.run.factory(), evaluation.rng) {
                    newcomers.extend(evaluation.evaluate(child));
                }
            }
        }
        self.add_new_tests(&mut newcomers);
        self.refinement.refine(&mut self.evaluation, &mut self.population, &mut newcomers);
        newcomers
    }

    /// Whether the next two children are those of tests in the archive. What covers a goal already leads on to what comes after it, though it is no
    /// longer among the nearest to anything that is aimed at.
    fn breeds_from_archive(&mut self) -> bool {
        self.config.has(Technique::ArchiveParents)
            && self.evaluation.rng.random_bool(self.config.archive_parent_probability)
    }

    fn add_archived_mutants(&mut self, newcomers: &mut Vec<Individual>) {
        let evaluation = &mut self.evaluation;
        for _ in 0..2 {
            let factory = evaluation.run.factory();
            let child = archived_mutant(&evaluation.run.archive, &factory, evaluation.rng);
            newcomers.extend(child.and_then(|child| evaluation.evaluate(child)));
        }
    }

    /// The tests that another turn begins with. Late goals have a population of their own, so that the others find theirs again as it was,
    /// besides what was found meanwhile; so they do after a population that was begun anew.
    fn begin_turn(&mut self, turn: Turn) -> Vec<Individual> {
        let Evaluation { run, frontier, rng, .. } = &mut self.evaluation;
        run.begin_turn(turn, rng);
        frontier.aim_at_late(turn == Turn::Late, &run.archive);
        let mut before = std::mem::take(&mut self.population);
        for individual in &mut before {
            individual.fitness.clear();
        }
        match turn {
            Turn::Late => {
                let mut tests = self.evaluation.run.tests_unknown_to_late();
                tests.extend(before.iter().map(|individual| Arc::clone(&individual.evaluated.test)));
                self.parked = before;
                self.evaluation.evaluate_again(tests)
            }
            Turn::Always => {
                let parked = std::mem::take(&mut self.parked);
                self.population = self.first.take().unwrap_or(parked);
                before
            }
            Turn::Anew => {
                let parked = std::mem::take(&mut self.parked);
                self.first = Some(if parked.is_empty() { before } else { parked });
                self.first_generation(Vec::new())
            }
        }
    }

    /// Adds tests out of nothing or out of the archive: at least one where there is no population to breed from.
    fn add_new_tests(&mut self, newcomers: &mut Vec<Individual>) {
        let evaluation = &mut self.evaluation;
        let mut probability = self.config.new_test_probability;
        while self.population.is_empty() || evaluation.rng.random_bool(probability) {
            let test = new_test(&evaluation.run.archive, &evaluation.run.factory(), evaluation.rng);
            newcomers.extend(evaluation.evaluate(test));
            probability *= self.config.new_test_probability;
            if evaluation.run.is_over() || newcomers.len() >= 2 * self.config.population_size {
                break;
            }
        }
    }

    fn select_parent(&mut self) -> usize {
        let population = &self.population;
        tournament(
            population.len(),
            self.config.tournament_size,
            |individual| population[individual].standing,
            self.evaluation.rng,
        )
    }

    /// Makes the next population of newcomers and parents. Newcomers go first: among equals the newer one survives, so
    /// that the population drifts where fitness does not tell.
    fn select(&mut self, newcomers: Vec<Individual>, nearest: &mut [Option<f64>]) {
        let Evaluation { run, frontier, ranking, .. } = &mut self.evaluation;
        let mut individuals = newcomers;
        individuals.append(&mut self.population);
        let kept = frontier.drop_covered(&run.archive);
        ranking.update(&mut individuals, kept.as_deref(), frontier);
        let came_nearer = note_nearest(&individuals, frontier, nearest);
        if came_nearer {
            run.note_improvement();
        }
        let progressed = came_nearer || kept.is_some();
        self.survival.note_progress(progressed);
        self.population = self.survival.survivors(individuals, self.config.population_size, frontier);
    }
}
