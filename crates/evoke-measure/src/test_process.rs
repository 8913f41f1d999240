//! The JVM that runs tests one at a time, as questions and their answers.
//!
//! It ends when its standard input does, so dropping a [`TestProcess`] ends it even when it is wrapped in another program or
//! hangs in a test.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use evoke_analysis::call_context::columns_by_method;
use evoke_analysis::{ClassUnderTest, ContextBlock, MutantId};
use evoke_classfile::{ClassName, ClassPath};
use evoke_junit::java_process;
use evoke_runtime::layout::call_contexts::FIRST as FIRST_CONTEXT;
use evoke_runtime::layout::measure_words as words;
use evoke_runtime::members::measure_runner;
use evoke_runtime::{SEARCH_CLASSES, binary_name, write_class_files};

use crate::agent_jar;
use crate::measure_error::MeasureError;
use crate::measured_classes::MeasuredClasses;
use crate::suite_environment::SuiteEnvironment;
use crate::suite_test::{SuiteTest, TestEnd};
use crate::trace_file::{self, SuiteTrace};

/// A quick collector, since heaps of tests are small. Assertions of the user's classes are checked, as build tools have it; nothing of the JVM's
/// own goes to standard output, which has the reports. Probes make methods longer than what is compiled otherwise.
const OPTIONS: [&str; 10] = [
    "-ea",
    "-XX:+UseSerialGC",
    "-XX:-DontCompileHugeMethods",
    "-Xshare:auto",
    "-Xmx1g",
    "-Xrs",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:+DisplayVMOutputToStderr",
    "-XX:+EnableDynamicAgentLoading",
];

/// What starting the JVM, or looking at a class, may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running JVM.
pub(crate) struct TestProcess {
    child: Child,
    commands: Option<ChildStdin>,
    reports: Receiver<String>,
    folder: PathBuf,
}

/// What became of a run.
pub(crate) struct Ended {
    pub(crate) end: TestEnd,
    /// Steps that were left; none where it reached its limit, or ended the process.
    pub(crate) steps_left: u32,
}

impl Ended {
    /// Of a run that nothing was reported of: it takes too long, or has ended the process.
    fn without_report(error: RecvTimeoutError) -> Self {
        let end = match error {
            RecvTimeoutError::Timeout => TestEnd::OutOfTime,
            RecvTimeoutError::Disconnected => TestEnd::EndedJvm,
        };
        Self { end, steps_left: 0 }
    }
}

/// The tests that there are.
#[derive(Default)]
pub(crate) struct Discovered {
    pub(crate) tests: Vec<SuiteTest>,
    /// Classes that cannot be looked at, and why.
    pub(crate) unreadable: Vec<(String, String)>,
}

/// What happens while a test is run on mutants.
pub(crate) enum MutantReport {
    /// The next of them is switched on, or the same once more.
    Started,
    /// The test has ended on it.
    Ended(Ended),
    /// The test fails on the original too, after a mutant.
    Spoilt,
    /// All are done.
    Done,
}

