//! The Java process that compiles and runs suites, as two questions and their answers.
//!
//! The process ends when its standard input does, so dropping a [`RunnerProcess`] ends it even when it is wrapped in
//! another program or hangs in a test.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use evoke_runtime::layout::runner_words as words;
use evoke_runtime::{binary_name, members::suite_runner};

use super::error::VerifyError;
use crate::java_process;
use crate::junit_environment::JUnitEnvironment;

/// A running environment.
pub(super) struct RunnerProcess {
    child: Child,
    commands: Option<ChildStdin>,
    reports: Receiver<String>,
    prefix: String,
    log: PathBuf,
}

/// The circumstances of a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Surroundings {
    /// Under JUnit and in its order; locale and time zone of this machine, assertions enabled.
    Home,
    /// In the order given; another locale and time zone, assertions disabled.
    Abroad,
}

impl Surroundings {
    fn word(self) -> &'static str {
        match self {
            Self::Home => words::HOME,
            Self::Abroad => words::ABROAD,
        }
    }
}

/// What went wrong with a line of the suite.
#[derive(Debug)]
pub(super) struct Complaint {
    /// Line of the file, from 1; 0 if unknown.
    pub line: usize,
    pub message: String,
}

/// How one test ended.
#[derive(Debug)]
pub(super) struct TestFailure {
    pub test: String,
    pub complaint: Complaint,
}

/// How a run of the suite ended.
#[derive(Debug)]
pub(super) enum RunEnd {
    /// All tests were run.
    Done {
        failures: Vec<TestFailure>,
        /// The order in which the tests ran.
        order: Vec<String>,
    },
    /// The process hung or died in this test and is of no more use.
    Lost { test: Option<String>, reason: String },
}

impl RunnerProcess {
    /// Starts a process in folders of its own under `work_dir`; `wrap` is a program with its arguments that starts the JVM.
    pub(super) fn start(
        environment: &JUnitEnvironment,
        wrap: &[OsString],
        work_dir: &Path,
    ) -> Result<Self, VerifyError> {
        let classes = work_dir.join("runner");
        java_process::write_classes(&classes)?;
        let scratch = work_dir.join("scratch");
        fs::create_dir_all(temporary(&scratch))?;
        let log = work_dir.join("environment.log");
        let prefix = java_process::report_prefix();
        let mut child = command(environment, wrap, &classes, &scratch, &prefix)?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&log)?)
            .spawn()?;
        let commands = child.stdin.take();
        let reports = java_process::reports(child.stdout.take(), &prefix);
        Ok(Self { child, commands, reports, prefix, log })
    }

    /// Compiles a file; what the compiler complains about.
    pub(super) fn compile(
        &mut self,
        source: &Path,
        folder: &Path,
        deadline: Instant,
    ) -> Result<Vec<Complaint>, VerifyError> {
        self.send(&format!("{}\t{}\t{}", words::COMPILE, source.display(), folder.display()))?;
        let mut complaints = Vec::new();
        loop {
            let report = match self.receive(deadline) {
                Ok(report) => report,
                Err(_) if Instant::now() >= deadline => return Err(VerifyError::OutOfTime),
                Err(reason) => return Err(self.failure(&reason)),
            };
            let mut fields = report.split('\t');
            match fields.next() {
                Some(words::ERROR) => complaints.push(complaint(&mut fields)),
                Some(words::COMPILED) if fields.next() == Some("false") && complaints.is_empty() => {
                    return Err(self.failure("the compiler failed without an error message"));
                }
                Some(words::COMPILED) => return Ok(complaints),
                _ => return Err(self.failure(&report)),
            }
        }
    }

    /// Runs all tests of a compiled suite.
    pub(super) fn run(
        &mut self,
        class: &str,
        folder: &Path,
        surroundings: Surroundings,
        tests: &[String],
        per_test: Duration,
        deadline: Instant,
    ) -> Result<RunEnd, VerifyError> {
        let (run, folder, surroundings) = (words::RUN, folder.display(), surroundings.word());
        self.send(&format!("{run}\t{class}\t{folder}\t{surroundings}\t{}", tests.join("\t")))?;
        let mut failures = Vec::new();
        let mut order: Vec<String> = Vec::with_capacity(tests.len());
        loop {
            // JUnit itself may take its time to start.
            let test_deadline =
                if order.is_empty() { deadline } else { (Instant::now() + per_test).min(deadline) };
            let report = match self.receive(test_deadline) {
                Ok(report) => report,
                Err(_) if Instant::now() >= deadline => return Err(VerifyError::OutOfTime),
                Err(reason) => return Ok(RunEnd::Lost { test: order.pop(), reason }),
            };
            let mut fields = report.split('\t');
            match fields.next() {
                Some(words::START) => order.extend(fields.next().map(str::to_owned)),
                Some(words::PASS) => {}
                Some(words::FAIL) => {
                    let test = fields.next().unwrap_or_default().to_owned();
                    failures.push(TestFailure { test, complaint: complaint(&mut fields) });
                }
                Some(words::DONE) => return Ok(RunEnd::Done { failures, order }),
                _ if !order.is_empty() => {
                    return Ok(RunEnd::Lost { test: order.pop(), reason: report.clone() });
                }
                _ => return Err(self.failure(&report)),
            }
        }
    }

    fn send(&mut self, command: &str) -> Result<(), VerifyError> {
        let sent = match &mut self.commands {
            Some(commands) => writeln!(commands, "{command}").and_then(|()| commands.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|error| self.failure(&error.to_string()))
    }

    fn receive(&self, deadline: Instant) -> Result<String, String> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.reports.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => "took too long".to_owned(),
            RecvTimeoutError::Disconnected => "ended the JVM".to_owned(),
        })
    }

    fn failure(&self, message: &str) -> VerifyError {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let detail = log.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        let message = message.replace(&self.prefix, "").replace('\t', " ");
        VerifyError::Runner { message: message.trim().to_owned(), detail: detail.to_owned() }
    }
}

impl Drop for RunnerProcess {
    fn drop(&mut self) {
        self.commands = None;
        // The process may be gone already, and there is nothing left to do about one that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where tests may leave files.
fn temporary(scratch: &Path) -> PathBuf {
    scratch.join("tmp")
}

fn complaint<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Complaint {
    let line = fields.next().and_then(|line| line.parse().ok()).unwrap_or(0);
    Complaint { line, message: fields.next().unwrap_or_default().to_owned() }
}

fn command(
    environment: &JUnitEnvironment,
    wrap: &[OsString],
    classes: &Path,
    scratch: &Path,
    prefix: &str,
) -> Result<Command, VerifyError> {
    let mut words: Vec<OsString> = wrap.to_vec();
    words.push(java_process::tool(&environment.jdk, "java").into_os_string());
    // Most of a run is start-up: the quick compiler is enough.
    for option in ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m", "-Xrs"] {
        words.push(option.into());
    }
    for (name, value) in [("java.io.tmpdir", temporary(scratch)), ("user.home", scratch.to_path_buf())] {
        let mut option = OsString::from(format!("-D{name}="));
        option.push(value);
        words.push(option);
    }
    words.push("-cp".into());
    words.push(classes.into());
    words.push(binary_name(suite_runner::CLASS).into());
    words.push(prefix.into());
    words.push(environment.version.number().into());
    words.push(environment.joined_class_path(&[])?);
    let mut words = words.into_iter();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(scratch);
    Ok(command)
}
