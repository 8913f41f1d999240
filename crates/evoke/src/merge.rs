//! `evoke merge`: the results of the parts of a run in, the result of the whole out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_report::{ClassRecord, ProjectSummary, RunRecord, Status};

use crate::cli::MergeArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::report_page;

/// Joins the results, prints their tables and writes what was asked for.
pub(crate) fn run(args: &MergeArgs) -> Result<ExitCode> {
    args.files.check()?;
    args.report.as_deref().map_or(Ok(()), report_page::check)?;
    let parts: Vec<RunRecord> = args.results.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let record = RunRecord::merge(parts).map_err(|error| {
        Failure::usage(error)
            .with_hint("give the --json of `evoke generate --shard K/N` for every K from 1 to N, of the same classes")
            .with_code(ExitCode::Incomplete)
    })?;
    args.files.write(&record)?;
    if let Some(folder) = &args.report {
        let source =
            |class: &ClassRecord| Some((class.name_in_parts(), PathBuf::from(class.source.as_ref()?)));
        let sources: BTreeMap<String, PathBuf> = record.classes.iter().filter_map(source).collect();
        report_page::write(folder, &record, &sources)
            .with_context(|| format!("write a page into {}", folder.display()))?;
    }
    print!("{}", ProjectSummary::new(&record));
    let has_failed = record.classes.iter().any(|class| class.status == Status::Failed);
    Ok(if has_failed { ExitCode::Incomplete } else { ExitCode::Success })
}

fn read(path: &Path) -> Result<RunRecord, Failure> {
    let refused = |error: &dyn std::fmt::Display| {
        Failure::usage(format_args!("cannot read `{}`: {error}", path.display()))
            .with_hint("evoke merge takes files that `evoke generate --json` wrote")
    };
    let text = fs::read_to_string(path).map_err(|error| refused(&error))?;
    RunRecord::from_json(&text).map_err(|error| refused(&error))
}
