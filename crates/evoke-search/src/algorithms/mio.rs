//! Many independent objectives (Arcuri, 2017 and 2018): a small population of tests for every goal that some test came
//! near to. Each step mutates a test of the goal whose tests were chosen least often since it last made progress, or
//! draws a random test. From exploration to exploitation the parameters change in a straight line until the search is
//! focused.
//!
//! Differs from the paper in what "reached" means: a goal has tests once one was nearer than a run of nothing is.

use std::collections::BTreeMap;
use std::sync::Arc;

use evoke_analysis::GoalId;
use evoke_testcase::TestCase;
use rand::Rng;

use super::breeding::mutant;
use crate::fitness::NearGoals;
use crate::run::{EvaluatedTest, Run};
use crate::{MioConfig, SearchRng};

/// A test kept for a goal.
struct KeptTest {
    fitness: f64,
    evaluated: Arc<EvaluatedTest>,
}

/// The tests of one uncovered goal, best first.
#[derive(Default)]
struct Population {
    tests: Vec<KeptTest>,
    /// How often a test of it was chosen since its best one became better.
    n_chosen: u64,
}

/// Parameters at one moment of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Phase {
    tests_per_goal: usize,
    random_probability: f64,
    mutations: usize,
}

/// A search and its populations.
struct Mio<'s, 'a> {
    run: &'s mut Run<'a>,
    near_goals: NearGoals<'a>,
    populations: BTreeMap<GoalId, Population>,
    nearest: &'s mut [Option<f64>],
    rng: &'s mut SearchRng,
}

/// Runs until the search is over. What other algorithms call a generation is as many tests as they have individuals.
pub(super) fn run(run: &mut Run<'_>, seeds: Vec<TestCase>, nearest: &mut [Option<f64>], rng: &mut SearchRng) {
    let config = run.config;
    let near_goals = NearGoals::new(run.problem.class, run.guides);
    let mut mio = Mio { run, near_goals, populations: BTreeMap::new(), nearest, rng };
    for seed in seeds {
        mio.evaluate(seed, usize::MAX);
    }
    let size = config.population_size.max(1) as u64;
    let mut generation_ends = mio.run.statistics.tests + size;
    while !mio.run.is_over() {
        let phase = Phase::at(mio.run.used_share(), &config.mio);
        mio.step(phase);
        if mio.run.statistics.tests >= generation_ends {
            generation_ends = mio.run.statistics.tests + size;
            mio.run.finish_generation();
        }
    }
    mio.run.finish_generation();
}

impl Mio<'_, '_> {
    /// A random test, or a chosen one mutated a few times, each time going on from the last mutant that was kept.
    fn step(&mut self, phase: Phase) {
        let chosen = if self.rng.random_bool(phase.random_probability) { None } else { self.choose() };
        let Some(mut current) = chosen else {
            let test = self.run.factory().random_test(self.rng);
            self.evaluate(test, phase.tests_per_goal);
            return;
        };
        for _ in 0..phase.mutations {
            // A mutation that changes nothing still counts, so that the search moves on from a test that nothing changes.
            let Some(test) = mutant(&current, &self.run.factory(), self.rng) else { continue };
            if let Some(kept) = self.evaluate(test, phase.tests_per_goal) {
                current = kept;
            }
        }
    }

    /// A test of the goal with the lowest counter; among equals a goal at random.
    fn choose(&mut self) -> Option<Arc<EvaluatedTest>> {
        let goal = least_chosen(&self.populations, self.rng)?;
        let population = self.populations.get_mut(&goal)?;
        population.n_chosen += 1;
        let test = self.rng.random_range(0..population.tests.len());
        Some(Arc::clone(&population.tests[test].evaluated))
    }

    /// Runs a test, unless the search is over, and gives it back if any goal keeps it.
    fn evaluate(&mut self, test: TestCase, tests_per_goal: usize) -> Option<Arc<EvaluatedTest>> {
        if self.run.is_over() {
            return None;
        }
        let n_covered = self.run.archive.n_covered_guides();
        let evaluated = Arc::new(self.run.evaluate(test)?);
        let mut is_kept = self.run.archive.n_covered_guides() > n_covered;
        let mut improved = false;
        for (goal, fitness) in self.near_goals.of(&evaluated.trace) {
            if self.run.archive.is_covered(goal) {
                self.populations.remove(&goal);
                continue;
            }
            let nearest = &mut self.nearest[goal.index()];
            if nearest.is_none_or(|nearest| fitness < nearest) {
                *nearest = Some(fitness);
                improved = true;
            }
            let test = KeptTest { fitness, evaluated: Arc::clone(&evaluated) };
            is_kept |= self.populations.entry(goal).or_default().add(test, tests_per_goal);
        }
        if improved {
            self.run.note_improvement();
        }
        is_kept.then_some(evaluated)
    }
}

