//! The entry point: a class, an executor and a budget in; covering tests out.

use std::sync::Arc;

use evoke_analysis::{Goal, GoalId};
use evoke_testcase::{Executor, TestCase};
use rand_pcg::rand_core::SeedableRng;

use crate::generation::{CallCounts, Ingredients};
use crate::guiding_goals::select_goals;
use crate::reasons::Reasons;
use crate::run::Run;
use crate::{
    ArchivedTest, Problem, SearchConfig, SearchListener, SearchRng, Statistics, StopReason,
    StoppingCondition, UncoveredGoal, algorithms,
};

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// Every test of the archive once.
    pub tests: Vec<ArchivedTest>,
    /// Goals of open criteria that the search found and covered, and coupled branches, covered or not; their ids follow those of the class.
    pub found_goals: Vec<Goal>,
    /// Goals without a test, of the search or otherwise, ascending.
    pub uncovered: Vec<UncoveredGoal>,
    /// Coupled branches without a test that are not among them, since there are too many.
    pub n_untold: usize,
    /// How the calls that tests made ended, by callable.
    pub calls: Vec<CallCounts>,
    /// What was spent.
    pub statistics: Statistics,
    /// Why it stopped.
    pub stop_reason: StopReason,
}

/// Searches for tests that cover the goals of a class. `seeds` are run before anything else: the tests of a snapshot, after
/// a restart.
pub fn search(
    config: &SearchConfig,
    problem: &Problem<'_>,
    executor: &mut dyn Executor,
    stopping: StoppingCondition<'_>,
    seeds: Vec<TestCase>,
    listener: &mut dyn SearchListener,
) -> SearchResult {
    let mut rng = SearchRng::seed_from_u64(config.seed);
    let ingredients = Ingredients::new(config, problem.cluster, problem.constants).for_pair(problem.class);
    let selected = select_goals(problem.class, config);
    let guides = match problem.settled {
        Some(settled) => selected.without(&settled.goals),
        None => selected,
    };
    let mut run = Run::new(problem, &guides, &ingredients, executor, stopping, listener);
    let mut nearest = vec![None; problem.class.n_goals()];
    if problem.cluster.under_test.is_empty() {
        run.stop_reason = Some(StopReason::NothingToCall);
    } else {
        run.aim_at_open_mutants();
        // What was found before is not lost with the budget.
        run.look_at_late(!seeds.is_empty());
        for seed in &seeds {
            run.evaluate(seed.clone());
        }
        run.look_at_late(false);
        if !run.is_over() {
            algorithms::run(&mut run, seeds, &mut nearest, &mut rng);
        }
        run.look_back();
        run.leave_mutants();
    }
    let (mut tests, mut uncovered) = (run.archive.tests(), uncovered_goals(&run, &nearest));
    let told = run
        .coupled
        .as_ref()
        .map(|coupled| coupled.tell(&mut tests, &run.archive, &nearest, &run.entered_methods));
    let mut told = told.unwrap_or_default();
    uncovered.append(&mut told.uncovered);
    let mut found_goals = run.exceptions.into_goals();
    found_goals.append(&mut told.goals);
    SearchResult {
        tests,
        uncovered,
        found_goals,
        n_untold: told.n_untold,
        calls: run.knowledge.callables.into_counts(),
        statistics: run.statistics,
        stop_reason: run.stop_reason.unwrap_or(StopReason::Budget),
    }
}

fn uncovered_goals(run: &Run<'_>, nearest: &[Option<f64>]) -> Vec<UncoveredGoal> {
    let Problem { class, cluster, .. } = *run.problem;
    let uncovered = class.goals.iter().filter(|goal| !run.archive.is_covered(goal.id));
    let mut uncovered: Vec<UncoveredGoal> = uncovered
        .map(|goal| UncoveredGoal {
            goal: goal.id,
            nearest: nearest[goal.id.index()],
            method_entered: run.entered_methods[class.method_of(&goal.kind).index()],
            guided: run.guides.contains(goal.id),
            reason: String::new(),
        })
        .collect();
    let calls = run.knowledge.callables.counts();
    let in_vain = run.unnoticed_mutants();
    let reasons = Reasons::new(class, cluster, (calls, &run.missing_classes, &in_vain), &uncovered);
    let reasons: Vec<String> = uncovered.iter().map(|goal| reasons.of(goal)).collect();
    for (goal, reason) in uncovered.iter_mut().zip(reasons) {
        goal.reason = reason;
    }
    uncovered
}

impl SearchResult {
    /// Covered goals, ascending.
    pub fn covered(&self) -> Vec<GoalId> {
        let mut covered: Vec<GoalId> =
            self.tests.iter().flat_map(|archived| archived.goals.iter().copied()).collect();
        covered.sort_unstable();
        covered
    }

    /// The tests alone.
    pub fn test_cases(&self) -> impl Iterator<Item = &Arc<TestCase>> {
        self.tests.iter().map(|archived| &archived.test)
    }
}