impl TestProcess {
    /// Starts a JVM in a folder of its own, ready to run tests on the classes.
    pub(crate) fn start(
        environment: &SuiteEnvironment,
        classes: &MeasuredClasses,
        folder: &Path,
    ) -> Result<Self, MeasureError> {
        for name in ["boot", "instrumented", "tmp", "home"] {
            fs::create_dir_all(folder.join(name))?;
        }
        write_class_files(SEARCH_CLASSES, &folder.join("boot"))?;
        let suite = ClassPath::open(&environment.entries, &environment.junit.jdk)?;
        for (class, bytes) in classes.instrumented_suite(&suite).iter().chain(&classes.instrumented) {
            write_class(&folder.join("instrumented"), class, bytes)?;
        }
        agent_jar::write(&folder.join("agent.jar"))?;
        let prefix = java_process::report_prefix();
        let mut child = command(environment, folder, &prefix)?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folder.join("log"))?)
            .spawn()?;
        let commands = child.stdin.take();
        let reports = java_process::reports(child.stdout.take(), &prefix);
        let mut process = Self { child, commands, reports, folder: folder.to_owned() };
        process.configure(&classes.tables)?;
        Ok(process)
    }

    fn configure(&mut self, tables: &ClassUnderTest) -> Result<(), MeasureError> {
        let blocks = tables.context_blocks();
        let in_contexts: usize = blocks.iter().map(|block| block.own.len()).sum();
        let n_predicates = tables.predicates.len() + in_contexts;
        let n_methods = tables.methods.len() + blocks.len();
        let (n_lines, n_mutants) = (tables.lines.len(), tables.mutants.len());
        self.send(&format!("{}\t{n_predicates}\t{n_lines}\t{n_methods}\t{n_mutants}", words::CONFIGURE))?;
        match self.receive(PATIENCE)?.as_str() {
            words::CONFIGURED => {}
            report => return Err(self.broken(report)),
        }
        for (predicate, keys) in tables.switches() {
            let holders = blocks.iter().filter(|block| block.own.contains(&predicate.0));
            for shift in std::iter::once(0).chain(holders.map(ContextBlock::shift)) {
                self.send(&format!("{}\t{}\t{}", words::SWITCH, predicate.0 + shift, joined(&keys)))?;
            }
        }
        for (method, columns) in columns_by_method(&blocks) {
            let first = columns.first.0 as i32 + FIRST_CONTEXT;
            let [shifts, entries] = [&columns.shifts, &columns.entries].map(|it| joined(it));
            self.send(&format!("{}\t{}\t{first}\t{shifts}\t{entries}", words::CONTEXTS, method.0))?;
        }
        Ok(())
    }

    /// Looks for tests in classes, and numbers them.
    pub(crate) fn discover(&mut self, classes: &[String]) -> Result<Discovered, MeasureError> {
        self.send(&format!("{}\t{}", words::DISCOVER, classes.join("\t")))?;
        let mut discovered = Discovered::default();
        loop {
            let report = self.receive(PATIENCE)?;
            let fields: Vec<&str> = report.split('\t').collect();
            match fields[..] {
                [words::FOUND, class, name] => {
                    discovered.tests.push(SuiteTest { class: class.to_owned(), name: name.to_owned() });
                }
                [words::SKIP, class, message] => {
                    discovered.unreadable.push((class.to_owned(), message.to_owned()));
                }
                [words::DONE] => return Ok(discovered),
                _ => return Err(self.broken(&report)),
            }
        }
    }

    /// Runs a test on what there is; if its end is one of the process, that is of no more use.
    pub(crate) fn run(&mut self, test: usize, steps: u32, limit: Duration) -> Result<Ended, MeasureError> {
        self.send(&format!("{}\t{test}\t{steps}", words::TEST))?;
        self.end_of_test(limit)
    }

    /// The trace of the last run that [`TestProcess::run`] made.
    pub(crate) fn trace(&self, classes: &MeasuredClasses) -> Result<SuiteTrace, MeasureError> {
        let bytes = fs::read(self.folder.join("trace"))?;
        trace_file::read(&bytes, classes).ok_or_else(|| self.broken("a trace is cut off"))
    }

    /// Begins to run a test on mutants, one after the other.
    pub(crate) fn begin_mutants(
        &mut self,
        test: usize,
        steps: u32,
        mutants: &[MutantId],
    ) -> Result<(), MeasureError> {
        let ids: Vec<i32> = mutants.iter().map(|mutant| mutant.0 as i32).collect();
        self.send(&format!("{}\t{test}\t{steps}\t{}", words::MUTANTS, joined(&ids)))
    }

    /// What happens next; `running` says whether a mutant is switched on. An original that does not come to its end, after
    /// one, is spoilt.
    pub(crate) fn next_of_mutants(
        &mut self,
        running: bool,
        limit: Duration,
    ) -> Result<MutantReport, MeasureError> {
        let report = match self.reports.recv_timeout(limit) {
            Ok(report) => report,
            Err(error) if running => return Ok(MutantReport::Ended(Ended::without_report(error))),
            Err(_) => return Ok(MutantReport::Spoilt),
        };
        let fields: Vec<&str> = report.split('\t').collect();
        match fields[..] {
            [words::START, _] => Ok(MutantReport::Started),
            [words::SPOILT] => Ok(MutantReport::Spoilt),
            [words::DONE] => Ok(MutantReport::Done),
            _ if running => self.ended(&report).map(MutantReport::Ended),
            _ => Err(self.broken(&report)),
        }
    }

    /// Puts other code in the place of a class.
    pub(crate) fn redefine(&mut self, class: &ClassName, code: &[u8]) -> Result<(), MeasureError> {
        let file = self.folder.join("redefined.class");
        fs::write(&file, code)?;
        self.send(&format!("{}\t{}\t{}", words::REDEFINE, class.binary(), file.display()))?;
        match self.receive(PATIENCE)?.as_str() {
            words::DONE => Ok(()),
            report => Err(self.broken(report)),
        }
    }

    fn end_of_test(&mut self, limit: Duration) -> Result<Ended, MeasureError> {
        match self.reports.recv_timeout(limit) {
            Ok(report) => self.ended(&report),
            Err(error) => Ok(Ended::without_report(error)),
        }
    }

    /// What such a report says.
    fn ended(&self, report: &str) -> Result<Ended, MeasureError> {
        let fields: Vec<&str> = report.split('\t').collect();
        let (end, steps_left) = match fields[..] {
            [words::PASS, steps] => (TestEnd::Passed, steps),
            [words::SKIP, steps] => (TestEnd::Skipped, steps),
            [words::FAIL, steps, message] => (TestEnd::Failed(message.to_owned()), steps),
            _ => return Err(self.broken(report)),
        };
        Ok(Ended { end, steps_left: steps_left.parse().unwrap_or(0) })
    }

    fn send(&mut self, command: &str) -> Result<(), MeasureError> {
        let sent = match &mut self.commands {
            Some(commands) => writeln!(commands, "{command}").and_then(|()| commands.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.broken("the JVM has ended"))
    }

    fn receive(&self, limit: Duration) -> Result<String, MeasureError> {
        let deadline = Instant::now() + limit;
        self.reports.recv_timeout(deadline.saturating_duration_since(Instant::now())).map_err(|error| {
            self.broken(match error {
                RecvTimeoutError::Timeout => "the JVM does not answer",
                RecvTimeoutError::Disconnected => "the JVM has ended",
            })
        })
    }

    /// An unexpected report, with what the JVM wrote last.
    fn broken(&self, report: &str) -> MeasureError {
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let said = report.strip_prefix(words::BROKEN).unwrap_or(report).trim().replace('\t', " ");
        let last = log.lines().rfind(|line| !line.trim().is_empty());
        MeasureError::Broken(last.map_or_else(|| said.clone(), |last| format!("{said}; {}", last.trim())))
    }
}

