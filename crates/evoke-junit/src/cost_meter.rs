//! Runs suites in fresh JVMs and measures what each test costs: time on the clock, and bytes that its thread allocates.
//!
//! Nothing is instrumented and the JVM has its default options, so that the figures are those of whoever runs the suite.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use evoke_classfile::Jdk;
use evoke_runtime::layout::runner_words as words;
use evoke_runtime::{binary_name, members::cost_runner};

use crate::{JUnitVersion, java_process};

/// Measures suites against one class path.
#[derive(Clone, Debug)]
pub struct CostMeter {
    /// Whose `javac` and `java` are used.
    pub jdk: Jdk,
    /// What the suites need.
    pub class_path: Vec<PathBuf>,
    /// What [`crate::locate_junit`] found.
    pub junit_jars: Vec<PathBuf>,
    /// What the suites are written for.
    pub version: JUnitVersion,
}

/// One run of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredTest {
    /// Binary name of the class that declares it.
    pub class: String,
    /// Its name.
    pub test: String,
    /// Wall clock.
    pub time: Duration,
    /// What its thread allocated.
    pub allocated_bytes: u64,
    /// Whether it passed.
    pub passed: bool,
}

/// A suite could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum CostError {
    /// Files could not be written, or Java not be started.
    #[error("run Java: {0}")]
    Io(#[from] io::Error),
    /// `javac` refuses the suite; its first message.
    #[error("the suite does not compile: {0}")]
    Compile(String),
    /// The JVM or JUnit failed outside any test.
    #[error("the suite cannot be run: {0}")]
    Broken(String),
    /// The JVM came to an end in a test, or after none.
    #[error("the JVM ended in {0}")]
    Ended(String),
    /// A run took too long.
    #[error("{test} did not end: a run of the suite may take {} s", limit.as_secs())]
    OutOfTime {
        /// The test that was running.
        test: String,
        /// The limit.
        limit: Duration,
    },
}

