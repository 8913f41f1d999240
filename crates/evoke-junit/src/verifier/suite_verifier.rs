//! Verification as a whole: rounds of running and repairing until a suite passes in a fresh JVM.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{self, Path, PathBuf};
use std::time::Instant;

use super::error::VerifyError;
use super::limits::VerifyLimits;
use super::repair::{fall_back, give_up_calls, repair, without_faulty};
use super::report::VerifyReport;
use super::round::{Round, RoundEnd};
use super::runner_process::RunnerProcess;
use crate::junit_environment::JUnitEnvironment;
use crate::suite::SuiteSource;

/// Verifies suites in one environment.
#[derive(Clone, Debug)]
pub struct SuiteVerifier {
    /// What the suites are run with.
    pub environment: JUnitEnvironment,
    /// A program with its arguments that starts the JVM, a sandbox for example; empty for none.
    pub wrap: Vec<OsString>,
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
        let mut verification = Verification {
            verifier: self,
            work_dir: path::absolute(work_dir)?,
            limits,
            deadline: Instant::now() + limits.total,
            report: VerifyReport::default(),
            process: None,
            passed_before: None,
            classes_as_is: None,
        };
        while !suite.tests.is_empty() && verification.play_round(suite)?.is_continue() {}
        verification.report.passed = suite.tests.len();
        Ok(verification.report)
    }
}

/// What goes from round to round.
struct Verification<'a> {
    verifier: &'a SuiteVerifier,
    work_dir: PathBuf,
    limits: VerifyLimits,
    deadline: Instant,
    report: VerifyReport,
    /// A process that has run an earlier state of the suite.
    process: Option<RunnerProcess>,
    /// Tests that passed together in the last round.
    passed_before: Option<SuiteSource>,
    /// Of a suite that passed in a JVM that had run others before: it only has to pass in a fresh one.
    classes_as_is: Option<PathBuf>,
}

impl Verification<'_> {
    /// Plays one round; breaks after the last.
    fn play_round(&mut self, suite: &mut SuiteSource) -> Result<ControlFlow<()>, VerifyError> {
        if self.report.rounds == self.limits.max_rounds {
            return Err(VerifyError::OutOfRounds(self.report.rounds));
        }
        self.report.rounds += 1;
        let is_fresh = self.process.is_none();
        let mut running = match self.process.take() {
            Some(running) => running,
            None => RunnerProcess::start(&self.verifier.environment, &self.verifier.wrap, &self.work_dir)?,
        };
        let is_compiled = self.classes_as_is.is_some();
        let new_folder = || self.work_dir.join(format!("round{}", self.report.rounds));
        let folder = self.classes_as_is.take().unwrap_or_else(new_folder);
        let rendered = suite.render();
        let (limits, deadline) = (self.limits, self.deadline);
        let round = Round { suite, folder: folder.clone(), limits, deadline, is_compiled };
        let end = match (round.play(&mut running, &rendered), self.passed_before.take()) {
            (Err(VerifyError::OutOfTime), Some(passed)) => {
                fall_back(suite, passed, &mut self.report);
                return Ok(ControlFlow::Break(()));
            }
            (end, _) => end?,
        };
        match end {
            RoundEnd::Clean if is_fresh => return Ok(ControlFlow::Break(())),
            RoundEnd::Clean => {
                self.passed_before = Some(suite.clone());
                self.classes_as_is = Some(folder);
            }
            end => self.repair(suite, end, running)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes out what failed, and keeps the process if it can run the rest.
    fn repair(
        &mut self,
        suite: &mut SuiteSource,
        end: RoundEnd,
        running: RunnerProcess,
    ) -> Result<(), VerifyError> {
        let faults = match end {
            RoundEnd::Clean => return Ok(()),
            RoundEnd::Lost(fault) => vec![fault],
            RoundEnd::CompileFaults(mut faults) => {
                give_up_calls(suite, &mut faults);
                self.process = Some(running);
                faults
            }
            RoundEnd::Failures(faults) => {
                self.passed_before = Some(without_faulty(suite, &faults));
                self.process = Some(running);
                faults
            }
        };
        repair(suite, faults, &mut self.report)
    }
}
