//! Finds the build tool of a folder and asks it for the modules.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::ProjectError;
use crate::module::Module;
use crate::test_sources::TestSources;
use crate::{gradle, maven};

/// A project as its build tool sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// Its folder, absolute.
    pub root: PathBuf,
    /// What builds it.
    pub tool: BuildTool,
    /// Those with code, in the order of the build.
    pub modules: Vec<Module>,
}

/// What builds a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildTool {
    /// Maven, by the project's wrapper where there is one.
    Maven,
    /// Gradle, by the project's wrapper where there is one.
    Gradle,
    /// None: folders of classes were given.
    None,
}

impl BuildTool {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maven => "Maven",
            Self::Gradle => "Gradle",
            Self::None => "none",
        }
    }

    /// The program that is started for a project in this folder: the wrapper in it, or what is installed.
    pub fn program(self, root: &Path) -> PathBuf {
        let (wrapper, installed) = match self {
            Self::Maven => ("mvnw", "mvn"),
            Self::Gradle | Self::None => ("gradlew", "gradle"),
        };
        let wrapper = root.join(wrapper);
        if wrapper.is_file() { wrapper } else { PathBuf::from(installed) }
    }
}

/// The build tool of a folder. Where there are build files of both, Maven's counts.
///
/// # Errors
///
/// [`ProjectError::NoFolder`], [`ProjectError::NoBuild`].
pub fn tool_of(root: &Path) -> Result<BuildTool, ProjectError> {
    if !root.is_dir() {
        return Err(ProjectError::NoFolder(root.to_owned()));
    }
    let has = |names: &[&str]| names.iter().any(|name| root.join(name).is_file());
    if has(&["pom.xml"]) {
        Ok(BuildTool::Maven)
    } else if has(&["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]) {
        Ok(BuildTool::Gradle)
    } else {
        Err(ProjectError::NoBuild(root.to_owned()))
    }
}

/// Compiles the project in this folder where its build finds that needed, its tests if so asked, and asks for its modules. `java_home` is
/// the JDK that the build tool is to run on; without it, that of its own choice.
///
/// # Errors
///
/// There is no build, its tool is missing, or the build fails.
pub fn discover(root: &Path, java_home: Option<&Path>, tests: TestSources) -> Result<Project, ProjectError> {
    let tool = tool_of(root)?;
    let root = root
        .canonicalize()
        .map_err(|source| ProjectError::Io { what: format!("resolve `{}`", root.display()), source })?;
    let program = tool.program(&root);
    let mut modules = match tool {
        BuildTool::Maven => maven::modules(&program, &root, java_home, tests)?,
        BuildTool::Gradle | BuildTool::None => gradle::modules(&program, &root, java_home, tests)?,
    };
    modules.retain(|module| !module.classes.is_empty());
    Ok(Project { root, tool, modules })
}

/// A project without a build tool: one module of these folders of classes, which needs this class path. All paths are absolute.
pub fn of_folders(root: PathBuf, classes: Vec<PathBuf>, others: &[PathBuf]) -> Project {
    let name =
        root.file_name().map_or_else(|| "classes".to_owned(), |name| name.to_string_lossy().into_owned());
    let module = Module {
        name,
        folder: root.clone(),
        class_path: classes.iter().chain(others).cloned().collect(),
        classes,
        sources: Vec::new(),
        test_sources: None,
        test_classes: Vec::new(),
        build_folder: None,
        release: None,
        measures_coverage: false,
    };
    Project { root, tool: BuildTool::None, modules: vec![module] }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn build_tool_is_that_of_the_build_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(tool_of(folder.path()), Err(ProjectError::NoBuild(_))));
        fs::write(folder.path().join("build.gradle.kts"), "").unwrap();
        assert_eq!(tool_of(folder.path()).unwrap(), BuildTool::Gradle);
        fs::write(folder.path().join("pom.xml"), "").unwrap();
        assert_eq!(tool_of(folder.path()).unwrap(), BuildTool::Maven);
        assert!(matches!(tool_of(&folder.path().join("pom.xml")), Err(ProjectError::NoFolder(_))));
    }

    #[test]
    fn wrapper_of_the_project_goes_before_what_is_installed() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(BuildTool::Maven.program(folder.path()), Path::new("mvn"));
        fs::write(folder.path().join("mvnw"), "").unwrap();
        assert_eq!(BuildTool::Maven.program(folder.path()), folder.path().join("mvnw"));
    }
}
