//! Runs another command of this program that does not outlive whoever started it: a run of a study whose process is killed.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context, Result};
use rustix::process::{Signal, set_parent_process_death_signal};

use crate::exit_code::ExitCode;

/// Takes the place of this process by the command; returns only if that fails.
pub(crate) fn run(command: &[String]) -> Result<ExitCode> {
    set_parent_process_death_signal(Some(Signal::KILL)).context("ask to end with the study")?;
    let program = std::env::current_exe().context("find the evoke binary")?;
    let error = Command::new(program).args(command).exec();
    Err(error).context("start a command of evoke")
}
