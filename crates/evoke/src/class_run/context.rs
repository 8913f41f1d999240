//! What every phase of a class's run works with.

use std::path::Path;
use std::time::Instant;

use evoke_classfile::ClassName;

use crate::destination::Destination;
use crate::existing_tests::ExistingTests;
use crate::options::{Callee, Options};
use crate::process::job::{Job, Task};
use crate::process::running_test::DeadlyTest;
use crate::process::worker_pool::WorkerPool;
use crate::progress::{ClassLine, Screen};

/// A class, how it is asked for, and where its progress is shown.
pub(crate) struct ClassContext<'a> {
    pub(crate) options: &'a Options,
    pub(crate) screen: &'a Screen,
    pub(crate) line: ClassLine,
    /// Where its workers come from.
    pub(crate) pool: &'a WorkerPool,
    /// Where it is among those of the options.
    position: usize,
    pub(crate) class: &'a ClassName,
    /// Where a pair is worked on.
    pub(crate) callee: Option<&'a Callee>,
    /// A folder of the class's own.
    pub(crate) scratch: &'a Path,
    /// When it was begun, which its budget counts from.
    pub(crate) started: Instant,
    /// What tests that are there already do for it, where they were run.
    pub(crate) existing: Option<ExistingTests>,
}

impl<'a> ClassContext<'a> {
    /// The class, or the pair, at a position of the options, which is begun now.
    pub(crate) fn new(
        options: &'a Options,
        screen: &'a Screen,
        pool: &'a WorkerPool,
        position: usize,
        scratch: &'a Path,
    ) -> Self {
        let (class, callee) = (&options.classes[position], options.callees.get(position));
        let name = callee.map_or_else(|| class.binary(), |callee| pair_name(class, &callee.class));
        let (line, started) = (screen.class(&name), Instant::now());
        Self { options, screen, line, pool, position, class, callee, scratch, started, existing: None }
    }

    /// With what tests that are there already do for the class.
    pub(crate) fn beside(self, existing: Option<ExistingTests>) -> Self {
        Self { existing, ..self }
    }

    /// Where its suite is to be written.
    pub(super) fn destination(&self) -> Destination {
        self.options.destination(self.position)
    }

    /// The job of a worker whose folder has this name.
    pub(super) fn job(&self, folder: &str, quarantine: Vec<DeadlyTest>, careful: bool, task: Task) -> Job {
        Job {
            class: self.class.clone(),
            package: self.options.package(self.position),
            callee: self.callee.map(|callee| callee.class.clone()),
            class_path: self.options.class_path.clone(),
            java_home: self.options.jdk.home.clone(),
            scratch: self.scratch.join(folder),
            config: self.options.config.clone(),
            existing: self.existing.clone(),
            quarantine,
            careful,
            task,
        }
    }
}

/// What users call a pair.
fn pair_name(caller: &ClassName, callee: &ClassName) -> String {
    format!("{} -> {}", caller.binary(), callee.binary())
}
