//! The project that a user wants tests for, as its build tool knows it, or as it was when the tool was asked last.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use evoke_project::{Project, ProjectError, ProjectStamp, TestSources, discover, of_folders, tool_of};

use super::failures::failure;
use super::store::Store;
use crate::cli::GenerateCommand;
use crate::destination::is_own;
use crate::failure::Failure;
use crate::options;
use crate::progress::Screen;

/// A project, compiled.
pub(super) struct FoundProject {
    pub(super) project: Project,
    /// Whether suites of an earlier run kept its tests from being compiled.
    pub(super) has_broken_suites: bool,
}

/// The project asked for.
pub(super) fn find(args: &GenerateCommand, screen: &Screen) -> Result<FoundProject, Failure> {
    let java_home = args.generate.goals.java_home.as_deref();
    if args.project.class_folders.is_empty() {
        let root = args.project.project.clone().unwrap_or_else(|| PathBuf::from("."));
        of_build_tool(&root, java_home, screen)
    } else {
        Ok(FoundProject { project: of_class_folders(args)?, has_broken_suites: false })
    }
}

fn of_build_tool(root: &Path, java_home: Option<&Path>, screen: &Screen) -> Result<FoundProject, Failure> {
    let tool = tool_of(root).map_err(|error| failure(&error))?;
    if let Some(project) = Store::of(root).read_project(java_home) {
        screen.say(&format!("{} has compiled the project as it is", tool.name()));
        return Ok(FoundProject { project, has_broken_suites: false });
    }
    screen.say(&format!("{} compiles the project and says where its classes are", tool.name()));
    let begun = SystemTime::now();
    let project = match discover(root, java_home, TestSources::Compile) {
        Ok(project) => project,
        Err(error) if error.source_file().is_some_and(is_own) => {
            return without_tests(root, java_home, &error, screen);
        }
        Err(error) => return Err(failure(&error)),
    };
    let stamp = ProjectStamp::of(&project, java_home, &is_own);
    // What was changed meanwhile may not have been compiled.
    if stamp.is_older_than(begun)
        && let Err(error) = Store::of(&project.root).write_project(&project, &stamp)
    {
        screen.detail(&format!("note: nothing is kept for later runs: {error}"));
    }
    Ok(FoundProject { project, has_broken_suites: false })
}

/// A project whose classes have changed so that a suite which Evoke wrote does not compile any more. Nothing is kept of it: with new suites its
/// tests are compiled again.
fn without_tests(
    root: &Path,
    java_home: Option<&Path>,
    broken: &ProjectError,
    screen: &Screen,
) -> Result<FoundProject, Failure> {
    screen.say(&format!("warning: the tests are left as they were compiled last, since a suite of an earlier run is broken: {broken}"));
    let project = discover(root, java_home, TestSources::Leave).map_err(|error| failure(&error))?;
    Ok(FoundProject { project, has_broken_suites: true })
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
