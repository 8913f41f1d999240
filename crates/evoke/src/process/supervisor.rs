//! Starts workers, listens to them, and takes over when one dies: the next one starts from the last snapshot, and
//! the test that was running is not run again. Holds no JVM and trusts no worker to end by itself.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use evoke_testcase::TestCase;

use crate::process::channel::{receive, send};
use crate::process::job::{Job, WorkerMessage};

/// Name of the file in the scratch folder in which a worker keeps the test that it is running.
pub(crate) const CURRENT_TEST: &str = "current-test";

/// A worker that says nothing for this long, while it reads classes or works on a whole suite, is stuck.
pub(crate) const SILENCE: Duration = Duration::from_secs(20);

/// A running worker. Dropping it kills the process.
pub(crate) struct WorkerProcess {
    child: Child,
    messages: Receiver<WorkerMessage>,
    scratch: PathBuf,
    errors: thread::JoinHandle<String>,
}

/// What a worker that ended early left behind.
pub(crate) struct Remains {
    /// The test that it was running, or had just run.
    pub(crate) test: Option<TestCase>,
    /// The last it wrote to its standard error.
    pub(crate) errors: String,
    /// How its process ended.
    pub(crate) status: String,
}

/// Why there are no more messages.
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
    /// Starts a worker and gives it the job.
    pub(crate) fn start(job: &Job) -> io::Result<Self> {
        fs::create_dir_all(&job.scratch)?;
        match fs::remove_file(job.scratch.join(CURRENT_TEST)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut child = Command::new(std::env::current_exe()?)
            .arg("__worker")
            .current_dir(&job.scratch)
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS")
            .env_remove("JDK_JAVA_OPTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(errors)) = pipes else {
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
        let worker = Self { child, messages, scratch: job.scratch.clone(), errors };
        send(&mut input, job)?;
        Ok(worker)
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
        let test = read_current_test(&self.scratch.join(CURRENT_TEST));
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

/// The test that a worker left behind; `None` if it was between tests.
fn read_current_test(path: &Path) -> Option<TestCase> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
    let length = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
    if length == 0 {
        return None;
    }
    postcard::from_bytes(bytes.get(4..4 + length)?).ok()
}
