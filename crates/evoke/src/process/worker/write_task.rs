//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! A class whose initialiser failed under one test is lost to those after it, which are then run first, in a JVM more; so are those that end
//! otherwise after one that was stopped, where they are many.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted. Then the tests are run on
//! mutants of the class; mutants come last because they spoil static state, which is put back once that shows.

use std::time::Duration;

use anyhow::Result;
use evoke_junit::{StubStyle, has_mock};
use evoke_jvm::Surroundings;
use evoke_suite::{CoverageCheck, Loss, NoticedGoals, confirm, record_stub_calls};
use evoke_testcase::{Executor, TestCase};

use super::analysed_class::AnalysedClass;
use super::author::Author;
use super::begun_job::BegunJob;
use super::mutant_phase::MutantPhase;
use super::signs_of_life::SignsOfLife;
use super::test_jvm;
use super::warnings::Warnings;
use crate::process::job::WriteTask;
use crate::process::message::{LostTest, WorkerMessage};

/// What running the tests again has at least, however late it begins: those that are not run again assert nothing but how they end.
const LEAST_FOR_CONFIRMING: Duration = Duration::from_secs(1);

/// Does the task. The supervisor has a suite to go on with after each step, should the next one end this process.
pub(super) fn run(begun: BegunJob<'_>, task: &WriteTask) -> Result<()> {
    let BegunJob { job, index, messages, started, .. } = begun;
    let class = AnalysedClass::of(job, index, started)?;
    let observed = task.handover.unpack(class.fingerprint())?;
    let jvm = test_jvm::start(&class, job, &Surroundings::CONTRASTING)?;
    let mut executor = test_jvm::executor(&class, &jvm, job, &Warnings::default())?;
    // As where the suite will be run: what depends on other tests shows.
    executor.keep_static_state(true);
    // Their probes take many times as long as the code they are in.
    executor.tell_mutants(false);
    let mut signs = SignsOfLife::new(messages, started);
    let [time, time_of_mutants] = [task.time.map(|time| time.all), task.time.map(|time| time.mutants)];
    let mut deadline =
        signs.deadline(u64::MAX, time.map(|time| time.max(started.elapsed() + LEAST_FOR_CONFIRMING)));
    let check = CoverageCheck::new(&class.under_test, &[]);
    let n_observed = observed.len();
    let mut confirmed = confirm(&mut executor, &class.cluster, &check, observed, &task.first, &mut deadline);
    if task.first.is_empty() && !confirmed.fallen.is_empty() {
        drop(deadline);
        messages.send(&WorkerMessage::Fallen(confirmed.fallen));
        return Ok(());
    }
    let is_mocking =
        |test: &TestCase| job.config.stubs == StubStyle::Mockito && has_mock(test, &class.cluster);
    record_stub_calls(&mut executor, &mut confirmed.tests, is_mocking, &mut deadline);
    drop(deadline);
    let n_dropped = n_observed.saturating_sub(confirmed.tests.len()) as u32;
    let lost = confirmed.losses.into_iter().map(lost_test).collect();
    let noticed_goals = NoticedGoals::of(&class.under_test);
    let author = Author { job, task, class: &class, n_dropped, lost, noticed_goals: &noticed_goals, started };
    let draft = author.write(&confirmed.tests, None);
    if class.instrumented.mutants.is_empty() {
        messages.send(&WorkerMessage::Written(draft));
        return Ok(());
    }
    messages.send(&WorkerMessage::Drafted(draft));
    executor.tell_mutants(true);
    let claims = noticed_goals.claims(&confirmed.tests);
    let mut phase = MutantPhase::new(job, &class, &mut executor, &mut signs, time_of_mutants);
    let mut known = phase.notice(confirmed.tests, &claims);
    messages.send(&WorkerMessage::Drafted(author.write(&known.tests, Some(&known.kills))));
    // Else nothing is wanted besides what was asked for.
    if !job.config.search_config().late.criteria.is_empty() {
        known = phase.hunt(known, &check);
        messages.send(&WorkerMessage::Drafted(author.write(&known.tests, Some(&known.kills))));
    }
    let known = phase.thin_out(known, |goal| author.purpose(goal));
    messages.send(&WorkerMessage::Drafted(author.write(&known.tests, Some(&known.kills))));
    let known = phase.trim(known, &check, |goal| author.purpose(goal));
    messages.send(&WorkerMessage::Drafted(author.write(&known.tests, Some(&known.kills))));
    let mut known = phase.ask(known);
    record_stub_calls(&mut executor, &mut known.tests, is_mocking, &mut signs.deadline(u64::MAX, time));
    messages.send(&WorkerMessage::Written(author.write(&known.tests, Some(&known.kills))));
    Ok(())
}

fn lost_test(loss: Loss) -> LostTest {
    LostTest { reason: loss.reason.to_string(), goals: loss.goals }
}
