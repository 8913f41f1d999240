//! The entry point: a class, an executor and a budget in; covering tests out.

use std::sync::Arc;

use evoke_analysis::{ClassUnderTest, Constants, FieldAccess, Goal, GoalId, TestCluster};
use evoke_testcase::{Executor, TestCase};
use rand_pcg::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::algorithms;
use crate::generation::{CallCounts, TestGenerator};
use crate::goal_selection::select_goals;
use crate::run::Run;
use crate::{Archive, ArchivedTest, SearchConfig, SearchRng, StopReason, StoppingCondition};

/// What to search for, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// What there is to cover.
    pub class: &'a ClassUnderTest,
    /// What a test can call and build.
    pub cluster: &'a TestCluster,
    /// Values worth trying.
    pub constants: &'a Constants,
    /// Which fields methods write and conditions read; only [`crate::Technique::StateWriters`] asks.
    pub field_access: Option<&'a FieldAccess>,
}

/// Hears how a search goes. `()` does not listen.
pub trait SearchListener {
    /// Called after every generation.
    fn generation_finished(&mut self, progress: &Progress, archive: &Archive);

    /// Called after every run of a test, before it is offered to the archive, which can be saved as a snapshot.
    fn test_finished(&mut self, _archive: &Archive) {}
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What was spent.
    pub statistics: Statistics,
    /// Goals covered.
    pub n_covered: usize,
    /// All goals.
    pub n_goals: usize,
}

impl Progress {
    /// This search's progress with what searches before it spent on the same class.
    pub fn after(&self, before: &Self) -> Self {
        let Statistics { tests, statements, generations, aborted } = before.statistics;
        let statistics = Statistics {
            tests: self.statistics.tests + tests,
            statements: self.statistics.statements + statements,
            generations: self.statistics.generations + generations,
            aborted: self.statistics.aborted + aborted,
        };
        Self { statistics, ..*self }
    }
}

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Tests executed.
    pub tests: u64,
    /// Statements executed.
    pub statements: u64,
    /// Generations finished.
    pub generations: u64,
    /// Tests that had to be stopped.
    pub aborted: u64,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// Every test of the archive once.
    pub tests: Vec<ArchivedTest>,
    /// Goals of open criteria that the search found and covered; their ids follow those of the class.
    pub found_goals: Vec<Goal>,
    /// Goals without a test, ascending.
    pub uncovered: Vec<UncoveredGoal>,
    /// How the calls that tests made ended, by callable.
    pub calls: Vec<CallCounts>,
    /// What was spent.
    pub statistics: Statistics,
    /// Why it stopped.
    pub stop_reason: StopReason,
}

/// A goal that was not covered, and how near the search came.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncoveredGoal {
    /// The goal.
    pub goal: GoalId,
    /// The lowest fitness seen; `None` if the algorithm never looked, because what the goal depends on was not covered.
    pub nearest: Option<f64>,
    /// Whether any test entered the goal's method.
    pub method_entered: bool,
    /// Whether the goal guided the search.
    pub guided: bool,
}

impl SearchListener for () {
    fn generation_finished(&mut self, _: &Progress, _: &Archive) {}
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
    let generator = TestGenerator::new(config, problem.cluster, problem.constants);
    let guides = select_goals(problem.class, config);
    let mut run = Run::new(problem, &guides, &generator, executor, stopping, listener);
    let mut nearest = vec![None; problem.class.goals.len()];
    if problem.cluster.under_test.is_empty() {
        run.stop_reason = Some(StopReason::NothingToCall);
    } else {
        // What was found before is not lost with the budget.
        for seed in &seeds {
            run.evaluate(seed.clone());
        }
        if !run.is_over() {
            algorithms::run(config, &mut run, &generator, seeds, &mut nearest, &mut rng);
        }
    }
    let uncovered = uncovered_goals(problem.class, &run, &nearest);
    SearchResult {
        tests: run.archive.tests(),
        found_goals: run.exceptions.into_goals(),
        uncovered,
        calls: generator.callables.counts(),
        statistics: run.statistics,
        stop_reason: run.stop_reason.unwrap_or(StopReason::Budget),
    }
}

fn uncovered_goals(class: &ClassUnderTest, run: &Run<'_>, nearest: &[Option<f64>]) -> Vec<UncoveredGoal> {
    class
        .goals
        .iter()
        .filter(|goal| !run.archive.is_covered(goal.id))
        .map(|goal| UncoveredGoal {
            goal: goal.id,
            nearest: nearest[goal.id.index()],
            method_entered: run.entered_methods[class.method_of(&goal.kind).index()],
            guided: run.guides.contains(goal.id),
        })
        .collect()
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
