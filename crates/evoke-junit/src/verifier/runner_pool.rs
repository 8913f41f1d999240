//! Java processes between two suites: the next suite of the same environment goes to one whose compiler and JUnit have long started.

use std::ffi::OsString;
use std::path::{self, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::VerifyError;
use super::runner_process::{RunnerFolders, RunnerProcess};
use crate::junit_environment::JUnitEnvironment;

/// A process that has verified so many suites has gathered what they left in memory.
const MAX_SUITES: u32 = 60;

/// The processes of a run that suites have passed in and left as they were.
#[derive(Debug)]
pub struct RunnerPool {
    /// In which each has a folder of its own.
    folder: PathBuf,
    /// In which each has a folder for what tests keep in temporary files.
    temporary: PathBuf,
    /// More idle ones than this are not kept.
    most: usize,
    processes: Mutex<Processes>,
}

#[derive(Debug, Default)]
struct Processes {
    n_started: u32,
    /// The one that was used last comes last.
    idle: Vec<RunnerProcess>,
}

impl RunnerPool {
    /// Processes that run in `folder`, none so far, of which at most `most` are kept while they are idle. Temporary files are in `temporary`,
    /// best on another file system than where the tests were observed, so that what file systems decide (how large a folder is) is not
    /// taken for a fact.
    pub fn in_folders(folder: &Path, temporary: &Path, most: usize) -> Self {
        let (folder, temporary) = (folder.to_owned(), temporary.to_owned());
        Self { folder, temporary, most, processes: Mutex::default() }
    }

    /// A process that has run nothing; `wrap` is a program with its arguments that starts the JVM.
    pub(super) fn start(
        &self,
        environment: &JUnitEnvironment,
        wrap: &[OsString],
    ) -> Result<RunnerProcess, VerifyError> {
        let number = {
            let mut processes = self.processes();
            processes.n_started += 1;
            processes.n_started
        };
        let name = format!("jvm{number}");
        let folders = RunnerFolders {
            own: path::absolute(&self.folder)?.join(&name),
            temporary: path::absolute(&self.temporary)?.join(&name).join("tmp"),
        };
        RunnerProcess::start(environment, wrap, folders)
    }

    /// A process of this environment that other suites have passed in, if one is idle.
    pub(super) fn take(&self, environment: &JUnitEnvironment) -> Option<RunnerProcess> {
        loop {
            let mut process = {
                let mut processes = self.processes();
                let position = processes.idle.iter().rposition(|it| it.environment() == environment)?;
                processes.idle.remove(position)
            };
            // One that has ended meanwhile is no loss.
            if process.begin_next_suite().is_ok() {
                return Some(process);
            }
        }
    }

    /// Takes a process back in which a suite has passed that made no threads.
    pub(super) fn give_back(&self, process: RunnerProcess) {
        if process.n_other_suites() + 1 < MAX_SUITES {
            let mut processes = self.processes();
            processes.idle.push(process);
            if processes.idle.len() > self.most {
                processes.idle.remove(0);
            }
        }
    }

    fn processes(&self) -> MutexGuard<'_, Processes> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
