//! A job as the process that does it gets it.

use std::time::Instant;

use crate::process::job::Job;

use super::class_index::ClassIndex;
use super::messages::Messages;

/// A job, what it needs, and since when it is worked on.
pub(super) struct BegunJob<'a> {
    pub(super) job: &'a Job,
    /// That of the job's class path, for this job alone.
    pub(super) index: ClassIndex,
    pub(super) messages: &'a Messages,
    /// When the job was read.
    pub(super) started: Instant,
}
