//! What a study consists of.

use std::time::Duration;

use crate::budget::Budget;
use crate::configuration::Configuration;
use crate::subject::Subject;

/// A study as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// What it is called in reports.
    pub name: String,
    /// In the order of the file.
    pub configurations: Vec<Configuration>,
    /// In the order of the file, each once.
    pub subjects: Vec<Subject>,
    /// By subject the line of the file that names it, from 1.
    pub subject_lines: Vec<usize>,
    /// Seeds of the random generator, each once.
    pub seeds: Vec<u64>,
    /// What a run may use.
    pub budget: Budget,
    /// Runs at the same time, if the file says so.
    pub jobs: Option<usize>,
    /// After so long a run is ended and counts as failed.
    pub timeout: Duration,
    /// In how many JVMs each suite is run to measure what it costs; 0 for none.
    pub cost_runs: u32,
    /// Name of the configuration that the others are compared with; else all are compared with each other.
    pub baseline: Option<String>,
    /// The text of the file.
    pub text: String,
}
