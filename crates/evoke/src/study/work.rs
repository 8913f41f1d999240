//! `evoke study work`: does runs that lie on a queue.

use std::cell::Cell;

use anyhow::{Context, Result};
use evoke_study::queue::{WorkerEvent, work};

use super::machine_tools::{maven, program};
use super::queue_address::{queue_address, queue_failure};
use crate::cli::StudyWorkArgs;
use crate::exit_code::ExitCode;
use crate::options::{default_jobs, locate_jdk};
use crate::scratch_root::scratch_of_worker;

/// Works until it is stopped.
pub(super) fn run(args: &StudyWorkArgs) -> Result<ExitCode> {
    let program = program(&locate_jdk(args.java_home.as_deref())?)?;
    let address = queue_address(&args.queue, &args.access)?;
    let scratch = scratch_of_worker().context("create a scratch folder")?;
    let jobs = args.jobs.map_or_else(default_jobs, usize::from);
    let maven = maven()?;
    let teller = Teller { is_quiet: args.quiet, is_in_trouble: Cell::new(false) };
    if !args.quiet {
        eprintln!("build {} on JDK {}, {jobs} runs at a time", program.identity.digest, program.identity.jdk);
    }
    work(&address, &program, &maven, jobs, scratch.path(), |event| teller.tell(event))
        .map_err(queue_failure)?;
    Ok(ExitCode::Success)
}

/// Says what happens to the worker.
struct Teller {
    is_quiet: bool,
    /// Whether it was told that the server does not answer, which is told once for each time.
    is_in_trouble: Cell<bool>,
}

impl Teller {
    fn tell(&self, event: WorkerEvent) {
        match event {
            WorkerEvent::Done(run) => {
                self.is_in_trouble.set(false);
                if !self.is_quiet {
                    eprintln!("done: {}, {}, seed {}", run.subject.name(), run.configuration, run.seed);
                }
            }
            WorkerEvent::Trouble(error) => {
                if !self.is_in_trouble.replace(true) {
                    eprintln!("warning: {error}; trying again");
                }
            }
        }
    }
}