/// The goal whose tests were chosen least often; among equals one at random.
fn least_chosen(populations: &BTreeMap<GoalId, Population>, rng: &mut SearchRng) -> Option<GoalId> {
    let lowest = populations.values().map(|population| population.n_chosen).min()?;
    let least_chosen = || populations.iter().filter(|(_, other)| other.n_chosen == lowest);
    let position = rng.random_range(0..least_chosen().count());
    least_chosen().nth(position).map(|(goal, _)| *goal)
}

impl Population {
    /// Adds a test, and drops the worst beyond the limit; says whether it was kept. Among equals the newer one is.
    fn add(&mut self, test: KeptTest, limit: usize) -> bool {
        let key = |test: &KeptTest| (test.fitness, test.evaluated.test.len());
        let new = key(&test);
        let position = self.tests.partition_point(|kept| key(kept) < new);
        let is_best = self.tests.first().is_none_or(|best| new.0 < best.fitness);
        self.tests.insert(position, test);
        self.tests.truncate(limit.max(1));
        if is_best {
            self.n_chosen = 0;
        }
        position < self.tests.len()
    }
}

impl Phase {
    /// The parameters when this share of the budget is used.
    fn at(share: f64, config: &MioConfig) -> Self {
        let progress = (share / config.focus_after.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let between = |[start, end]: [f64; 2]| start + (end - start) * progress;
        let between_counts = |[start, end]: [usize; 2]| between([start as f64, end as f64]).round() as usize;
        Self {
            tests_per_goal: between_counts(config.tests_per_goal),
            random_probability: between(config.random_probability).clamp(0.0, 1.0),
            mutations: between_counts(config.mutations),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use evoke_testcase::{ExecutionTrace, Statement, Value};
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    fn kept(fitness: f64, length: usize) -> KeptTest {
        let test = TestCase::new(vec![Statement::Value(Value::Int(0)); length]);
        let trace = ExecutionTrace::default();
        let evaluated = Arc::new(EvaluatedTest {
            test: Arc::new(test),
            trace,
            ends_with_throw: false,
            is_doubtful: false,
            took: Duration::ZERO,
        });
        KeptTest { fitness, evaluated }
    }

    #[test]
    fn parameters_change_in_a_straight_line_until_the_search_is_focused() {
        let config = MioConfig::default();
        let phase = |share| Phase::at(share, &config);
        assert_eq!(phase(0.0), Phase { tests_per_goal: 10, random_probability: 0.5, mutations: 1 });
        assert_eq!(phase(0.25), Phase { tests_per_goal: 6, random_probability: 0.25, mutations: 6 });
        let focused = Phase { tests_per_goal: 1, random_probability: 0.0, mutations: 10 };
        assert_eq!((phase(0.5), phase(0.9)), (focused, focused));
    }

    #[test]
    fn goals_whose_tests_were_chosen_least_often_take_turns() {
        let counters = [4, 2, 9, 2];
        let population = |n_chosen| Population { tests: vec![kept(1.0, 1)], n_chosen };
        let populations = (0..).map(GoalId).zip(counters.map(population)).collect();
        let mut rng = SearchRng::seed_from_u64(1);
        let chosen: BTreeSet<GoalId> =
            (0..100).filter_map(|_| least_chosen(&populations, &mut rng)).collect();
        assert_eq!(chosen, BTreeSet::from([GoalId(1), GoalId(3)]));
    }

    #[test]
    fn worst_test_of_a_full_population_is_dropped() {
        let mut population = Population::default();
        for fitness in [3.0, 1.0, 2.0] {
            assert!(population.add(kept(fitness, 5), 3));
        }
        assert!(!population.add(kept(4.0, 1), 3));
        assert!(population.add(kept(3.0, 4), 3), "as near and shorter");
        let kept: Vec<f64> = population.tests.iter().map(|test| test.fitness).collect();
        assert_eq!(kept, [1.0, 2.0, 3.0]);
        assert_eq!(population.tests[2].evaluated.test.len(), 4);
    }

    #[test]
    fn counter_starts_again_when_the_best_test_becomes_better() {
        let mut population = Population::default();
        population.add(kept(2.0, 5), 3);
        population.n_chosen = 7;
        population.add(kept(2.0, 5), 3);
        assert_eq!(population.n_chosen, 7);
        population.add(kept(1.0, 5), 3);
        assert_eq!(population.n_chosen, 0);
    }
}
