//! One goal at a time, the traditional way that whole-suite generation was first compared with (Fraser and Arcuri, QSIC
//! 2011, section IV.B and IV.D): goals in random order, each with an equal share of the budget and a genetic algorithm
//! over tests whose fitness is the distance to that goal. What is left over is spread over another round.
//!
//! Goals that tests for others happen to cover are not aimed at any more, unless [`Technique::CollateralCoverage`] is off: then the
//! only tests kept are those that cover the goal they were bred for, and what these cover besides counts for the suite alone.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use evoke_testcase::{TestCase, is_covered};
use rand::seq::SliceRandom;

use super::breeding::offspring;
use crate::SearchRng;
use crate::fitness::NearGoals;
use crate::run::{EvaluatedTest, Run};
use crate::selection::select_rank;
use crate::technique::Technique;

/// A test with its distance to the goal aimed at.
#[derive(Clone)]
struct Individual {
    evaluated: EvaluatedTest,
    fitness: f64,
}

/// A search for one goal after the other.
struct SingleBranch<'s, 'a> {
    run: &'s mut Run<'a>,
    near_goals: NearGoals<'a>,
    nearest: &'s mut [Option<f64>],
    rng: &'s mut SearchRng,
    /// What was covered on purpose; nothing where what happens by accident counts too.
    intended: Option<Intended>,
}

/// Goals that tests cover which were bred for them, and these tests.
#[derive(Default)]
struct Intended {
    goals: BTreeSet<GoalId>,
    tests: Vec<EvaluatedTest>,
}

/// The goal aimed at, and the share of the budget at which to give it up.
#[derive(Clone, Copy)]
struct Aim {
    goal: GoalId,
    ends_at: f64,
}

/// Runs until the search is over.
pub(super) fn run(run: &mut Run<'_>, seeds: Vec<TestCase>, nearest: &mut [Option<f64>], rng: &mut SearchRng) {
    let near_goals = NearGoals::new(run.problem.class, run.guides);
    let intended = (!run.config.has(Technique::CollateralCoverage)).then(Intended::default);
    let mut search = SingleBranch { run, near_goals, nearest, rng, intended };
    for seed in seeds {
        if search.run.is_over() {
            return;
        }
        search.run.evaluate(seed);
    }
    while !search.run.is_over() {
        search.round();
    }
}

impl SingleBranch<'_, '_> {
    /// Aims at every goal that is not covered by then.
    fn round(&mut self) {
        let guides = self.run.guides.iter();
        let mut goals: Vec<GoalId> = guides.filter(|goal| !self.is_covered(*goal)).collect();
        goals.shuffle(self.rng);
        let share = (1.0 - self.run.used_share()) / goals.len().max(1) as f64;
        for goal in goals {
            let ends_at = self.run.used_share() + share;
            let aim = Aim { goal, ends_at };
            if self.is_done(aim) {
                continue;
            }
            self.evolve(aim);
        }
        self.run.finish_generation();
    }

    fn is_covered(&self, goal: GoalId) -> bool {
        match &self.intended {
            Some(intended) => intended.goals.contains(&goal),
            None => self.run.archive.is_covered(goal),
        }
    }

    fn is_done(&mut self, aim: Aim) -> bool {
        self.is_covered(aim.goal) || self.run.is_over() || self.run.used_share() >= aim.ends_at
    }

    fn evolve(&mut self, aim: Aim) {
        let size = self.run.config.population_size.max(1);
        let mut population = Vec::with_capacity(size);
        while population.len() < size && !self.is_done(aim) {
            let test = self.run.factory().random_test(self.rng);
            population.extend(self.evaluate(test, aim));
        }
        while !self.is_done(aim) && !population.is_empty() {
            population.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
            // The best one survives.
            let mut next = vec![population[0].clone()];
            while next.len() < size && !self.is_done(aim) {
                next.extend(self.breed(&population, aim));
            }
            next.truncate(size);
            population = next;
            self.run.finish_generation();
        }
    }

    /// Two parents or their children, by the same rule as for suites.
    fn breed(&mut self, population: &[Individual], aim: Aim) -> Vec<Individual> {
        let bias = self.run.config.rank_bias;
        let parents = [(); 2].map(|()| &population[select_rank(population.len(), bias, self.rng)]);
        let tests = offspring(parents.map(|parent| &parent.evaluated), &self.run.factory(), self.rng);
        let mut children = Vec::with_capacity(2);
        for test in tests {
            children.extend(self.evaluate(test, aim));
        }
        let parents_best = order(parents[0]).0.min(order(parents[1]).0);
        let length = |individuals: &mut dyn Iterator<Item = &Individual>| -> usize {
            individuals.map(|individual| individual.evaluated.test.len()).sum()
        };
        let children_best = children.iter().map(|child| child.fitness).fold(f64::INFINITY, f64::min);
        let is_shorter = || length(&mut children.iter()) <= length(&mut parents.into_iter());
        if children_best < parents_best || (children_best == parents_best && is_shorter()) {
            children
        } else {
            parents.map(Individual::clone).to_vec()
        }
    }

    fn evaluate(&mut self, test: TestCase, aim: Aim) -> Option<Individual> {
        if self.is_done(aim) {
            return None;
        }
        let evaluated = match self.intended {
            Some(_) => self.run.execute_for_suite(test)?,
            None => self.run.evaluate(test)?,
        };
        let fitness = self.near_goals.fitness(aim.goal, &evaluated.trace);
        if let Some(intended) = &mut self.intended
            && is_covered(fitness)
            && intended.goals.insert(aim.goal)
        {
            intended.tests.push(evaluated.clone());
            self.run.keep_only(intended.tests.iter());
        }
        let nearest = &mut self.nearest[aim.goal.index()];
        if nearest.is_none_or(|nearest| fitness < nearest) {
            *nearest = Some(fitness);
            self.run.note_improvement();
        }
        Some(Individual { evaluated, fitness })
    }
}

/// Nearer comes first, the shorter of equals.
fn order(individual: &Individual) -> (f64, usize) {
    (individual.fitness, individual.evaluated.test.len())
}
