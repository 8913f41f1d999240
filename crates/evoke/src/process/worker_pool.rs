//! Workers between two jobs: the next job on the same class path goes to one that has read it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::process::job::Job;
use crate::process::worker_process::WorkerProcess;

/// More idle workers than this are not kept, whatever class paths there are: each holds an index in memory.
const MAX_IDLE: usize = 4;

/// The workers of a run that are idle.
pub(crate) struct WorkerPool {
    /// Where they run.
    folder: PathBuf,
    /// The one that was used last comes last.
    idle: Mutex<Vec<WorkerProcess>>,
}

impl WorkerPool {
    /// Workers that run in this folder, none so far.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), idle: Mutex::default() }
    }

    /// A worker that has begun the job: an idle one that knows the class path, else a new one.
    ///
    /// # Errors
    /// No process can be started, or the folder of the job cannot be made.
    pub(crate) fn begin(&self, job: &Job) -> io::Result<WorkerProcess> {
        while let Some(mut idle) = self.take(job) {
            // One that has ended meanwhile is no loss, and no fault of this job.
            if idle.becomes_idle() && idle.begin(job).is_ok() {
                return Ok(idle);
            }
        }
        let mut worker = WorkerProcess::start(&self.folder)?;
        worker.begin(job)?;
        Ok(worker)
    }

    /// Takes a worker back that has done its job.
    pub(crate) fn give_back(&self, worker: WorkerProcess) {
        let mut idle = self.idle();
        idle.push(worker);
        if idle.len() > MAX_IDLE {
            idle.remove(0);
        }
    }

    fn take(&self, job: &Job) -> Option<WorkerProcess> {
        let mut idle = self.idle();
        let position = idle.iter().rposition(|worker| worker.knows_class_path_of(job))?;
        Some(idle.remove(position))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<WorkerProcess>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
