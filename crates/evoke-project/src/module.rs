//! What is known of one module of a project.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A module with code of its own. All paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// What its build calls it.
    pub name: String,
    /// Where its build file is.
    pub folder: PathBuf,
    /// Folders of its compiled classes, tests apart.
    pub classes: Vec<PathBuf>,
    /// What its tests are compiled and run with: its classes, then what they and the tests depend on; without test classes.
    pub class_path: Vec<PathBuf>,
    /// Folders of its sources, tests apart, written by hand.
    pub sources: Vec<PathBuf>,
    /// Where its sources of tests belong, if its build says so; the folder need not be there.
    pub test_sources: Option<PathBuf>,
    /// Folders of its compiled tests that are there.
    pub test_classes: Vec<PathBuf>,
    /// Where its build puts what it makes, generated sources among it.
    pub build_folder: Option<PathBuf>,
    /// The Java release it is compiled for, if its build says so.
    pub release: Option<u16>,
    /// Whether its build measures the coverage of its tests with JaCoCo.
    pub measures_coverage: bool,
}
