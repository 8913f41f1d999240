//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use evoke_analysis::{ClassLibrary, GoalId};
use evoke_junit::{SuiteWriter, TestDraft, choose_assertions, draft_test, name_tests};
use evoke_jvm::Surroundings;
use evoke_testcase::{Observations, Observer as _};

use super::Messages;
use super::session::{Session, lock_up};
use crate::class_names::LibraryNames;
use crate::process::job::{FoundTest, Job, Progress, WorkerMessage, WriteTask, Written};

/// Does the task.
pub(super) fn run(job: &Job, task: &WriteTask, messages: &Messages) -> Result<()> {
    let started = Instant::now();
    messages.send(&WorkerMessage::Started { missing_protections: lock_up(job) });
    let session = Session::open(job)?;
    let jvm = session.start_jvm(job, &Surroundings::CONTRASTING)?;
    let mut executor = session.executor(&jvm, job, &task.quarantine, task.careful, &BTreeSet::new())?;
    let mut again: Vec<Observations> = Vec::with_capacity(task.tests.len());
    for found in task.tests.iter().rev() {
        again.push(executor.observe(&found.test));
        messages.send(&WorkerMessage::Progress(Progress::default()));
    }
    again.reverse();
    let (mut drafts, goals) = drafts(&session, &task.tests, &again);
    choose_assertions(&mut drafts, &session.cluster);
    name_tests(&mut drafts, &session.cluster);
    let library = ClassLibrary::new(&session.class_path);
    let names = LibraryNames { library: &library, hierarchy: &session.hierarchy };
    let writer = SuiteWriter { cluster: &session.cluster, classes: &names, version: task.junit };
    let package = job.class.package().replace('/', ".");
    let suite = writer.write(&package, &task.suite_name, &drafts);
    messages.send(&WorkerMessage::Written(Box::new(Written {
        suite,
        goals,
        unstable_tests: (task.tests.len() - drafts.len()) as u32,
        seconds: started.elapsed().as_secs_f64(),
    })));
    Ok(())
}

/// Tests that ended the same way twice, with the goals of each.
fn drafts(
    session: &Session,
    tests: &[FoundTest],
    again: &[Observations],
) -> (Vec<TestDraft>, Vec<Vec<GoalId>>) {
    tests
        .iter()
        .zip(again)
        .filter_map(|(found, again)| {
            let draft = draft_test(&found.test, &session.cluster, &found.observations, again)?;
            Some((draft, found.goals.clone()))
        })
        .unzip()
}
