//! The `evoke` command: arguments, worker processes, files and exit codes.

mod class_config;
mod class_names;
mod class_run;
mod class_selection;
mod clean;
mod cli;
mod destination;
mod doctor;
mod existing_suite;
mod existing_tests;
mod exit_code;
mod failure;
mod generate;
mod goals;
mod integrate;
mod list;
mod measure;
mod measure_cost;
mod merge;
mod mutate;
mod options;
mod pairs;
mod prepared_suite;
mod process;
mod progress;
mod project;
mod project_args;
mod repeatable_command;
mod report_files;
mod report_page;
mod saved_tests;
mod scratch_root;
mod search_only;
mod study;
mod subject_record;
mod suite_files;
mod tied;
mod whole_file;

use std::process::ExitCode as ProcessExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Command};
use crate::exit_code::ExitCode;
use crate::failure::Failure;

fn main() -> ProcessExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let _ = error.print();
            return if asked_for { ExitCode::Success } else { ExitCode::Usage }.into();
        }
    };
    let outcome = match cli.command {
        Command::Generate(args) => project::generate(&args),
        Command::Clean(args) => clean::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Integrate(args) => integrate::run(&args),
        Command::Goals(args) => goals::run(&args),
        Command::Pairs(args) => pairs::run(&args),
        Command::MeasureCost(args) => measure_cost::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Mutate(args) => mutate::run(&args),
        Command::List { topic } => list::run(topic),
        Command::Search(args) => search_only::run(&args),
        Command::Study { command } => study::run(&command),
        Command::Tied { command } => tied::run(&command),
        Command::Worker => process::worker::run().map(|()| ExitCode::Success),
        Command::Sandbox => process::confined::print_missing_protections(),
        Command::Confined { folders, command } => process::confined::run(&folders, &command),
    };
    match outcome {
        Ok(code) => code.into(),
        Err(error) => {
            let code = error.downcast_ref::<Failure>().map_or(ExitCode::Environment, |failure| failure.code);
            match error.downcast_ref::<Failure>() {
                Some(failure) => eprintln!("{failure}"),
                None => eprintln!("error: {error:#}"),
            }
            code.into()
        }
    }
}
