//! One round of verification: the suite as it is, compiled and run, and what is wrong with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::error::VerifyError;
use super::fault::Fault;
use super::limits::VerifyLimits;
use super::runner_process::{Complaint, RunEnd, RunnerProcess, Surroundings, TestFailure};
use crate::suite::{RenderedSource, SuiteSource};

/// One time compiling and running the suite as it is.
pub(super) struct Round<'a> {
    pub(super) suite: &'a SuiteSource,
    pub(super) folder: PathBuf,
    pub(super) limits: VerifyLimits,
    pub(super) deadline: Instant,
    /// Whether the classes are in the folder already.
    pub(super) is_compiled: bool,
}

/// What came of a round.
pub(super) enum RoundEnd {
    /// It compiles and passes.
    Clean,
    /// Nothing has run.
    CompileFaults(Vec<Fault>),
    /// Everything has run.
    Failures(Vec<Fault>),
    /// The process is gone because of this test.
    Lost(Fault),
}

impl Round<'_> {
    /// Compiles the suite, if need be, and runs it in all surroundings.
    pub(super) fn play(
        &self,
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
        for surroundings in [Surroundings::Home, Surroundings::Abroad] {
            let class = self.suite.qualified_name();
            let end =
                process.run(&class, &classes, surroundings, &tests, self.limits.per_test, self.deadline)?;
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
