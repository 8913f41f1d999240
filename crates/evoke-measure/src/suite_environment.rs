//! What a suite is run with.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use evoke_junit::{JUnitEnvironment, JUnitVersion};

/// A compiled suite, and where it can be run.
#[derive(Clone, Debug)]
pub struct SuiteEnvironment {
    /// JDK, JUnit and class path, that of the suite included.
    pub junit: JUnitEnvironment,
    /// The frameworks that the tests are written for.
    pub versions: Vec<JUnitVersion>,
    /// Binary names of the classes that may have tests.
    pub classes: Vec<String>,
    /// Folders and jars that hold the classes of the suite, which are on the class path too.
    pub entries: Vec<PathBuf>,
    /// A folder for what the JVMs and their tests write.
    pub scratch: PathBuf,
    /// The folder that tests are run in.
    pub working: PathBuf,
    /// A program with its arguments that starts the JVM; empty for none.
    pub wrap: Vec<OsString>,
    /// What a test may take.
    pub per_test: Duration,
}
