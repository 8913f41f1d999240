//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted.

use std::time::{Duration, Instant};

use anyhow::Result;
use evoke_junit::{SuiteSource, SuiteWriter};
use evoke_jvm::Surroundings;
use evoke_suite::{AssertedTest, Deadline, Loss, choose_assertions, confirm};

use super::analysed_class::{AnalysedClass, package};
use super::messages::Messages;
use super::test_jvm;
use super::warnings::Warnings;
use crate::class_names::LibraryNames;
use crate::process::job::{Job, WriteTask};
use crate::process::message::{LostTest, WorkerMessage, Written};

/// How often the supervisor hears that tests are being run.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_millis(100);

/// Does the task.
pub(super) fn run(job: &Job, task: &WriteTask, messages: &Messages) -> Result<()> {
    let started = Instant::now();
    let class = AnalysedClass::of(job)?;
    let observed = task.handover.unpack(class.fingerprint())?;
    let jvm = test_jvm::start(&class, job, &Surroundings::CONTRASTING)?;
    let mut executor = test_jvm::executor(&class, &jvm, job, &Warnings::default())?;
    let mut said = started;
    let mut deadline = Deadline::new(|| {
        if said.elapsed() >= SIGN_OF_LIFE_EVERY {
            said = Instant::now();
            messages.send(&WorkerMessage::SignOfLife);
        }
        task.time.is_some_and(|time| started.elapsed() >= time)
    });
    let confirmed = confirm(&mut executor, &class.cluster, observed, &mut deadline);
    let tests = choose_assertions(confirmed.tests, &class.cluster);
    messages.send(&WorkerMessage::Written(Box::new(Written {
        suite: write(job, task, &class, &tests),
        lost: confirmed.losses.into_iter().map(lost_test).collect(),
        seconds: started.elapsed().as_secs_f64(),
    })));
    Ok(())
}

fn lost_test(loss: Loss) -> LostTest {
    LostTest { reason: loss.reason.to_string(), goals: loss.goals }
}

fn write(job: &Job, task: &WriteTask, class: &AnalysedClass, tests: &[AssertedTest]) -> SuiteSource {
    let library = class.library();
    let names = LibraryNames { library: &library, hierarchy: &class.hierarchy };
    let writer = SuiteWriter { cluster: &class.cluster, classes: &names, version: job.config.junit };
    let package = package(job, &class.under_test).replace('/', ".");
    writer.write(&package, &task.suite_name, tests)
}
