//! The worker process: reads one job after the other from standard input, answers on what was its standard output.
//!
//! What it keeps from job to job is what it read of the class path. Each job is done in a copy of the process, with a JVM of its own, so that
//! nothing that tests leave behind reaches the next one. A copy that ends in any other way than by itself ends the worker, too.
//!
//! Standard output itself is pointed elsewhere at once: the JVM and native code write to it at will.

mod analysed_class;
mod author;
mod begun_job;
mod class_index;
mod class_provider;
mod deadly_runs;
mod existing_code;
mod fingerprint;
mod messages;
mod minimal_suite;
mod mutant_phase;
mod quarantine;
mod reporter;
mod search_task;
mod signs_of_life;
mod state_watch;
mod stopwatch;
mod test_jvm;
mod warnings;
mod write_task;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::time::Instant;

use anyhow::{Context, Result};
use evoke_jvm::{ScratchFolders, enter_sandbox, in_copy, on_test_thread};
use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};

use crate::process::channel::receive;
use crate::process::confined::leave_terminal;
use crate::process::job::{Job, Task};
use crate::process::message::WorkerMessage;
use crate::process::running_test;
use begun_job::BegunJob;
use class_index::ClassIndex;
use messages::Messages;

/// Does all jobs that come.
pub(crate) fn run() -> Result<()> {
    leave_terminal().context("ask to end with the supervisor")?;
    leave_no_core().context("refuse core dumps")?;
    let messages = claim_standard_output().context("take over standard output")?;
    let mut index = None;
    while let Some(job) = receive::<Job>(&mut io::stdin().lock()).context("read the job")? {
        let started = Instant::now();
        match ClassIndex::of(&job, index.take()) {
            Ok(found) => {
                let mut found = Some(found);
                let mut body = || {
                    let Some(index) = found.take() else { return };
                    work(BegunJob { job: &job, index, messages: &messages, started });
                };
                match in_copy(&mut body) {
                    Ok(status) if status.success() => {}
                    Ok(status) => end_like(status),
                    Err(_) => {
                        // A worker that cannot be copied does one job.
                        body();
                        std::process::exit(0)
                    }
                }
                index = found;
            }
            Err(error) => messages.send(&WorkerMessage::Failed { message: format!("{error:#}") }),
        }
        messages.send(&WorkerMessage::Idle);
    }
    Ok(())
}

/// Does a job in a process that ends after it.
fn work(begun: BegunJob<'_>) {
    let messages = begun.messages;
    let outcome = on_test_thread(|| {
        close_standard_input().context("leave the jobs to the worker")?;
        messages.send(&WorkerMessage::Started { missing_protections: lock_up(begun.job)? });
        match &begun.job.task {
            Task::Search(task) => search_task::run(begun, task),
            Task::Write(task) => write_task::run(begun, task),
        }
    });
    if let Err(error) = outcome.context("start the thread that runs tests").flatten() {
        messages.send(&WorkerMessage::Failed { message: format!("{error:#}") });
    }
}

fn claim_standard_output() -> io::Result<Messages> {
    let pipe: OwnedFd = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    Ok(Messages::to(File::from(pipe)))
}

/// The jobs that are still to come are none of the tests' business, which find nothing to read.
fn close_standard_input() -> io::Result<()> {
    Ok(rustix::stdio::dup2_stdin(&File::open("/dev/null")?)?)
}

/// A copy that dies of a signal makes no core dump, nor does the worker when it follows.
fn leave_no_core() -> io::Result<()> {
    Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?)
}

/// Ends this process as a copy of it has ended, so that the supervisor sees that.
fn end_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        // The first time may go to a handler, which then is no more.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
    }
    std::process::exit(status.code().unwrap_or(1))
}

/// Locks the process up; names of the protections that this system does not have.
fn lock_up(job: &Job) -> Result<Vec<String>> {
    let folders = ScratchFolders::create(&job.scratch).context("make the folders of the tests")?;
    let missing = enter_sandbox(&[&folders.temporary, &running_test::file(&job.scratch)]).missing;
    Ok(missing.iter().map(|layer| format!("protection against {} ({})", layer.what, layer.why)).collect())
}
