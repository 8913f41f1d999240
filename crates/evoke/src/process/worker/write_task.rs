//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted. Then the tests are run on
//! mutants of the class, to see which of the values are worth asserting; mutants come last because they spoil static state.

use std::time::{Duration, Instant};

use anyhow::Result;
use evoke_analysis::{ClassUnderTest, Criterion, GoalId, GoalKind};
use evoke_junit::{Conditions, StubStyle, SuiteSource, SuiteWriter, has_mock};
use evoke_jvm::Surroundings;
use evoke_report::MutantCount;
use evoke_suite::{
    AssertedTest, CoverageCheck, Deadline, KillMatrix, Loss, Purpose, StableTest, choose_assertions, confirm,
    kill, record_stub_calls, without_idle_tests,
};
use evoke_testcase::TestCase;

use super::analysed_class::{AnalysedClass, package};
use super::begun_job::BegunJob;
use super::messages::Messages;
use super::test_jvm;
use super::warnings::Warnings;
use crate::class_config::ClassBudget;
use crate::class_names::LibraryNames;
use crate::process::job::{Job, WriteTask};
use crate::process::message::{LostTest, WorkerMessage, Written};

/// How often the supervisor hears that tests are being run.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_millis(100);

/// With a budget of statements, for so many of them one test may be run on a mutant.
const STATEMENTS_PER_MUTANT_RUN: u64 = 5;

/// Does the task.
pub(super) fn run(begun: BegunJob<'_>, task: &WriteTask) -> Result<()> {
    let BegunJob { job, index, messages, started, .. } = begun;
    let class = AnalysedClass::of(job, index, started)?;
    let observed = task.handover.unpack(class.fingerprint())?;
    let jvm = test_jvm::start(&class, job, &Surroundings::CONTRASTING)?;
    let mut executor = test_jvm::executor(&class, &jvm, job, &Warnings::default())?;
    let mut signs = SignsOfLife { messages, last: started };
    let mut deadline = Deadline::new(|| {
        signs.give();
        task.time.is_some_and(|time| started.elapsed() >= time)
    });
    let check = CoverageCheck::new(&class.under_test, &[]);
    let mut confirmed = confirm(&mut executor, &class.cluster, &check, observed, &mut deadline);
    if job.config.stubs == StubStyle::Mockito {
        let is_wanted = |test: &TestCase| has_mock(test, &class.cluster);
        record_stub_calls(&mut executor, &mut confirmed.tests, is_wanted, &mut deadline);
    }
    drop(deadline);
    let lost: Vec<LostTest> = confirmed.losses.into_iter().map(lost_test).collect();
    let suite = |tests: &[StableTest], kills: &KillMatrix| {
        write(job, task, &class, &choose_assertions(tests.to_vec(), &class.cluster, kills))
    };
    let written = |suite: SuiteSource, mutants| {
        let (lost, seconds) = (lost.clone(), started.elapsed().as_secs_f64());
        Box::new(Written { suite, lost, mutants, seconds })
    };
    let purpose = |goal: GoalId| purpose(&job.config.criteria, &class.under_test, goal);
    let needed = |kills: &KillMatrix| without_idle_tests(confirmed.tests.clone(), kills, purpose);
    let (tests, _) = needed(&KillMatrix::default());
    let draft = written(suite(&tests, &KillMatrix::default()), None);
    if class.instrumented.mutants.is_empty() {
        messages.send(&WorkerMessage::Written(draft));
        return Ok(());
    }
    messages.send(&WorkerMessage::Drafted(draft));
    let mut runs_left = mutant_runs(job.config.budget);
    let mut deadline = Deadline::new(|| {
        signs.give();
        runs_left = runs_left.saturating_sub(1);
        runs_left == 0 || task.time.is_some_and(|time| started.elapsed() >= time)
    });
    let noticed = job.existing.as_ref().and_then(|existing| existing.killed.clone()).unwrap_or_default();
    let kills = kill(&mut executor, &confirmed.tests, &noticed, &mut deadline);
    let mutants = MutantCount {
        total: class.instrumented.mutants.len() as u32,
        reached: kills.n_reached() as u32,
        killed: kills.n_killable() as u32,
    };
    let (tests, kills) = needed(&kills);
    messages.send(&WorkerMessage::Written(written(suite(&tests, &kills), Some(mutants))));
    Ok(())
}

/// What a goal is for, where these criteria are asked for.
fn purpose(asked: &[Criterion], class: &ClassUnderTest, goal: GoalId) -> Purpose {
    let Some(goal) = class.goals.get(goal.index()) else {
        // Exceptions and coupled branches are not listed.
        let is_asked = class.coupling.is_some() || asked.contains(&Criterion::Exception);
        return if is_asked { Purpose::Asked } else { Purpose::Guide };
    };
    match goal.kind {
        _ if asked.contains(&goal.criterion) => Purpose::Asked,
        GoalKind::Mutant(mutant) => Purpose::Infect(mutant),
        _ => Purpose::Guide,
    }
}

/// How often a test may be run on a mutant, so that a budget of statements ends in the same suite on every machine.
fn mutant_runs(budget: ClassBudget) -> u64 {
    match budget {
        ClassBudget::Statements(statements) => statements / STATEMENTS_PER_MUTANT_RUN,
        ClassBudget::Time(_) => u64::MAX,
    }
}

/// Tells the supervisor now and then that tests are being run.
struct SignsOfLife<'a> {
    messages: &'a Messages,
    last: Instant,
}

impl SignsOfLife<'_> {
    fn give(&mut self) {
        if self.last.elapsed() >= SIGN_OF_LIFE_EVERY {
            self.last = Instant::now();
            self.messages.send(&WorkerMessage::SignOfLife);
        }
    }
}

fn lost_test(loss: Loss) -> LostTest {
    LostTest { reason: loss.reason.to_string(), goals: loss.goals }
}

fn write(job: &Job, task: &WriteTask, class: &AnalysedClass, tests: &[AssertedTest]) -> SuiteSource {
    let library = class.library();
    let names = LibraryNames { library: &library, hierarchy: &class.hierarchy };
    let writer = SuiteWriter {
        cluster: &class.cluster,
        classes: &names,
        conditions: Conditions::of(&class.under_test),
        version: job.config.junit,
        stubs: job.config.stubs,
    };
    let package = package(job, &class.under_test).replace('/', ".");
    writer.write(&package, &task.suite_name, tests)
}
