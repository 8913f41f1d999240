//! `evoke study`: experiments on test generation. What they are is in `evoke-study`; here they meet the command line, the JDK and
//! the screen.

mod collect;
mod command_options;
mod machine_tools;
mod progress_line;
mod queue_address;
mod report;
mod run;
mod store_failure;
mod work;

use anyhow::Result;

use crate::cli::StudyCommand;
use crate::exit_code::ExitCode;

/// Does what was asked for.
pub(crate) fn run(command: &StudyCommand) -> Result<ExitCode> {
    match command {
        StudyCommand::Run(args) => run::run(args),
        StudyCommand::Work(args) => work::run(args),
        StudyCommand::Report(args) => report::run(args),
    }
}
