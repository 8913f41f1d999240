//! What is read of a class path once, for all jobs that a worker does on it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use evoke_analysis::ClassHierarchy;
use evoke_classfile::{ClassPath, Jdk};

use crate::process::job::Job;

/// A class path, opened, and which of its classes extends which.
pub(super) struct ClassIndex {
    /// As jobs name it.
    entries: Vec<PathBuf>,
    pub(super) jdk: Jdk,
    pub(super) class_path: Arc<ClassPath>,
    pub(super) hierarchy: ClassHierarchy,
    /// What could not be read.
    pub(super) diagnostics: Vec<String>,
}

impl ClassIndex {
    /// That of the job's class path: the one of the jobs before if theirs was the same.
    pub(super) fn of(job: &Job, before: Option<Self>) -> Result<Self> {
        match before {
            Some(before) if before.is_of(job) => Ok(before),
            _ => Self::read(job),
        }
    }

    fn is_of(&self, job: &Job) -> bool {
        self.entries == job.class_path && self.jdk.home == job.java_home
    }

    fn read(job: &Job) -> Result<Self> {
        let jdk = Jdk::at(&job.java_home)?;
        let class_path = Arc::new(ClassPath::open(&job.class_path, &jdk)?);
        let (hierarchy, diagnostics) = ClassHierarchy::build(&class_path)?;
        let diagnostics = diagnostics.iter().map(ToString::to_string).collect();
        Ok(Self { entries: job.class_path.clone(), jdk, class_path, hierarchy, diagnostics })
    }
}
