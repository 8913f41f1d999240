//! `evoke clean`: removes suites that Evoke wrote and nobody has edited since, and what it keeps of them for later runs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_junit::Ownership;
use evoke_project::tool_of;
use walkdir::{DirEntry, WalkDir};

use crate::cli::CleanArgs;
use crate::destination::{SUITE_ENDING, owner};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::project::KEPT_FOLDER;

/// Folders in which nobody keeps sources.
const NOT_SOURCES: [&str; 2] = ["node_modules", ".git"];
/// Folders in which builds keep what they make. Packages may be called so, too: beside a build file they are not.
const BUILD_FOLDERS: [&str; 2] = ["target", "build"];

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
    let is_looked_at = |entry: &DirEntry| entry.depth() == 0 || may_have_sources(entry.path());
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_looked_at).flatten();
    let is_suite = |entry: &DirEntry| {
        entry.file_type().is_file() && entry.file_name().to_string_lossy().ends_with(SUITE_ENDING)
    };
    files.filter(is_suite).map(DirEntry::into_path)
}

fn may_have_sources(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_beside_build_file = || path.parent().is_some_and(|folder| tool_of(folder).is_ok());
    let is_made = BUILD_FOLDERS.contains(&&*name) && is_beside_build_file();
    !is_made && !NOT_SOURCES.contains(&&*name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_of_packages_called_as_folders_of_builds_are_found() {
        let root = tempfile::tempdir().unwrap();
        let mut expected = Vec::new();
        for (file, is_found) in [
            ("app/build.gradle.kts", false),
            ("app/build/tmp/AEvokeTest.java", false),
            ("app/src/test/java/p/build/AEvokeTest.java", true),
            ("app/src/test/java/target/AEvokeTest.java", true),
            ("node_modules/AEvokeTest.java", false),
            ("pom.xml", false),
            ("target/AEvokeTest.java", false),
        ] {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            expected.extend(is_found.then_some(path));
        }
        assert_eq!(suites(root.path()).collect::<Vec<_>>(), expected);
    }
}
