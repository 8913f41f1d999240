//! What every phase of a class's run works with.

use std::path::Path;

use evoke_classfile::ClassName;

use crate::options::Options;
use crate::process::job::{Job, Task};
use crate::process::running_test::DeadlyTest;
use crate::progress::{ClassLine, Screen};

/// A class, how it is asked for, and where its progress is shown.
pub(crate) struct ClassContext<'a> {
    pub(crate) options: &'a Options,
    pub(crate) screen: &'a Screen,
    pub(crate) line: ClassLine,
    pub(crate) class: &'a ClassName,
    /// A folder of the class's own.
    pub(crate) scratch: &'a Path,
}

impl<'a> ClassContext<'a> {
    /// A class that is begun now.
    pub(crate) fn new(
        options: &'a Options,
        screen: &'a Screen,
        class: &'a ClassName,
        scratch: &'a Path,
    ) -> Self {
        Self { options, screen, line: screen.class(class), class, scratch }
    }

    /// The package that its tests are in, as class files spell it.
    pub(super) fn package(&self) -> String {
        self.options.suite_package(self.class)
    }

    /// The job of a worker whose folder has this name.
    pub(super) fn job(&self, folder: &str, quarantine: Vec<DeadlyTest>, careful: bool, task: Task) -> Job {
        Job {
            class: self.class.clone(),
            package: self.package(),
            class_path: self.options.class_path.clone(),
            java_home: self.options.jdk.home.clone(),
            scratch: self.scratch.join(folder),
            config: self.options.config.clone(),
            quarantine,
            careful,
            task,
        }
    }
}
