//! Runs a command under the limits of a worker, but for the right to start programs: the JVM that verifies a suite.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use evoke_jvm::{enter_sandbox, enter_sandbox_to_exec};
use rustix::process::{Signal, set_parent_process_death_signal, setpgid};

use crate::exit_code::ExitCode;

/// What starts a program that may write to these folders and nowhere else, for the program and its arguments to follow.
pub(crate) fn confined(folders: &[&Path]) -> io::Result<Vec<OsString>> {
    let mut words = vec![env::current_exe()?.into_os_string(), "__confined".into()];
    for folder in folders {
        words.extend(["--write".into(), (*folder).into()]);
    }
    words.push("--".into());
    Ok(words)
}

/// Takes the place of this process by the command; returns only if that fails.
pub(crate) fn run(folders: &[PathBuf], command: &[OsString]) -> Result<ExitCode> {
    leave_terminal().context("leave the terminal to the supervisor")?;
    // What is missing here was missing for the workers, too, and has been told.
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let _ = enter_sandbox_to_exec(&folders);
    let (program, arguments) = command.split_first().context("no command was given")?;
    let error = Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("start {}", program.display()))
}

/// Enters the sandbox of a worker, and prints which protections this kernel lacks, a line each.
pub(crate) fn print_missing_protections() -> Result<ExitCode> {
    for protection in enter_sandbox(&[]).missing {
        writeln!(io::stdout(), "{} ({})", protection.what, protection.why)?;
    }
    Ok(ExitCode::Success)
}

/// Makes the process one that Ctrl-C does not reach, since the supervisor decides what is still brought to its end, and that ends with
/// the supervisor.
pub(crate) fn leave_terminal() -> io::Result<()> {
    // Fails only where the process already leads a group, which is as good.
    let _ = setpgid(None, None);
    set_parent_process_death_signal(Some(Signal::KILL))?;
    Ok(())
}
