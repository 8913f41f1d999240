//! Who hears how a search goes while it runs.

use serde::{Deserialize, Serialize};

use crate::{Archive, Statistics};

/// Hears how a search goes. `()` does not listen.
pub trait SearchListener {
    /// Called after every generation.
    fn generation_finished(&mut self, progress: &Progress, archive: &Archive);

    /// Called after every run of a test, before it is offered to the archive, which can be saved as a snapshot.
    fn test_finished(&mut self, _archive: &Archive) {}
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What was spent.
    pub statistics: Statistics,
    /// Goals covered, but for those that only guide.
    pub n_covered: usize,
    /// All goals, but for those that only guide.
    pub n_goals: usize,
}

impl Progress {
    /// This search's progress with what searches before it spent on the same class.
    pub fn after(&self, before: &Self) -> Self {
        Self { statistics: self.statistics.with(&before.statistics), ..*self }
    }
}

impl SearchListener for () {
    fn generation_finished(&mut self, _: &Progress, _: &Archive) {}
}