impl CostMeter {
    /// Compiles sources into a folder; gives the binary names of the top-level classes in it.
    pub fn compile(&self, sources: &[PathBuf], folder: &Path) -> Result<Vec<String>, CostError> {
        fs::create_dir_all(folder)?;
        let output = Command::new(java_process::tool(&self.jdk, "javac"))
            .args(["-nowarn", "-proc:none", "-implicit:none", "-encoding", "UTF-8", "-d"])
            .arg(folder)
            .arg("-classpath")
            .arg(self.joined(&[])?)
            .args(sources)
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let complaint =
                text.lines().find(|line| line.contains("error: ")).or_else(|| text.lines().next());
            return Err(CostError::Compile(complaint.unwrap_or("javac says nothing").to_owned()));
        }
        let mut classes = Vec::new();
        collect_classes(folder, "", &mut classes)?;
        classes.sort();
        Ok(classes)
    }

    /// Runs the tests of these classes, in a folder of compiled ones, once in a JVM of their own. `scratch` is the folder
    /// that they run in.
    pub fn run(
        &self,
        classes: &[String],
        folder: &Path,
        scratch: &Path,
        limit: Duration,
    ) -> Result<Vec<MeasuredTest>, CostError> {
        let runner = scratch.join("runner");
        java_process::write_classes(&runner)?;
        let prefix = java_process::report_prefix();
        let mut child = Command::new(java_process::tool(&self.jdk, "java"))
            .arg("-cp")
            .arg(self.joined(&[&runner, folder])?)
            .args([&binary_name(cost_runner::CLASS), &prefix, self.version.number()])
            .args(classes)
            .current_dir(scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let reports = java_process::reports(child.stdout.take(), &prefix);
        let deadline = Instant::now() + limit;
        let mut collected = Collected::default();
        let ended = loop {
            match reports.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(report) => match collected.take(&report) {
                    Ok(true) => break Ok(()),
                    Ok(false) => {}
                    Err(error) => break Err(error),
                },
                Err(RecvTimeoutError::Timeout) => {
                    break Err(CostError::OutOfTime { test: collected.current(), limit });
                }
                Err(RecvTimeoutError::Disconnected) => break Err(CostError::Ended(collected.current())),
            }
        };
        // It may have ended by itself.
        let _ = child.kill();
        child.wait()?;
        match ended {
            Ok(()) => Ok(collected.tests),
            Err(CostError::Ended(_)) if collected.started.is_none() => {
                let mut text = String::new();
                if let Some(mut stderr) = child.stderr.take() {
                    stderr.read_to_string(&mut text)?;
                }
                Err(CostError::Broken(text.lines().next().unwrap_or("the JVM said nothing").to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// A class path of these folders, JUnit and what the suites need.
    fn joined(&self, first: &[&Path]) -> Result<std::ffi::OsString, CostError> {
        let others = self.junit_jars.iter().chain(&self.class_path).map(PathBuf::as_path);
        let entries: Vec<PathBuf> =
            first.iter().copied().chain(others).map(std::path::absolute).collect::<Result<_, _>>()?;
        env::join_paths(entries).map_err(|error| CostError::Broken(error.to_string()))
    }
}

/// What a run has reported so far.
#[derive(Default)]
struct Collected {
    tests: Vec<MeasuredTest>,
    /// The test that was started last.
    started: Option<String>,
}

impl Collected {
    /// Takes a report; says whether it was the last one.
    fn take(&mut self, report: &str) -> Result<bool, CostError> {
        let fields: Vec<&str> = report.split('\t').collect();
        match fields[..] {
            [words::START, class, test] => self.started = Some(format!("`{class}.{test}`")),
            [words::COST, class, test, nanoseconds, bytes] => self.tests.push(MeasuredTest {
                class: class.to_owned(),
                test: test.to_owned(),
                time: Duration::from_nanos(nanoseconds.parse().unwrap_or(0)),
                allocated_bytes: bytes.parse().unwrap_or(0),
                passed: true,
            }),
            [words::FAIL, class, test] => {
                let mut of_test = self.tests.iter_mut().filter(|it| it.class == class && it.test == test);
                match of_test.next_back() {
                    Some(measured) => measured.passed = false,
                    None => return Err(CostError::Broken(format!("`{class}` fails outside its tests"))),
                }
            }
            [words::DONE] => return Ok(true),
            _ => return Err(CostError::Broken(fields.last().copied().unwrap_or_default().to_owned())),
        }
        Ok(false)
    }

    fn current(&self) -> String {
        self.started.clone().unwrap_or_else(|| "no test".to_owned())
    }
}

/// Names of the classes of a folder that are not nested in others.
fn collect_classes(folder: &Path, package: &str, classes: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_classes(&path, &format!("{package}{name}."), classes)?;
        } else if path.extension().is_some_and(|extension| extension == "class") && !name.contains('$') {
            classes.push(format!("{package}{name}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(reports: &[&str]) -> Result<Collected, CostError> {
        let mut collected = Collected::default();
        for report in reports {
            collected.take(report)?;
        }
        Ok(collected)
    }

    #[test]
    fn failure_belongs_to_the_test_that_was_measured() {
        let reports = ["start\tA\tx", "cost\tA\tx\t5\t7", "start\tA\ty", "cost\tA\ty\t1\t2", "fail\tA\tx"];
        let tests = collect(&reports).unwrap().tests;
        let passed: Vec<bool> = tests.iter().map(|test| test.passed).collect();
        assert_eq!(passed, [false, true]);
        assert_eq!((tests[0].time, tests[0].allocated_bytes), (Duration::from_nanos(5), 7));
    }

    #[test]
    fn failure_outside_tests_and_unknown_reports_are_errors() {
        assert!(matches!(collect(&["fail\tA\tA"]), Err(CostError::Broken(_))));
        let broken = collect(&["broken\tno such class"]);
        assert!(matches!(broken, Err(CostError::Broken(message)) if message == "no such class"));
    }
}
