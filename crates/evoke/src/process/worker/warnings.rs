//! What a user should know of how a class was run, gathered while it is.

use std::sync::{Arc, Mutex, PoisonError};

/// Warnings about classes that are run without some of their probes, as they come to be loaded.
#[derive(Clone, Default)]
pub(super) struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    /// Adds one.
    pub(super) fn add(&self, warning: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// All so far.
    pub(super) fn so_far(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