impl Drop for TestProcess {
    fn drop(&mut self) {
        self.commands = None;
        // The process may be gone already, and there is nothing left to do about one that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_class(folder: &Path, class: &ClassName, bytes: &[u8]) -> io::Result<()> {
    let file = folder.join(format!("{}.class", class.as_str()));
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(file, bytes)
}

fn joined(numbers: &[i32]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    texts.join(",")
}

fn command(environment: &SuiteEnvironment, folder: &Path, prefix: &str) -> Result<Command, MeasureError> {
    let option = |name: &str, value: &Path| {
        let mut option = OsString::from(name);
        option.push(value);
        option
    };
    let mut agent = option("-javaagent:", &folder.join("agent.jar"));
    agent.push("=");
    agent.push(folder.join("instrumented"));
    let mut line: Vec<OsString> = environment.wrap.clone();
    line.push(java_process::tool(&environment.junit.jdk, "java").into_os_string());
    line.extend(OPTIONS.map(Into::into));
    line.push(option("-Xbootclasspath/a:", &folder.join("boot")));
    line.push(agent);
    line.push(option("-Djava.io.tmpdir=", &folder.join("tmp")));
    line.push(option("-Duser.home=", &folder.join("home")));
    line.push("-cp".into());
    line.push(environment.junit.joined_class_path(&[])?);
    line.push(binary_name(measure_runner::CLASS).into());
    line.push(prefix.into());
    line.push(folder.join("trace").into_os_string());
    line.extend(environment.versions.iter().map(|version| version.number().into()));
    let mut line = line.into_iter();
    let mut command = Command::new(line.next().unwrap_or_default());
    command.args(line).current_dir(&environment.working);
    Ok(command)
}
