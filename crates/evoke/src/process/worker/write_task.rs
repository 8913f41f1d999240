//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted. Then the tests are run on
//! mutants of the class, to see which of the values are worth asserting, variants of tests on mutants that none notices, and tests on those
//! of other tests, to see which the suite can do without; mutants come last because they spoil static state.

use std::time::{Duration, Instant};

use anyhow::Result;
use evoke_analysis::{ClassUnderTest, Criterion, GoalId, GoalKind};
use evoke_junit::{Conditions, StubStyle, SuiteSource, SuiteWriter, has_mock};
use evoke_jvm::Surroundings;
use evoke_report::MutantCount;
use evoke_search::Variations;
use evoke_suite::{
    AssertedTest, Deadline, KillMatrix, Loss, NoticedGoals, Purpose, StableTest, choose_alike_assertions,
    choose_assertions, confirm, hunt_survivors, kill_claimed_first, record_stub_calls, thin_out,
    without_idle_tests,
};
use evoke_testcase::{MutantObserver, Operand, TestCase};

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
/// Likewise, for so many of them one variant of a test may be tried.
const STATEMENTS_PER_VARIANT: u64 = 10;
/// Likewise, for so many of them one test may be run on a mutant to see whether another is needed.
const STATEMENTS_PER_SPARING_RUN: u64 = 10;
/// Of the time for runs on mutants, what seeing which are noticed and hunting survivors may each take of what is left; seeing which tests
/// can be spared has the rest.
const SHARE_OF_MUTANT_RUNS: f64 = 0.75;

/// Does the task.
pub(super) fn run(begun: BegunJob<'_>, task: &WriteTask) -> Result<()> {
    let BegunJob { job, index, messages, started, .. } = begun;
    let class = AnalysedClass::of(job, index, started)?;
    let observed = task.handover.unpack(class.fingerprint())?;
    let jvm = test_jvm::start(&class, job, &Surroundings::CONTRASTING)?;
    let mut executor = test_jvm::executor(&class, &jvm, job, &Warnings::default())?;
    let mut signs = SignsOfLife { messages, last: started, started };
    let [time, time_of_mutants] = [task.time.map(|time| time.all), task.time.map(|time| time.mutants)];
    let mut deadline = signs.deadline(u64::MAX, time);
    let mut confirmed = confirm(&mut executor, &class.cluster, observed, &mut deadline);
    let is_mocking =
        |test: &TestCase| job.config.stubs == StubStyle::Mockito && has_mock(test, &class.cluster);
    record_stub_calls(&mut executor, &mut confirmed.tests, is_mocking, &mut deadline);
    drop(deadline);
    let lost: Vec<LostTest> = confirmed.losses.into_iter().map(lost_test).collect();
    let noticed_goals = NoticedGoals::of(&class.under_test);
    let written = |tests: &[StableTest], kills: Option<&KillMatrix>| {
        let purpose = |goal: GoalId| purpose(&job.config.criteria, &class.under_test, goal);
        let nothing = KillMatrix::default();
        let kills_so_far = kills.unwrap_or(&nothing);
        let (tests, unnoticed) = noticed_goals.credit(tests.to_vec(), kills_so_far);
        let (tests, needed) = without_idle_tests(tests, kills_so_far, purpose);
        let choose = if job.config.parameterized { choose_alike_assertions } else { choose_assertions };
        let suite = write(job, task, &class, &choose(tests, &class.cluster, &needed));
        let mutants = kills.map(|kills| count(&class, kills));
        let seconds = started.elapsed().as_secs_f64();
        Box::new(Written { suite, lost: lost.clone(), unnoticed, mutants, seconds })
    };
    let draft = written(&confirmed.tests, None);
    if class.instrumented.mutants.is_empty() {
        messages.send(&WorkerMessage::Written(draft));
        return Ok(());
    }
    messages.send(&WorkerMessage::Drafted(draft));
    let mut deadlines = MutantDeadlines { signs, budget: job.config.budget, until: time_of_mutants };
    let noticed = job.existing.as_ref().and_then(|existing| existing.killed.clone()).unwrap_or_default();
    let claims = noticed_goals.claims(&confirmed.tests);
    let mut deadline = deadlines.next(STATEMENTS_PER_MUTANT_RUN, SHARE_OF_MUTANT_RUNS);
    let kills = kill_claimed_first(&mut executor, &confirmed.tests, (&noticed, &claims), &mut deadline);
    drop(deadline);
    let mut known = (confirmed.tests, kills);
    messages.send(&WorkerMessage::Drafted(written(&known.0, Some(&known.1))));
    // Else nothing is wanted besides what was asked for.
    if !job.config.search_config().late.criteria.is_empty() {
        let mut deadline = deadlines.next(STATEMENTS_PER_VARIANT, SHARE_OF_MUTANT_RUNS);
        known = hunt(job, &class, &mut executor, known, &mut deadline);
        drop(deadline);
        messages.send(&WorkerMessage::Drafted(written(&known.0, Some(&known.1))));
    }
    let purpose = |goal: GoalId| purpose(&job.config.criteria, &class.under_test, goal);
    let mut deadline = deadlines.next(STATEMENTS_PER_SPARING_RUN, 1.0);
    let (mut tests, kills) = thin_out(&mut executor, known, purpose, &mut deadline);
    drop(deadline);
    record_stub_calls(&mut executor, &mut tests, is_mocking, &mut deadlines.signs.deadline(u64::MAX, time));
    messages.send(&WorkerMessage::Written(written(&tests, Some(&kills))));
    Ok(())
}

