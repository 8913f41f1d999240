//! What can keep a project from being read.

use std::io;
use std::path::{Path, PathBuf};

/// Why nothing is known of a project.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// The folder is not there or is no folder.
    #[error("`{0}` is not a folder")]
    NoFolder(PathBuf),
    /// Neither Maven nor Gradle would find anything to build.
    #[error("there is no pom.xml, build.gradle or build.gradle.kts in `{0}`")]
    NoBuild(PathBuf),
    /// The build tool is not installed.
    #[error("cannot start `{tool}`: {source}")]
    NoTool {
        /// The program.
        tool: String,
        /// What the system says.
        source: io::Error,
    },
    /// The project does not build.
    #[error("the build failed: {first}")]
    Build {
        /// The first line of its output that tells of an error.
        first: String,
        /// The command that failed.
        command: String,
    },
    /// The build tool answered something that is not understood.
    #[error("what {tool} says of the project cannot be read: {why}")]
    Answer {
        /// The build tool.
        tool: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// `git` does not know the changes.
    #[error("git cannot tell what changed: {0}")]
    Changes(String),
    /// A pattern for class names is none.
    #[error("`{pattern}` is no pattern for class names: {why}")]
    Pattern {
        /// As typed.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// Compiled classes cannot be read.
    #[error(transparent)]
    Classes(#[from] evoke_classfile::ClassPathError),
    /// The operating system refused.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// Its reason.
        source: io::Error,
    },
}

impl ProjectError {
    /// The Java source that a failed build complains about first, where it says so.
    pub fn source_file(&self) -> Option<&Path> {
        let Self::Build { first, .. } = self else { return None };
        let (path, _) = first.split_once(".java:")?;
        Some(Path::new(&first[..path.len() + ".java".len()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_that_does_not_compile_is_known() {
        let of = |first: &str| {
            let error = ProjectError::Build { first: first.to_owned(), command: "mvn test".to_owned() };
            error.source_file().map(Path::to_path_buf)
        };
        assert_eq!(of("/p/A.java:[3,5] ';' expected"), Some("/p/A.java".into()));
        assert_eq!(of("/p/A.java:3: error: ';' expected"), Some("/p/A.java".into()));
        assert_eq!(of("Could not find x:y:1."), None);
    }
}
