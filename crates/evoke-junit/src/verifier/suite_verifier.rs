//! Verification as a whole: rounds of running and repairing until a suite passes in a fresh JVM.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
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
                None => RunnerProcess::start(&self.environment, &self.wrap, &work_dir)?,
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
