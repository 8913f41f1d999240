//! `evoke study report`: what the runs of a study give, as HTML, Markdown and CSV.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use evoke_study::Store;
use evoke_study::report::{Analysis, csv_table, markdown, page};

use super::store_failure::store_failure;
use crate::cli::StudyReportArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::whole_file;

/// Writes the forms asked for; Markdown on standard output if there are none.
pub(super) fn run(args: &StudyReportArgs) -> Result<ExitCode> {
    let store = Store::open_to_read(&args.database).map_err(store_failure)?;
    let study = store.read().map_err(store_failure)?;
    let analysis = Analysis::new(&study);
    if let Some(path) = &args.html {
        write(path, &page(&analysis))?;
    }
    if let Some(path) = &args.markdown {
        write(path, &markdown(&analysis))?;
    }
    if let Some(path) = &args.csv {
        write(path, &csv_table(&analysis).context("write the table as CSV")?)?;
    }
    if args.html.is_none() && args.markdown.is_none() && args.csv.is_none() {
        io::stdout().write_all(markdown(&analysis).as_bytes()).context("write the report")?;
    }
    Ok(ExitCode::Success)
}

/// Writes a report in place of an earlier one, and of nothing else.
fn write(path: &Path, report: &str) -> Result<()> {
    if !is_free(path, report)? {
        return Err(Failure::usage(format_args!(
            "`{}` is there and is no report of this form",
            path.display()
        ))
        .with_hint("give another file")
        .into());
    }
    whole_file::write(path, report).with_context(|| format!("write {}", path.display()))
}

/// Whether there is nothing, or something that begins as this report does.
fn is_free(path: &Path, report: &str) -> Result<bool> {
    let first_line = report.lines().next().unwrap_or_default();
    match fs::read(path) {
        Ok(found) => Ok(found.starts_with(first_line.as_bytes())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error).with_context(|| format!("read {}", path.display())),
    }
}
