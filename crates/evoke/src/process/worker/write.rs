//! The write task: runs the tests once more in reverse order, and writes down what was the same both times.
//!
//! Another JVM, another order, another time, place and luck: what depends on any of them is not asserted.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use evoke_analysis::ClassLibrary;
use evoke_junit::SuiteWriter;
use evoke_jvm::Surroundings;
use evoke_suite::{Deadline, choose_assertions, confirm};

use super::Messages;
use super::session::{Session, lock_up};
use crate::class_names::LibraryNames;
use crate::process::job::{Job, Progress, WorkerMessage, WriteTask, Written};

/// Does the task.
pub(super) fn run(job: &Job, task: &WriteTask, messages: &Messages) -> Result<()> {
    let started = Instant::now();
    messages.send(&WorkerMessage::Started { missing_protections: lock_up(job) });
    let session = Session::open(job)?;
    let jvm = session.start_jvm(job, &Surroundings::CONTRASTING)?;
    let mut executor = session.executor(&jvm, job, &task.quarantine, task.careful, &BTreeSet::new())?;
    let mut deadline = Deadline::new(|| {
        messages.send(&WorkerMessage::Progress(Progress::default()));
        false
    });
    let confirmed = confirm(&mut executor, &session.cluster, task.tests.clone(), &mut deadline);
    let tests = choose_assertions(confirmed.tests, &session.cluster);
    let library = ClassLibrary::new(&session.class_path);
    let names = LibraryNames { library: &library, hierarchy: &session.hierarchy };
    let writer = SuiteWriter { cluster: &session.cluster, classes: &names, version: task.junit };
    let package = job.class.package().replace('/', ".");
    let suite = writer.write(&package, &task.suite_name, &tests);
    messages.send(&WorkerMessage::Written(Box::new(Written {
        suite,
        losses: confirmed.losses,
        seconds: started.elapsed().as_secs_f64(),
    })));
    Ok(())
}
