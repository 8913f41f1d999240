//! The worker process: reads one job from standard input, answers on what was its standard output.
//!
//! Standard output itself is pointed elsewhere at once: the JVM and native code write to it at will.

mod class_provider;
mod quarantine;
mod search;
mod session;
mod stopwatch;
mod write;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use evoke_jvm::on_test_thread;
use rustix::process::{Signal, set_parent_process_death_signal};

use crate::process::channel::{receive, send};
use crate::process::job::{Job, Task, WorkerMessage};

/// Where a worker's messages go.
pub(crate) struct Messages(Mutex<File>);

impl Messages {
    /// Sends one message. A supervisor that is gone has no use for it, so failure to send is none.
    pub(crate) fn send(&self, message: &WorkerMessage) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = send(&mut *file, message);
    }
}

/// Runs the job to its end.
pub(crate) fn run() -> Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL)).context("ask to end with the supervisor")?;
    let messages = claim_standard_output().context("take over standard output")?;
    let job: Job = receive(&mut io::stdin().lock()).context("read the job")?.context("no job was given")?;
    let outcome = on_test_thread(|| match &job.task {
        Task::Search(task) => search::run(&job, task, &messages),
        Task::Write(task) => write::run(&job, task, &messages),
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
    Ok(Messages(Mutex::new(File::from(pipe))))
}
