//! `evoke __search`: classes in, a record of the goals covered by the search alone out. Writes no tests, so that a study of
//! algorithms measures nothing else.

use anyhow::{Context, Result};
use evoke_report::RunRecord;

use crate::class_run::{self, ClassContext};
use crate::cli::SearchArgs;
use crate::exit_code::ExitCode;
use crate::options::Options;
use crate::process::job::Extent;
use crate::process::worker_pool::WorkerPool;
use crate::progress::Screen;
use crate::scratch_root::scratch_root;
use crate::whole_file;

/// Searches one class after the other and prints the record as JSON, or writes it where `--json` says.
pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode> {
    let extent = Extent::SearchOnly { minimises: args.minimise };
    let mut options = Options::resolve(&args.generate)?;
    options.files.check()?;
    // What is measured is the search for what is asked for.
    options.config.guides.clear();
    let scratch = scratch_root().context("create a scratch folder")?;
    let screen = Screen::new(options.verbosity);
    let pool = WorkerPool::in_folder(scratch.path());
    let mut records = Vec::new();
    for (position, class) in options.classes.iter().enumerate() {
        let scratch = scratch.path().join(position.to_string());
        let context = ClassContext::new(&options, &screen, &pool, position, &scratch);
        records.push(class_run::run_search_only(&context, extent, options.start_from.of(class)));
    }
    let record = RunRecord::new(env!("CARGO_PKG_VERSION"), records);
    let text = record.to_json().context("write the result as JSON")?;
    match &options.files.json {
        Some(path) => whole_file::write(path, &text).with_context(|| format!("write {}", path.display()))?,
        None => println!("{text}"),
    }
    Ok(if record.all_ok() { ExitCode::Success } else { ExitCode::Incomplete })
}
