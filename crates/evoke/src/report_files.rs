//! The files about a run that a user asked for.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_report::{RecordError, RunRecord};

use crate::failure::Failure;
use crate::whole_file;

/// What is typed of them.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ReportFiles {
    /// Write the result as one JSON object
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write what is left uncovered, and what changed under earlier tests, for code scanning
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write which tests passed when they were verified, and why others were dropped, as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit_xml: Option<PathBuf>,
}

impl ReportFiles {
    /// Refuses files in folders that are not there.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let named = [("--json", &self.json), ("--sarif", &self.sarif), ("--junit-xml", &self.junit_xml)];
        named
            .into_iter()
            .filter_map(|(option, file)| Some((option, file.as_deref()?)))
            .try_for_each(check_file)
    }

    /// Writes those that are asked for.
    pub(crate) fn write(&self, record: &RunRecord) -> Result<()> {
        write(self.json.as_deref(), || record.to_json())?;
        write(self.sarif.as_deref(), || record.to_sarif())?;
        write(self.junit_xml.as_deref(), || record.to_junit_xml())
    }
}

/// Refuses the file of an option in a folder that is not there.
pub(crate) fn check_file((option, file): (&str, &Path)) -> Result<(), Failure> {
    if whole_file::folder_of(file).is_dir() && !file.is_dir() {
        return Ok(());
    }
    Err(Failure::usage(format_args!("cannot write `{}`", file.display()))
        .with_hint(format_args!("{option} takes a file in a folder that exists")))
}

fn write(file: Option<&Path>, text: impl FnOnce() -> Result<String, RecordError>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let text = text().with_context(|| format!("write {}", file.display()))?;
    whole_file::write(file, &text).map_err(|error| {
        let what = format_args!("cannot write `{}`: {error}", file.display());
        Failure::environment(what)
            .with_hint("the suites are in place; make room, or give another file, and run it again")
            .into()
    })
}
