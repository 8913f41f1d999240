//! Runs a command under the limits of a worker, but for the right to start programs: the JVM that verifies a suite.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use evoke_jvm::enter_sandbox_to_exec;

use crate::exit_code::ExitCode;

/// Takes the place of this process by the command; returns only if that fails.
pub(crate) fn run(scratch: &Path, command: &[String]) -> Result<ExitCode> {
    // What is missing here was missing for the workers, too, and has been told.
    let _ = enter_sandbox_to_exec(&[scratch]);
    let (program, arguments) = command.split_first().context("no command was given")?;
    let error = Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("start {program}"))
}
