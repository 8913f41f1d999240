//! A worker's process as its supervisor sees it: started, given a job, listened to, given the next one or ended. Holds no JVM and trusts no
//! worker to end by itself. What is done about one that died is not decided here.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::channel::{receive, send};
use crate::process::job::Job;
use crate::process::message::WorkerMessage;
use crate::process::running_test::{self, DeadlyTest};

/// How long a process that has done its job may take to end.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// A running worker, which does one job at a time. Dropping it kills the process.
pub(crate) struct WorkerProcess {
    child: Child,
    jobs: ChildStdin,
    messages: Receiver<WorkerMessage>,
    /// Of its last job: the folder, the class path and the JDK.
    scratch: PathBuf,
    class_path: Vec<PathBuf>,
    java_home: PathBuf,
    errors: thread::JoinHandle<String>,
}

/// What a worker that ended early left behind.
pub(crate) struct Remains {
    /// The test that it was running, or had just run.
    pub(crate) test: Option<DeadlyTest>,
    /// The last it wrote to its standard error.
    pub(crate) errors: String,
    /// How its process ended.
    pub(crate) status: String,
}

/// Why there is no message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The process is gone.
    Ended,
    /// It is there and says nothing.
    Stuck,
    /// The deadline has passed.
    Deadline,
}

impl WorkerProcess {
    /// Starts a worker in this folder.
    pub(crate) fn start(folder: &Path) -> io::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("__worker")
            .current_dir(folder)
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS")
            .env_remove("JDK_JAVA_OPTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(jobs), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("a pipe to the worker is missing"));
        };
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(message)) = receive(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || tail(errors));
        let (scratch, class_path, java_home) = (folder.to_owned(), Vec::new(), PathBuf::new());
        Ok(Self { child, jobs, messages, scratch, class_path, java_home, errors })
    }

    /// Gives it the job, after it has done the one before.
    ///
    /// # Errors
    /// The folder of the job cannot be made, or the worker has ended.
    pub(crate) fn begin(&mut self, job: &Job) -> io::Result<()> {
        fs::create_dir_all(&job.scratch)?;
        running_test::prepare(&job.scratch)?;
        self.scratch.clone_from(&job.scratch);
        self.class_path.clone_from(&job.class_path);
        self.java_home.clone_from(&job.java_home);
        send(&mut self.jobs, job)
    }

    /// Whether it has read the class path of this job for another one.
    pub(crate) fn knows_class_path_of(&self, job: &Job) -> bool {
        self.class_path == job.class_path && self.java_home == job.java_home
    }

    /// Whether it has come through its last job, which it is given a moment for: what tests did to a process can end it after its
    /// answer, and the worker with it.
    pub(crate) fn becomes_idle(&self) -> bool {
        let deadline = Instant::now() + TIME_TO_END;
        loop {
            match self.next(Some(deadline), TIME_TO_END) {
                Ok(WorkerMessage::Idle) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    /// The next message, or why there is none by the deadline or after this time.
    pub(crate) fn next(
        &self,
        deadline: Option<Instant>,
        silence: Duration,
    ) -> Result<WorkerMessage, Silence> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let patience = left.map_or(silence, |left| silence.min(left));
        self.messages.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Disconnected => Silence::Ended,
            RecvTimeoutError::Timeout if patience < silence => Silence::Deadline,
            RecvTimeoutError::Timeout => Silence::Stuck,
        })
    }

    /// Ends the worker if it has not ended itself, and says what it left behind.
    pub(crate) fn end(mut self) -> Remains {
        let _ = self.child.kill();
        let status = self.child.wait();
        let test = running_test::read(&self.scratch);
        let errors = std::mem::replace(&mut self.errors, thread::spawn(String::new));
        Remains {
            test,
            errors: errors.join().unwrap_or_default(),
            status: status.map_or_else(|error| error.to_string(), |status| status.to_string()),
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The end of a stream, read to its end so that the writer never blocks.
fn tail(mut stream: impl Read) -> String {
    const KEPT: usize = 4096;
    let mut kept = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
