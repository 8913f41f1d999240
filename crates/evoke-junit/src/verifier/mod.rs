//! Compiles and runs a suite in fresh JVMs without instrumentation, under real JUnit, and takes out what fails: the JVM
//! that produced a test can hide its faults.
//!
//! A line that checks something is dropped alone (or reduced to the call it makes); any other failing line costs its
//! test. A suite passes when it compiles and its tests pass in their order as a build tool would run them, and in the
//! opposite order with another locale and time zone and without `assert`, each time with fresh classes, in a JVM that has
//! run nothing before.

mod process;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use evoke_classfile::Jdk;

use crate::JUnitVersion;
use crate::suite::{RenderedSource, SuiteSource};
use process::{Complaint, Place, RunEnd, RunnerProcess, TestFailure};

/// Rounds after which no failing test is repaired any more.
const REPAIR_ROUNDS: u32 = 8;

/// Verifies suites against one class path.
#[derive(Clone, Debug)]
pub struct SuiteVerifier {
    /// Whose `java` is used; it must have a compiler.
    pub jdk: Jdk,
    /// The user's class path.
    pub class_path: Vec<PathBuf>,
    /// What [`crate::locate_junit`] found.
    pub junit_jars: Vec<PathBuf>,
    /// What the suites are written for.
    pub version: JUnitVersion,
    /// A program with its arguments that starts the JVM, a sandbox for example; empty for none.
    pub wrap: Vec<OsString>,
}

/// How long verification may take.
#[derive(Clone, Copy, Debug)]
pub struct VerifyLimits {
    /// For one test; what takes longer is dropped.
    pub per_test: Duration,
    /// For everything.
    pub total: Duration,
    /// Rounds of compiling, running and repairing.
    pub max_rounds: u32,
}

/// What verification did to a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Lines taken out.
    pub dropped_assertions: Vec<DroppedAssertion>,
    /// Tests taken out.
    pub dropped_tests: Vec<DroppedTest>,
    /// Times the suite was run, or found not to compile.
    pub rounds: u32,
    /// Tests that passed; all that are left in the suite.
    pub passed: usize,
    /// Time ran out before the suite had run again as it is now: it holds only tests that passed together, in one order.
    pub out_of_time: bool,
}

/// A line that did not compile or not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedAssertion {
    /// Name of its test.
    pub test: String,
    /// The line.
    pub line: String,
    /// What the compiler or JUnit said.
    pub reason: String,
}

/// A test that did not compile or not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedTest {
    /// Its name.
    pub name: String,
    /// What the compiler or JUnit said.
    pub reason: String,
}

/// A suite could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Files could not be written, or Java not be started.
    #[error("run the verifier: {0}")]
    Io(#[from] io::Error),
    /// The Java process failed outside any test.
    #[error("the verifier failed: {message} {detail}")]
    Runner {
        /// What it reported.
        message: String,
        /// The last line of its error output.
        detail: String,
    },
    /// The compiler rejects something outside the tests.
    #[error("the suite does not compile: {0}")]
    Unrepairable(String),
    /// The limit of time was reached.
    #[error("verification took too long")]
    OutOfTime,
    /// The limit of rounds was reached.
    #[error("the suite still fails after {0} rounds")]
    OutOfRounds(u32),
}

impl Default for VerifyLimits {
    fn default() -> Self {
        Self { per_test: Duration::from_secs(5), total: Duration::from_secs(60), max_rounds: 20 }
    }
}

