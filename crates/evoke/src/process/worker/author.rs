//! Makes the suite of tests that are known to be stable.

use std::time::Instant;

use evoke_analysis::{ClassUnderTest, Criterion, GoalId, GoalKind};
use evoke_junit::{Conditions, SuiteSource, SuiteWriter};
use evoke_report::MutantCount;
use evoke_suite::{
    AssertedTest, KillMatrix, NoticedGoals, Purpose, StableTest, choose_alike_assertions, choose_assertions,
    without_idle_tests,
};

use super::analysed_class::AnalysedClass;
use crate::class_names::LibraryNames;
use crate::process::job::{Job, WriteTask};
use crate::process::message::{LostTest, Written};

/// Who writes the suite of a class.
pub(super) struct Author<'a> {
    pub(super) job: &'a Job,
    pub(super) task: &'a WriteTask,
    pub(super) class: &'a AnalysedClass,
    /// How many tests turned out not to be stable.
    pub(super) n_dropped: u32,
    /// What these were kept for, or others covered once.
    pub(super) lost: Vec<LostTest>,
    pub(super) noticed_goals: &'a NoticedGoals,
    /// When the task was begun.
    pub(super) started: Instant,
}

impl Author<'_> {
    /// The suite of those tests that it needs, as far as runs on mutants have shown what that is.
    pub(super) fn write(&self, tests: &[StableTest], kills: Option<&KillMatrix>) -> Box<Written> {
        let nothing = KillMatrix::default();
        let kills_so_far = kills.unwrap_or(&nothing);
        let (tests, unnoticed) = self.noticed_goals.credit(tests.to_vec(), kills_so_far);
        let (tests, needed) = without_idle_tests(tests, kills_so_far, |goal| self.purpose(goal));
        let choose = if self.job.config.parameterized { choose_alike_assertions } else { choose_assertions };
        let suite = self.source(&choose(tests, &self.class.cluster, &needed));
        let mutants = kills.map(|kills| count(self.class, kills));
        let seconds = self.started.elapsed().as_secs_f64();
        let (n_dropped, lost) = (self.n_dropped, self.lost.clone());
        Box::new(Written { suite, n_dropped, lost, unnoticed, mutants, seconds })
    }

    /// What a goal is for.
    pub(super) fn purpose(&self, goal: GoalId) -> Purpose {
        purpose(&self.job.config.criteria, &self.class.under_test, goal)
    }

    fn source(&self, tests: &[AssertedTest]) -> SuiteSource {
        let Self { job, task, class, .. } = self;
        let library = class.library();
        let names = LibraryNames { library: &library, hierarchy: &class.hierarchy };
        let writer = SuiteWriter {
            cluster: &class.cluster,
            classes: &names,
            conditions: Conditions::of(&class.under_test),
            version: job.config.junit,
            stubs: job.config.stubs,
            parameterized: job.config.parameterized,
        };
        let package = job.package.replace('/', ".");
        writer.write(&package, &task.suite_name, tests)
    }
}

fn count(class: &AnalysedClass, kills: &KillMatrix) -> MutantCount {
    MutantCount {
        total: class.instrumented.mutants.len() as u32,
        reached: kills.n_reached() as u32,
        killed: kills.n_killable() as u32,
    }
}

/// What a goal is for, where these criteria are asked for.
fn purpose(asked: &[Criterion], class: &ClassUnderTest, goal: GoalId) -> Purpose {
    let Some(goal) = class.goals.get(goal.index()) else {
        // Exceptions and coupled branches are not listed.
        let is_asked = class.coupling.is_some() || asked.contains(&Criterion::Exception);
        return if is_asked { Purpose::Asked } else { Purpose::Guide };
    };
    match goal.kind {
        // That a test notices a mutant is known of more tests, or of others, than cover the goal.
        GoalKind::Kill(mutant) => Purpose::Infect(mutant),
        _ if asked.contains(&goal.criterion) => Purpose::Asked,
        GoalKind::Mutant(mutant) => Purpose::Infect(mutant),
        _ => Purpose::Guide,
    }
}
