//! `evoke clean`: removes suites that Evoke wrote and nobody has edited since, and what it keeps of them for later runs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_junit::Ownership;
use walkdir::{DirEntry, WalkDir};

use crate::cli::CleanArgs;
use crate::destination::{SUITE_ENDING, owner};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::project::KEPT_FOLDER;

/// Folders in which nobody keeps sources.
const NOT_SOURCES: [&str; 4] = ["target", "build", "node_modules", ".git"];

/// Looks for suites in a folder and removes those that are as they were written.
pub(crate) fn run(args: &CleanArgs) -> Result<ExitCode> {
    if !args.folder.is_dir() {
        return Err(Failure::usage(format_args!("`{}` is not a folder", args.folder.display()))
            .with_hint("give the folder of a project, or one of suites")
            .into());
    }
    let (mut n_removed, mut n_kept) = (0_u32, 0_u32);
    for file in suites(&args.folder) {
        match owner(&file).with_context(|| format!("read {}", file.display()))? {
            Some(Ownership::Own) => {
                fs::remove_file(&file).with_context(|| format!("remove {}", file.display()))?;
                n_removed += 1;
            }
            Some(Ownership::Edited) => {
                eprintln!("{} was edited and is left as it is", file.display());
                n_kept += 1;
            }
            Some(Ownership::Foreign) | None => {}
        }
    }
    let kept = args.folder.join(KEPT_FOLDER);
    if kept.is_dir() {
        fs::remove_dir_all(&kept).with_context(|| format!("remove {}", kept.display()))?;
    }
    println!("{n_removed} suites removed, {n_kept} edited ones left");
    Ok(ExitCode::Success)
}

/// Files below the folder that are called as suites are.
fn suites(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_looked_at = |entry: &DirEntry| {
        entry.depth() == 0 || !NOT_SOURCES.iter().any(|name| entry.file_name() == OsStr::new(name))
    };
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_looked_at).flatten();
    let is_suite = |entry: &DirEntry| {
        entry.file_type().is_file() && entry.file_name().to_string_lossy().ends_with(SUITE_ENDING)
    };
    files.filter(is_suite).map(DirEntry::into_path)
}
