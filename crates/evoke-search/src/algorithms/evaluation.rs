//! Running tests while a frontier of goals looks on.

use std::sync::Arc;

use evoke_analysis::GoalId;
use evoke_testcase::{ExecutionTrace, TestCase};

use super::frontier::Frontier;
use super::population::{Individual, Ranking};
use crate::SearchRng;
use crate::run::Run;

/// What a many-objective search runs tests with.
pub(super) struct Evaluation<'s, 'a> {
    pub(super) run: &'s mut Run<'a>,
    pub(super) frontier: Frontier,
    pub(super) ranking: Ranking<'a>,
    pub(super) rng: &'s mut SearchRng,
}

impl Evaluation<'_, '_> {
    /// Runs a test; `None` if the search is over, or nothing of it can be run.
    pub(super) fn evaluate(&mut self, test: TestCase) -> Option<Individual> {
        if self.run.is_over() {
            return None;
        }
        let evaluated = self.run.evaluate(test)?;
        self.frontier.observe(&evaluated.trace);
        Some(Individual::new(evaluated))
    }

    /// Runs tests that are known, and gives those that still run.
    pub(super) fn evaluate_again(
        &mut self,
        tests: impl IntoIterator<Item = Arc<TestCase>>,
    ) -> Vec<Individual> {
        tests.into_iter().filter_map(|test| self.evaluate(TestCase::clone(&test))).collect()
    }

    /// The fitness of one run for one goal.
    pub(super) fn fitness(&mut self, goal: GoalId, trace: &ExecutionTrace) -> f64 {
        self.ranking.fitness(goal, trace)
    }
}
