//! What searches whose individuals are suites share: the first suites, crossover and mutation of suites, and running the
//! tests that are new in them.

use std::sync::Arc;

use evoke_testcase::TestCase;
use rand::Rng;

use super::breeding::{mutant, new_test};
use super::suite::{Archiving, Settled, Suite, SuiteFitness, SuiteTest};
use crate::SearchRng;
use crate::run::Run;
use crate::selection::select_rank;

/// A search over suites.
pub(super) struct SuiteSearch<'s, 'a> {
    pub(super) run: &'s mut Run<'a>,
    pub(super) rng: &'s mut SearchRng,
    fitness: SuiteFitness<'a>,
    archiving: Archiving,
}

impl<'s, 'a> SuiteSearch<'s, 'a> {
    pub(super) fn new(run: &'s mut Run<'a>, archiving: Archiving, rng: &'s mut SearchRng) -> Self {
        let fitness = SuiteFitness::new(run.problem.class, run.guides);
        Self { run, rng, fitness, archiving }
    }

    /// Suites of a few random tests; the first one holds the seeds, if there are any. At least one suite.
    pub(super) fn first_suites(&mut self, n_suites: usize, seeds: Vec<TestCase>) -> Vec<Suite> {
        let mut suites = Vec::with_capacity(n_suites);
        if !seeds.is_empty() {
            let mut tests = Vec::new();
            for seed in seeds {
                self.add_test(seed, &mut tests);
            }
            suites.push(self.suite(tests));
        }
        while suites.is_empty() || (suites.len() < n_suites && !self.run.is_over()) {
            suites.push(self.random_suite());
        }
        suites
    }

    fn random_suite(&mut self) -> Suite {
        let mut tests = Vec::new();
        for _ in 0..self.run.config.suite.initial_tests {
            let test = self.run.factory().random_test(self.rng);
            self.add_test(test, &mut tests);
        }
        self.suite(tests)
    }

    /// Two children of two suites, crossed and mutated.
    pub(super) fn offspring(&mut self, first: &Suite, second: &Suite) -> [Suite; 2] {
        let [child, other] = if self.rng.random_bool(self.run.config.crossover_probability) {
            self.cross_over(&first.tests, &second.tests)
        } else {
            [first.tests.clone(), second.tests.clone()]
        };
        [self.mutate(child), self.mutate(other)]
    }

    /// The first share of one suite and the rest of the other, both ways; always valid, tests do not depend on each other.
    fn cross_over(
        &mut self,
        first: &[Arc<SuiteTest>],
        second: &[Arc<SuiteTest>],
    ) -> [Vec<Arc<SuiteTest>>; 2] {
        let fraction: f64 = self.rng.random();
        let cut = |tests: &[Arc<SuiteTest>]| (fraction * tests.len() as f64) as usize;
        let (first_head, first_tail) = first.split_at(cut(first));
        let (second_head, second_tail) = second.split_at(cut(second));
        let max_tests = self.run.config.suite.max_tests;
        [(first_head, second_tail), (second_head, first_tail)]
            .map(|(head, tail)| head.iter().chain(tail).take(max_tests).cloned().collect())
    }

    /// Mutates each test with `1/|T|`, then adds tests, the `k`-th one with a probability to the power of `k`.
    pub(super) fn mutate(&mut self, tests: Vec<Arc<SuiteTest>>) -> Suite {
        let probability = 1.0 / tests.len().max(1) as f64;
        let mut mutated = Vec::with_capacity(tests.len() + 1);
        for test in tests {
            if self.rng.random_bool(probability)
                && let Some(changed) = mutant(&test.evaluated, &self.run.factory(), self.rng)
                && !self.run.is_over()
            {
                self.add_test(changed, &mut mutated);
            } else {
                mutated.push(test);
            }
        }
        let config = self.run.config;
        let mut probability = if mutated.is_empty() { 1.0 } else { config.new_test_probability };
        while mutated.len() < config.suite.max_tests && self.rng.random_bool(probability) {
            let test = match self.archiving {
                Archiving::BestSuite => self.run.factory().random_test(self.rng),
                Archiving::EveryTest => new_test(&self.run.archive, &self.run.factory(), self.rng),
            };
            self.add_test(test, &mut mutated);
            probability = probability.min(config.new_test_probability) * config.new_test_probability;
        }
        self.suite(mutated)
    }

    /// Runs a test and adds it, if anything of it can be run and there is budget left.
    fn add_test(&mut self, test: TestCase, tests: &mut Vec<Arc<SuiteTest>>) {
        if self.run.is_over() {
            return;
        }
        let evaluated = match self.archiving {
            Archiving::BestSuite => self.run.execute_for_suite(test),
            Archiving::EveryTest => self.run.evaluate(test),
        };
        if let Some(evaluated) = evaluated {
            tests.push(self.fitness.test(evaluated));
        }
    }

    fn suite(&mut self, tests: Vec<Arc<SuiteTest>>) -> Suite {
        let fitness = self.fitness_of(&tests);
        Suite { tests, fitness }
    }

    fn fitness_of(&mut self, tests: &[Arc<SuiteTest>]) -> f64 {
        let settled = Settled {
            archive: &self.run.archive,
            entered_methods: &self.run.entered_methods,
            archiving: self.archiving,
        };
        self.fitness.of(tests, settled)
    }

    /// A suite by its rank; suites are sorted best first.
    pub(super) fn select<'p>(&mut self, suites: &'p [Suite]) -> &'p Suite {
        &suites[self.select_position(suites.len())]
    }

    /// The position of one of `n` suites, by its rank.
    pub(super) fn select_position(&mut self, n: usize) -> usize {
        select_rank(n, self.run.config.rank_bias, self.rng)
    }

    /// Ends a generation: sorts the suites, best first, and brings the archive or the fitness up to date. Says whether to
    /// go on.
    pub(super) fn finish_generation(&mut self, suites: &mut [Suite]) -> bool {
        if self.archiving == Archiving::EveryTest {
            for suite in suites.iter_mut() {
                suite.fitness = self.fitness_of(&suite.tests);
            }
        }
        suites.sort_by(Suite::order);
        if let (Archiving::BestSuite, Some(best)) = (self.archiving, suites.first()) {
            self.run.keep_only(best.tests.iter().map(|test| &test.evaluated));
        }
        self.run.finish_generation();
        !self.run.is_over()
    }
}
