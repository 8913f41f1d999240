//! The project that a user wants tests for, as its build tool knows it, or as it was when the tool was asked last.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use evoke_project::{Project, ProjectStamp, discover, of_folders, tool_of};

use super::failures::failure;
use super::store::Store;
use crate::cli::GenerateCommand;
use crate::destination::is_own;
use crate::failure::Failure;
use crate::options;
use crate::progress::Screen;

/// The project asked for, compiled.
pub(super) fn find(args: &GenerateCommand, screen: &Screen) -> Result<Project, Failure> {
    let java_home = args.generate.goals.java_home.as_deref();
    if args.project.class_folders.is_empty() {
        let root = args.project.project.clone().unwrap_or_else(|| PathBuf::from("."));
        of_build_tool(&root, java_home, screen)
    } else {
        of_class_folders(args)
    }
}

fn of_build_tool(root: &Path, java_home: Option<&Path>, screen: &Screen) -> Result<Project, Failure> {
    let tool = tool_of(root).map_err(|error| failure(&error))?;
    if let Some(project) = Store::of(root).read_project(java_home) {
        screen.say(&format!("{} has compiled the project as it is", tool.name()));
        return Ok(project);
    }
    screen.say(&format!("{} compiles the project and says where its classes are", tool.name()));
    let begun = SystemTime::now();
    let project = discover(root, java_home).map_err(|error| failure(&error))?;
    let stamp = ProjectStamp::of(&project, java_home, &is_own);
    // What was changed meanwhile may not have been compiled.
    if stamp.is_older_than(begun)
        && let Err(error) = Store::of(&project.root).write_project(&project, &stamp)
    {
        screen.detail(&format!("note: nothing is kept for later runs: {error}"));
    }
    Ok(project)
}

fn of_class_folders(args: &GenerateCommand) -> Result<Project, Failure> {
    let folders = options::absolute(&args.project.class_folders)?;
    if let Some(missing) = folders.iter().find(|folder| !folder.exists()) {
        return Err(Failure::usage(format_args!("`{}` is not there", missing.display()))
            .with_hint("--classes takes a folder of compiled classes, or a jar"));
    }
    let root = std::env::current_dir()
        .map_err(|error| Failure::environment(format_args!("find the current folder: {error}")))?;
    // The default of --classpath, the current folder, is not meant here.
    let typed = Some(args.generate.goals.classpath.as_str()).filter(|typed| *typed != ".");
    let others: Vec<PathBuf> = typed
        .into_iter()
        .flat_map(|typed| typed.split(':'))
        .filter(|it| !it.is_empty())
        .map(PathBuf::from)
        .collect();
    Ok(of_folders(root, folders, &options::absolute(&others)?))
}
