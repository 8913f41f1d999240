//! Who hears how a search goes while it runs.

use crate::{Archive, Statistics};

/// Hears how a search goes. `()` does not listen.
pub trait SearchListener {
    /// Called after every generation.
    fn generation_finished(&mut self, progress: &Progress, archive: &Archive);

    /// Called after every run of a test, before it is offered to the archive, which can be saved as a snapshot.
    fn test_finished(&mut self, _archive: &Archive) {}
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What was spent.
    pub statistics: Statistics,
    /// Goals covered.
    pub n_covered: usize,
    /// All goals.
    pub n_goals: usize,
}

impl SearchListener for () {
    fn generation_finished(&mut self, _: &Progress, _: &Archive) {}
}