impl SuiteVerifier {
    /// Takes out of the suite what does not compile or pass, until all the rest does. `work_dir` is a folder of this
    /// call's own.
    pub fn verify(
        &self,
        suite: &mut SuiteSource,
        work_dir: &Path,
        limits: VerifyLimits,
    ) -> Result<VerifyReport, VerifyError> {
        let work_dir = std::path::absolute(work_dir)?;
        let deadline = Instant::now() + limits.total;
        let mut report = VerifyReport::default();
        let mut process: Option<RunnerProcess> = None;
        let mut passed_before: Option<SuiteSource> = None;
        // Of a suite that passed in a JVM that had run others before: it only has to pass in a fresh one.
        let mut classes_as_is: Option<PathBuf> = None;
        while !suite.tests.is_empty() {
            if report.rounds == limits.max_rounds {
                return Err(VerifyError::OutOfRounds(report.rounds));
            }
            report.rounds += 1;
            let is_fresh = process.is_none();
            let mut running = match process.take() {
                Some(running) => running,
                None => RunnerProcess::start(self, &work_dir)?,
            };
            let rendered = suite.render();
            let is_compiled = classes_as_is.is_some();
            let folder =
                classes_as_is.take().unwrap_or_else(|| work_dir.join(format!("round{}", report.rounds)));
            let mut round = Round { suite, folder: folder.clone(), limits, deadline, is_compiled };
            let end = match (round.play(&mut running, &rendered), passed_before.take()) {
                (Err(VerifyError::OutOfTime), Some(passed)) => {
                    fall_back(suite, passed, &mut report);
                    break;
                }
                (end, _) => end?,
            };
            match end {
                RoundEnd::Clean if is_fresh => break,
                RoundEnd::Clean => {
                    passed_before = Some(suite.clone());
                    classes_as_is = Some(folder);
                }
                RoundEnd::CompileFaults(mut faults) => {
                    give_up_calls(suite, &mut faults);
                    repair(suite, faults, &mut report)?;
                    process = Some(running);
                }
                RoundEnd::Failures(faults) => {
                    passed_before = Some(without_faulty(suite, &faults));
                    repair(suite, faults, &mut report)?;
                    process = Some(running);
                }
                RoundEnd::Lost(fault) => repair(suite, vec![fault], &mut report)?,
            }
        }
        report.passed = suite.tests.len();
        Ok(report)
    }
}

/// One time compiling and running the suite as it is.
struct Round<'a> {
    suite: &'a SuiteSource,
    folder: PathBuf,
    limits: VerifyLimits,
    deadline: Instant,
    /// Whether the classes are in the folder already.
    is_compiled: bool,
}

enum RoundEnd {
    Clean,
    /// Nothing has run.
    CompileFaults(Vec<Fault>),
    /// Everything has run.
    Failures(Vec<Fault>),
    /// The process is gone because of this test.
    Lost(Fault),
}

/// A reason to change the suite.
struct Fault {
    test: usize,
    /// The assertion of the test that is to blame; `None` blames the test as a whole.
    assertion: Option<usize>,
    reason: String,
}

impl Round<'_> {
    fn play(
        &mut self,
        process: &mut RunnerProcess,
        rendered: &RenderedSource,
    ) -> Result<RoundEnd, VerifyError> {
        let classes = self.folder.join("classes");
        if !self.is_compiled {
            let complaints = self.compile(process, rendered, &classes)?;
            if !complaints.is_empty() {
                return compile_faults(&complaints, self.suite, rendered).map(RoundEnd::CompileFaults);
            }
        }
        let mut tests: Vec<String> = self.suite.tests.iter().map(|test| test.name.clone()).collect();
        for place in [Place::Home, Place::Abroad] {
            let class = self.suite.qualified_name();
            let end = process.run(&class, &classes, place, &tests, self.limits.per_test, self.deadline)?;
            match end {
                RunEnd::Done { failures, order } if failures.is_empty() => {
                    tests = order;
                    tests.reverse();
                }
                RunEnd::Done { failures, .. } => {
                    return Ok(RoundEnd::Failures(self.test_faults(failures, rendered)));
                }
                RunEnd::Lost { test, reason } => {
                    return match test.and_then(|name| self.position(&name)) {
                        Some(test) => Ok(RoundEnd::Lost(Fault { test, assertion: None, reason })),
                        None => Err(VerifyError::Runner { message: reason, detail: String::new() }),
                    };
                }
            }
        }
        Ok(RoundEnd::Clean)
    }

    fn compile(
        &self,
        process: &mut RunnerProcess,
        rendered: &RenderedSource,
        classes: &Path,
    ) -> Result<Vec<Complaint>, VerifyError> {
        let source = self.folder.join("src").join(self.suite.relative_path());
        fs::create_dir_all(classes)?;
        if let Some(parent) = source.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&source, &rendered.text)?;
        process.compile(&source, classes, self.deadline)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.suite.tests.iter().position(|test| test.name == name)
    }

    fn test_faults(&self, failures: Vec<TestFailure>, rendered: &RenderedSource) -> Vec<Fault> {
        let mut faults = Vec::new();
        for TestFailure { test, complaint } in failures {
            if let Some(test) = self.position(&test) {
                let origin = rendered.origin(complaint.line).filter(|origin| origin.test == test);
                faults.push(Fault {
                    test,
                    assertion: origin.and_then(|origin| origin.assertion),
                    reason: complaint.message,
                });
            }
        }
        faults
    }
}

