//! Compiles suites and runs them in fresh JVMs, one a run.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use evoke_junit::{JUnitEnvironment, compile_sources, java_process};
use evoke_runtime::{binary_name, members::cost_runner};

use crate::cost_error::CostError;
use crate::measured_test::MeasuredTest;
use crate::run_reports::RunReports;

/// Measures suites in one environment.
#[derive(Clone, Debug)]
pub struct CostMeter {
    /// What the suites are run with.
    pub environment: JUnitEnvironment,
}

impl CostMeter {
    /// Compiles sources into a folder; gives the binary names of the top-level classes in it.
    pub fn compile(&self, sources: &[PathBuf], folder: &Path) -> Result<Vec<String>, CostError> {
        Ok(compile_sources(&self.environment, sources, folder)?)
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
        let prefix = java_process::report_prefix();
        let mut child = self.start(classes, folder, scratch, &prefix)?;
        let incoming = java_process::reports(child.stdout.take(), &prefix);
        let mut reports = RunReports::default();
        let ended = listen(&incoming, &mut reports, limit);
        // It may have ended by itself.
        let _ = child.kill();
        child.wait()?;
        match ended {
            Ok(()) => Ok(reports.into_tests()),
            Err(CostError::Ended(_)) if !reports.has_started() => {
                let mut text = String::new();
                if let Some(mut stderr) = child.stderr.take() {
                    stderr.read_to_string(&mut text)?;
                }
                Err(CostError::Broken(text.lines().next().unwrap_or("the JVM said nothing").to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    fn start(
        &self,
        classes: &[String],
        folder: &Path,
        scratch: &Path,
        prefix: &str,
    ) -> Result<Child, CostError> {
        let runner = scratch.join("runner");
        java_process::write_classes(&runner)?;
        let child = Command::new(java_process::tool(&self.environment.jdk, "java"))
            .arg("-cp")
            .arg(self.environment.joined_class_path(&[&runner, folder])?)
            .args([&binary_name(cost_runner::CLASS), prefix, self.environment.version.number()])
            .args(classes)
            .current_dir(scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(child)
    }
}

/// Follows a run to its last report.
fn listen(incoming: &Receiver<String>, reports: &mut RunReports, limit: Duration) -> Result<(), CostError> {
    let deadline = Instant::now() + limit;
    loop {
        match incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(report) if reports.take(&report)? => return Ok(()),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => {
                return Err(CostError::OutOfTime { test: reports.current(), limit });
            }
            Err(RecvTimeoutError::Disconnected) => return Err(CostError::Ended(reports.current())),
        }
    }
}
