//! The worker process: reads one job from standard input, answers on what was its standard output.
//!
//! Standard output itself is pointed elsewhere at once: the JVM and native code write to it at will.

mod analysed_class;
mod class_provider;
mod deadly_runs;
mod deleted_calls;
mod fingerprint;
mod messages;
mod quarantine;
mod reporter;
mod search_task;
mod stopwatch;
mod test_jvm;
mod warnings;
mod write_task;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use anyhow::{Context, Result};
use evoke_jvm::{ScratchFolders, enter_sandbox, on_test_thread};

use crate::process::channel::receive;
use crate::process::confined::leave_terminal;
use crate::process::job::{Job, Task};
use crate::process::message::WorkerMessage;
use crate::process::running_test;
use messages::Messages;

/// Runs the job to its end.
pub(crate) fn run() -> Result<()> {
    leave_terminal().context("ask to end with the supervisor")?;
    let messages = claim_standard_output().context("take over standard output")?;
    let job: Job = receive(&mut io::stdin().lock()).context("read the job")?.context("no job was given")?;
    let outcome = on_test_thread(|| {
        messages.send(&WorkerMessage::Started { missing_protections: lock_up(&job)? });
        match &job.task {
            Task::Search(task) => search_task::run(&job, task, &messages),
            Task::Write(task) => write_task::run(&job, task, &messages),
        }
    });
    if let Err(error) = outcome.context("start the thread that runs tests").flatten() {
        messages.send(&WorkerMessage::Failed { message: format!("{error:#}") });
    }
    // Threads that code under test left behind must not keep the process alive.
    std::process::exit(0)
}

fn claim_standard_output() -> io::Result<Messages> {
    let pipe: OwnedFd = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    Ok(Messages::to(File::from(pipe)))
}

/// Locks the process up; names of the protections that this system does not have.
fn lock_up(job: &Job) -> Result<Vec<String>> {
    let folders = ScratchFolders::create(&job.scratch).context("make the folders of the tests")?;
    let missing = enter_sandbox(&[&folders.temporary, &running_test::file(&job.scratch)]).missing;
    Ok(missing.iter().map(|layer| format!("protection against {} ({})", layer.what, layer.why)).collect())
}
