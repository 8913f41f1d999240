//! The Java process that compiles and runs suites, as two questions and their answers. It may serve one suite after another, each with
//! classes of its own; what code changes of the JVM as a whole is put back between them as far as that can be done.
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

use evoke_runtime::FOREIGN_FILE;
use evoke_runtime::layout::{runner_words as words, verify_locales};
use evoke_runtime::{binary_name, members::suite_runner};
use walkdir::WalkDir;

use super::error::VerifyError;
use super::limits::Deadlines;
use crate::fixture::RestoredSetting;
use crate::java_process;
use crate::junit_environment::JUnitEnvironment;

/// Most of a run is start-up: the quick compiler is enough. Its threads are all there from the start, so that those which tests
/// make can be counted. Compiled code of immutable collections would hold their order of iteration fast, which is turned round only later
/// (`evoke.verify.IterationOrder`). Identity hash codes are counted, and not drawn as where tests are written: they have fewer digits.
const OPTIONS: [&str; 11] = [
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xshare:auto",
    "-Xmx512m",
    "-Xrs",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:-UseDynamicNumberOfCompilerThreads",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=exclude,java/util/ImmutableCollections*.*",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=3",
];

/// Has the JVM find its modules itself instead of taking them from its archive, so that what hangs on the order in which it finds them, which
/// it draws then, may show: which of the JDK's modules a resource is read from that several have.
const NEW_MODULE_GRAPH: &str = "--add-modules=java.base";

/// A running environment.
#[derive(Debug)]
pub(super) struct RunnerProcess {
    environment: JUnitEnvironment,
    child: Child,
    commands: Option<ChildStdin>,
    reports: Receiver<String>,
    prefix: String,
    folders: RunnerFolders,
    /// Whether tests of this suite have run in it.
    has_run_tests: bool,
    /// Whether the application's class loader has classes of a suite.
    has_application: bool,
    n_other_suites: u32,
}

/// Where a process keeps its files.
#[derive(Debug)]
pub(super) struct RunnerFolders {
    /// Its own, which tests may write to as well.
    pub(super) own: PathBuf,
    /// Where tests may leave files.
    pub(super) temporary: PathBuf,
}

impl RunnerFolders {
    /// The working directory of tests: deeper than those of the JVMs before, since a test that counts the names in its path would pass in
    /// folders that are as deep.
    fn scratch(&self) -> PathBuf {
        self.own.join("scratch").join("of").join("tests")
    }

    /// Where libraries keep files for the user, which is not where tests run.
    fn home(&self) -> PathBuf {
        self.scratch().join("home")
    }

    /// The classes of the suite that is run as part of the application.
    fn application(&self) -> PathBuf {
        self.own.join("application")
    }

    /// What the process writes to its error output.
    fn log(&self) -> PathBuf {
        self.own.join("environment.log")
    }

    /// Makes those anew that tests may use, without what others have left. Nobody's folders are empty where suites are run.
    fn furnish(&self) -> io::Result<()> {
        for folder in [&self.temporary, &self.home()] {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir_all(folder)?;
            fs::write(folder.join(FOREIGN_FILE), "not a test's")?;
        }
        Ok(())
    }
}

/// What tests to run, and how.
pub(super) struct TestRun<'a> {
    /// The suite's class.
    pub(super) class: &'a str,
    /// The folder that it was compiled into.
    pub(super) classes: &'a Path,
    pub(super) surroundings: Surroundings,
    /// Names of the tests.
    pub(super) tests: &'a [String],
    pub(super) per_test: Duration,
    pub(super) deadlines: Deadlines,
    /// When a test passed for the first time, if one has.
    pub(super) first_pass: Option<Instant>,
}

/// The circumstances of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surroundings {
    /// Under JUnit and in its order; locale and time zone of this machine, assertions enabled.
    Home,
    /// The same in a language that many libraries have messages in. What the JDK has translated it keeps from then on, so that this has to be
    /// the first run.
    HomeTranslated,
    /// In the order given, with assertions disabled; in a locale with digits of its own, where it is later than in Greenwich and lines end
    /// as on Windows.
    East,
    /// In such an order and without assertions, too, in a locale with letters of its own, where it is earlier.
    West,
    /// The same in that language.
    Translated,
    /// The same, loaded by the application's class loader as in a build. A process can do that once.
    Application,
}

impl Surroundings {
    fn word(self) -> &'static str {
        match self {
            Self::Home => words::HOME,
            Self::HomeTranslated => words::HOME_TRANSLATED,
            Self::East => words::EAST,
            Self::West => words::WEST,
            Self::Translated => words::TRANSLATED,
            Self::Application => words::APPLICATION,
        }
    }

    /// The language tag of the default locale, where it is not that of this machine.
    pub(super) fn locale(self) -> Option<&'static str> {
        match self {
            Self::Home => None,
            Self::East => Some(verify_locales::EAST),
            Self::West => Some(verify_locales::WEST),
            Self::HomeTranslated | Self::Translated => Some(verify_locales::TRANSLATED),
            Self::Application => Some(verify_locales::APPLICATION),
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

/// What the compiler says of a file.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// Why it does not compile; nothing if it does.
    pub(super) errors: Vec<Complaint>,
    /// What it warns of, by kind.
    pub(super) warnings: Vec<Complaint>,
}