/// The deadlines of what is run on mutants, one after the other.
struct MutantDeadlines<'a> {
    signs: SignsOfLife<'a>,
    budget: ClassBudget,
    /// When all of it has to be over, since the task was begun.
    until: Option<Duration>,
}

impl MutantDeadlines<'_> {
    /// That of what may take this share of the time that is left, or one run for so many statements.
    fn next(&mut self, statements_for_one: u64, share: f64) -> Deadline<'_> {
        let runs = match self.budget {
            ClassBudget::Statements(statements) => statements / statements_for_one,
            ClassBudget::Time(_) => u64::MAX,
        };
        let so_far = self.signs.started.elapsed();
        let time = self.until.map(|until| so_far + until.saturating_sub(so_far).mul_f64(share));
        self.signs.deadline(runs, time)
    }
}

/// Adds tests that notice mutants which none of these does.
fn hunt(
    job: &Job,
    class: &AnalysedClass,
    executor: &mut dyn MutantObserver,
    known: (Vec<StableTest>, KillMatrix),
    deadline: &mut Deadline<'_>,
) -> (Vec<StableTest>, KillMatrix) {
    let mut variations = Variations::new(&job.config.search, &class.cluster, &class.constants);
    let mut vary = |stable: &StableTest, operands: Option<&[Operand]>| match operands {
        Some(operands) => variations.by_operands(&stable.test, operands),
        None => variations.by_chance(&stable.test, stable.exception.is_some()),
    };
    hunt_survivors(executor, &class.cluster, known, &mut vary, deadline)
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

/// Tells the supervisor now and then that tests are being run.
struct SignsOfLife<'a> {
    messages: &'a Messages,
    last: Instant,
    started: Instant,
}

impl SignsOfLife<'_> {
    fn give(&mut self) {
        if self.last.elapsed() >= SIGN_OF_LIFE_EVERY {
            self.last = Instant::now();
            self.messages.send(&WorkerMessage::SignOfLife);
        }
    }

    /// Over with this time since the task was begun, or once it was asked for so often: with a budget of statements the suite is the same on every
    /// machine.
    fn deadline(&mut self, mut runs: u64, time: Option<Duration>) -> Deadline<'_> {
        Deadline::new(move || {
            self.give();
            runs = runs.saturating_sub(1);
            runs == 0 || time.is_some_and(|time| self.started.elapsed() >= time)
        })
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
        parameterized: job.config.parameterized,
    };
    let package = package(job, &class.under_test).replace('/', ".");
    writer.write(&package, &task.suite_name, tests)
}
