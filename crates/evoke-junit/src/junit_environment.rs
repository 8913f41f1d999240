//! What suites are compiled and run with: a JDK, the user's classes, and JUnit.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{self, Path, PathBuf};

use evoke_classfile::Jdk;

use crate::junit_version::JUnitVersion;

/// Where suites for one class path can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JUnitEnvironment {
    /// Whose `java` is used; it must have a compiler.
    pub jdk: Jdk,
    /// The user's class path.
    pub class_path: Vec<PathBuf>,
    /// What [`crate::locate_junit`] found.
    pub junit_jars: Vec<PathBuf>,
    /// What their JVMs are started with as agents; none but where suites have mocks.
    pub agents: Vec<PathBuf>,
    /// What the suites are written for.
    pub version: JUnitVersion,
}

impl JUnitEnvironment {
    /// A class path of these folders, JUnit and the user's classes, as `java` takes it.
    ///
    /// # Errors
    ///
    /// If the working folder is gone, or a path holds what separates paths.
    pub fn joined_class_path(&self, first: &[&Path]) -> io::Result<OsString> {
        let others = self.junit_jars.iter().chain(&self.class_path).map(PathBuf::as_path);
        let entries: Vec<PathBuf> =
            first.iter().copied().chain(others).map(path::absolute).collect::<Result<_, _>>()?;
        env::join_paths(entries).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
    }
}