/// How one test ended.
#[derive(Debug)]
pub(super) struct TestFailure {
    pub test: String,
    pub complaint: Complaint,
}

/// What a run showed before it ended.
#[derive(Debug)]
pub(super) struct RunReport {
    pub surroundings: Surroundings,
    /// The order in which the tests ran.
    pub order: Vec<String>,
    /// Tests that passed.
    pub passed: Vec<String>,
    /// When a test passed for the first time, in this run or before.
    pub first_pass: Option<Instant>,
    pub failures: Vec<TestFailure>,
    /// What tests left changed that all share.
    pub left: Vec<(String, RestoredSetting)>,
    /// How long all of it took.
    pub took: Duration,
    pub end: RunEnd,
}

/// How a run of the suite ended.
#[derive(Debug)]
pub(super) enum RunEnd {
    /// All tests were run.
    Done {
        /// Whether threads were made, which may take another course the next time.
        has_threads: bool,
    },
    /// The process hung or died in this test and is of no more use.
    Lost { test: Option<String>, reason: String },
    /// The deadline came first.
    OutOfTime,
}

impl RunnerProcess {
    /// Starts a process in folders of its own, where earlier ones have left nothing; `wrap` is a program with its arguments
    /// that starts the JVM.
    pub(super) fn start(
        environment: &JUnitEnvironment,
        wrap: &[OsString],
        folders: RunnerFolders,
    ) -> Result<Self, VerifyError> {
        let classes = folders.own.join("runner");
        java_process::write_classes(&classes)?;
        folders.furnish()?;
        fs::create_dir_all(folders.application())?;
        let prefix = java_process::report_prefix();
        let mut child = command(environment, wrap, &classes, &folders, &prefix)?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folders.log())?)
            .spawn()?;
        let commands = child.stdin.take();
        let reports = java_process::reports(child.stdout.take(), &prefix);
        Ok(Self {
            environment: environment.clone(),
            child,
            commands,
            reports,
            prefix,
            folders,
            has_run_tests: false,
            has_application: false,
            n_other_suites: 0,
        })
    }

    /// What it runs suites with.
    pub(super) fn environment(&self) -> &JUnitEnvironment {
        &self.environment
    }

    /// Whether tests of the suite have run in it, which may have changed what others see.
    pub(super) fn has_run_tests(&self) -> bool {
        self.has_run_tests
    }

    /// Whether a suite can still be run as part of the application.
    pub(super) fn can_be_application(&self) -> bool {
        !self.has_application
    }

    /// How many suites it has served before this one.
    pub(super) fn n_other_suites(&self) -> u32 {
        self.n_other_suites
    }

    /// Makes it ready for another suite.
    pub(super) fn begin_next_suite(&mut self) -> Result<(), VerifyError> {
        self.folders.furnish()?;
        self.has_run_tests = false;
        self.n_other_suites += 1;
        self.send(words::NEXT_SUITE)
    }

    /// Lets it open the class path and load the compiler; does not wait until it has.
    pub(super) fn warm_up(&mut self) -> Result<(), VerifyError> {
        let folder = self.folders.own.join("warm-up");
        fs::create_dir_all(&folder)?;
        self.send(&format!("{}\t{}", words::WARM_UP, folder.display()))
    }

    /// Compiles a file; what the compiler says of it.
    pub(super) fn compile(
        &mut self,
        source: &Path,
        folder: &Path,
        deadline: Instant,
    ) -> Result<Compiled, VerifyError> {
        self.send(&format!("{}\t{}\t{}", words::COMPILE, source.display(), folder.display()))?;
        let mut compiled = Compiled::default();
        loop {
            let report = match self.receive(deadline) {
                Ok(report) => report,
                Err(_) if Instant::now() >= deadline => return Err(VerifyError::OutOfTime),
                Err(reason) => return Err(self.failure(&reason)),
            };
            let mut fields = report.split('\t');
            match fields.next() {
                Some(words::ERROR) => compiled.errors.push(complaint(&mut fields)),
                Some(words::WARNING) => compiled.warnings.push(complaint(&mut fields)),
                Some(words::COMPILED) if fields.next() == Some("false") && compiled.errors.is_empty() => {
                    return Err(self.failure("the compiler failed without an error message"));
                }
                Some(words::COMPILED) => return Ok(compiled),
                _ => return Err(self.failure(&report)),
            }
        }
    }

    /// Runs tests of a compiled suite.
    pub(super) fn run(&mut self, run: &TestRun<'_>) -> Result<RunReport, VerifyError> {
        let (class, folder, surroundings) = (run.class, run.classes.display(), run.surroundings.word());
        self.has_run_tests = true;
        if matches!(run.surroundings, Surroundings::Application) {
            self.has_application = true;
            copy_below(run.classes, &self.folders.application())?;
        }
        self.send(&format!("{}\t{class}\t{folder}\t{surroundings}\t{}", words::RUN, run.tests.join("\t")))?;
        let begun = Instant::now();
        let mut so_far = RunReport {
            surroundings: run.surroundings,
            order: Vec::with_capacity(run.tests.len()),
            passed: Vec::new(),
            first_pass: run.first_pass,
            failures: Vec::new(),
            left: Vec::new(),
            took: Duration::ZERO,
            end: RunEnd::OutOfTime,
        };
        loop {
            let deadline = run.deadlines.end(so_far.first_pass);
            // JUnit itself may take its time to start.
            let has_begun = !so_far.order.is_empty();
            let patience = if has_begun { (Instant::now() + run.per_test).min(deadline) } else { deadline };
            let report = match self.receive(patience) {
                Ok(report) => report,
                Err(_) if Instant::now() >= deadline => return Ok(so_far),
                Err(reason) => return Ok(so_far.lost(reason)),
            };
            let mut fields = report.split('\t');
            match fields.next() {
                Some(words::START) => so_far.order.extend(fields.next().map(str::to_owned)),
                Some(words::LEFT) => {
                    let test = fields.next().unwrap_or_default().to_owned();
                    let what = fields.next().and_then(RestoredSetting::from_word);
                    so_far.left.extend(what.map(|what| (test, what)));
                }
                Some(words::PASS) => {
                    so_far.first_pass.get_or_insert_with(Instant::now);
                    so_far.passed.extend(fields.next().map(str::to_owned));
                }
                Some(words::FAIL) => {
                    let test = fields.next().unwrap_or_default().to_owned();
                    so_far.failures.push(TestFailure { test, complaint: complaint(&mut fields) });
                }
                Some(words::DONE) => {
                    let has_threads = fields.next() == Some("true");
                    let (took, end) = (begun.elapsed(), RunEnd::Done { has_threads });
                    return Ok(RunReport { took, end, ..so_far });
                }
                _ if has_begun => return Ok(so_far.lost(report.clone())),
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
        let log = fs::read_to_string(self.folders.log()).unwrap_or_default();
        let detail = log.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        let message = message.replace(&self.prefix, "").replace('\t', " ");
        VerifyError::Runner { message: message.trim().to_owned(), detail: detail.to_owned() }
    }
}

impl RunReport {
    /// The process is gone because of the test that ran last.
    fn lost(self, reason: String) -> Self {
        let test = self.order.last().cloned();
        Self { end: RunEnd::Lost { test, reason }, ..self }
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

/// Copies the files below a folder to below another one.
fn copy_below(from: &Path, to: &Path) -> io::Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        let target = to.join(entry.path().strip_prefix(from).map_err(io::Error::other)?);
        if entry.file_type().is_dir() {
            fs::create_dir_all(target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn complaint<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Complaint {
    let line = fields.next().and_then(|line| line.parse().ok()).unwrap_or(0);
    Complaint { line, message: fields.next().unwrap_or_default().to_owned() }
}

fn command(
    environment: &JUnitEnvironment,
    wrap: &[OsString],
    classes: &Path,
    folders: &RunnerFolders,
    prefix: &str,
) -> Result<Command, VerifyError> {
    let mut words: Vec<OsString> = wrap.to_vec();
    words.push(java_process::tool(&environment.jdk, "java").into_os_string());
    words.extend(OPTIONS.map(Into::into));
    if environment.jdk.feature > 8 {
        words.push(NEW_MODULE_GRAPH.into());
    }
    for (name, value) in [("java.io.tmpdir", &folders.temporary), ("user.home", &folders.home())] {
        let mut option = OsString::from(format!("-D{name}="));
        option.push(value);
        words.push(option);
    }
    for agent in &environment.agents {
        let mut option = OsString::from("-javaagent:");
        option.push(agent);
        words.push(option);
    }
    words.push("-cp".into());
    words.push(environment.joined_class_path(&[&folders.application(), classes])?);
    words.push(binary_name(suite_runner::CLASS).into());
    words.push(prefix.into());
    words.push(environment.version.number().into());
    words.push(environment.joined_class_path(&[])?);
    let mut words = words.into_iter();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(folders.scratch());
    // So that what depends on how many variables are set shows: where the tests were written there was one less.
    command.env("EVOKE_VERIFIES", "1");
    Ok(command)
}