/// The places the compiler complains about. An import that does not resolve is a fault of what needs it.
fn compile_faults(
    complaints: &[Complaint],
    suite: &SuiteSource,
    rendered: &RenderedSource,
) -> Result<Vec<Fault>, VerifyError> {
    let mut faults = Vec::new();
    for Complaint { line, message } in complaints {
        if let Some(origin) = rendered.origin(*line) {
            let (test, assertion) = (origin.test, origin.assertion);
            faults.push(Fault { test, assertion, reason: message.clone() });
            continue;
        }
        let text = rendered.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let found = faults.len();
        for (test, source) in suite.tests.iter().enumerate() {
            for assertion in source.users_of_import(text) {
                faults.push(Fault { test, assertion, reason: message.clone() });
            }
        }
        if faults.len() == found {
            return Err(VerifyError::Unrepairable(format!("{text}: {message}")));
        }
    }
    Ok(faults)
}

/// What does not compile in an assertion around a call is nearly always the call, which would stay and fail again.
fn give_up_calls(suite: &SuiteSource, faults: &mut [Fault]) {
    for fault in faults {
        let test = suite.tests.get(fault.test);
        fault.assertion =
            fault.assertion.filter(|assertion| !test.is_some_and(|test| test.keeps_call(*assertion)));
    }
}

/// The tests of a suite that had no part in its failures.
fn without_faulty(suite: &SuiteSource, faults: &[Fault]) -> SuiteSource {
    let mut passed = suite.clone();
    let mut position = 0;
    passed.tests.retain(|_| {
        position += 1;
        faults.iter().all(|fault| fault.test != position - 1)
    });
    passed
}

/// Goes back to tests that passed in the last whole round.
fn fall_back(suite: &mut SuiteSource, passed: SuiteSource, report: &mut VerifyReport) {
    report.out_of_time = true;
    for test in suite.tests.drain(..) {
        if passed.tests.iter().all(|kept| kept.name != test.name) {
            let reason = "it failed once, and there was no time to run it again".to_owned();
            report.dropped_tests.push(DroppedTest { name: test.name, reason });
        }
    }
    *suite = passed;
}

/// Takes out the assertions and tests at fault.
fn repair(suite: &mut SuiteSource, faults: Vec<Fault>, report: &mut VerifyReport) -> Result<(), VerifyError> {
    let before = (report.dropped_tests.len(), report.dropped_assertions.len());
    let may_repair = report.rounds <= REPAIR_ROUNDS;
    let mut lost_tests: Vec<(usize, String)> = Vec::new();
    let mut lost_assertions: Vec<(usize, usize, String)> = Vec::new();
    for Fault { test, assertion, reason } in faults {
        match assertion.filter(|_| may_repair) {
            // A run shows only the first failure of a test: where a second one comes up, all that follows is distrusted,
            // or each would take a round.
            Some(assertion) if has_lost_assertions(suite, test, report) => {
                let later = assertion..suite.tests[test].n_assertions();
                lost_assertions.extend(later.map(|later| (test, later, reason.clone())));
            }
            Some(assertion) => lost_assertions.push((test, assertion, reason)),
            None => lost_tests.push((test, reason)),
        }
    }
    lost_assertions.retain(|(test, ..)| lost_tests.iter().all(|(lost, _)| lost != test));
    // From the back, so that positions stay true; of several complaints about one place the first counts.
    lost_assertions.sort_by_key(|(test, assertion, _)| (*test, *assertion));
    lost_assertions.dedup_by_key(|(test, assertion, _)| (*test, *assertion));
    for (test, assertion, reason) in lost_assertions.into_iter().rev() {
        let test = &mut suite.tests[test];
        if let Some(line) = test.drop_assertion(assertion) {
            report.dropped_assertions.push(DroppedAssertion { test: test.name.clone(), line, reason });
        }
    }
    lost_tests.sort_by_key(|(test, _)| *test);
    lost_tests.dedup_by_key(|(test, _)| *test);
    for (test, reason) in lost_tests.into_iter().rev() {
        let name = suite.tests.remove(test).name;
        report.dropped_tests.push(DroppedTest { name, reason });
    }
    if before == (report.dropped_tests.len(), report.dropped_assertions.len()) {
        return Err(VerifyError::Unrepairable("a failure names no test".to_owned()));
    }
    Ok(())
}

fn has_lost_assertions(suite: &SuiteSource, test: usize, report: &VerifyReport) -> bool {
    report.dropped_assertions.iter().any(|dropped| dropped.test == suite.tests[test].name)
}

#[cfg(test)]
mod tests;
