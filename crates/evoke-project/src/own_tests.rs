//! Runs the tests of a project as its own build does.

use std::path::Path;

use crate::discovery::{BuildTool, Project};
use crate::error::ProjectError;
use crate::tool_run::run_offline_first;

/// Runs all tests of the project; says nothing if they pass, which they are taken to do where there is no build.
///
/// # Errors
///
/// [`ProjectError::Build`] with the first line about what failed.
pub fn run_own_tests(project: &Project, java_home: Option<&Path>) -> Result<(), ProjectError> {
    let (options, offline): (&[&str], _) = match project.tool {
        BuildTool::Maven => (&["-q", "-B", "-Dstyle.color=never", "test"], "-o"),
        BuildTool::Gradle => (&["-q", "--console=plain", "test"], "--offline"),
        BuildTool::None => return Ok(()),
    };
    let arguments: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    let program = project.tool.program(&project.root);
    run_offline_first(&program, &project.root, java_home, (offline, "test"), &arguments).map(drop)
}
