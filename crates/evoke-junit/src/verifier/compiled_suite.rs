//! A suite as it was compiled: where its classes are, and which test and assertion each of its lines came from.
//!
//! A suite that has lost whole tests since need not be compiled again: the tests that are left are run by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::error::VerifyError;
use super::fault::Fault;
use super::runner_process::{Complaint, RunnerProcess, TestFailure};
use crate::suite::{LineOrigin, RenderedSource, SuiteSource};
use crate::test_source::CaseKey;

/// See the module.
pub(super) struct CompiledSuite {
    /// Where its classes are.
    pub(super) classes: PathBuf,
    rendered: RenderedSource,
    /// Its tests in the order of the text.
    tests: Vec<String>,
    /// What JUnit runs, by the names that it has there.
    cases: BTreeMap<String, CaseKey>,
    /// What the compiler warns of, by test.
    warnings: Warnings,
    /// The same of classes for stubs, by the tests that use them.
    stub_warnings: Warnings,
}

/// Kinds of warnings by test.
type Warnings = BTreeMap<String, BTreeSet<String>>;

/// What came of compiling.
pub(super) enum Compilation {
    Compiled(CompiledSuite),
    /// What the compiler complains about.
    Faulty {
        faults: Vec<Fault>,
        rendered: RenderedSource,
    },
}

impl CompiledSuite {
    /// Compiles the suite into a folder.
    pub(super) fn compile(
        suite: &SuiteSource,
        folder: &Path,
        process: &mut RunnerProcess,
        deadline: Instant,
    ) -> Result<Compilation, VerifyError> {
        let rendered = suite.render();
        let classes = folder.join("classes");
        let source = folder.join("src").join(suite.relative_path());
        fs::create_dir_all(&classes)?;
        if let Some(parent) = source.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&source, &rendered.text)?;
        let compiled = process.compile(&source, &classes, deadline)?;
        if !compiled.errors.is_empty() {
            let faults = compile_faults(&compiled.errors, suite, &rendered)?;
            return Ok(Compilation::Faulty { faults, rendered });
        }
        let tests = suite.tests.iter().map(|test| test.name.clone()).collect();
        let cases = suite.cases().map(|case| (case.name, case.key)).collect();
        let [mut warnings, mut stub_warnings] = [Warnings::new(), Warnings::new()];
        for Complaint { line, message } in compiled.warnings {
            if let Some(origin) = rendered.origin(line) {
                warnings.entry(suite.tests[origin.test].name.clone()).or_default().insert(message.clone());
            }
            for test in rendered.sharers(line) {
                stub_warnings.entry(suite.tests[test].name.clone()).or_default().insert(message.clone());
            }
        }
        Ok(Compilation::Compiled(Self { classes, rendered, tests, cases, warnings, stub_warnings }))
    }

    /// Has the tests say that they know what the compiler warns of.
    pub(super) fn suppress_warnings(&self, suite: &mut SuiteSource) {
        for test in &mut suite.tests {
            test.warnings = self.warnings.get(&test.name).cloned().unwrap_or_default();
            test.stub_warnings = self.stub_warnings.get(&test.name).cloned().unwrap_or_default();
        }
    }

    /// What JUnit is to run of the suite as it is now, in its order.
    pub(super) fn cases(&self, suite: &SuiteSource) -> Vec<String> {
        let names: BTreeMap<&CaseKey, &String> = self.cases.iter().map(|(name, key)| (key, name)).collect();
        suite.cases().filter_map(|case| names.get(&case.key).map(|name| (*name).clone())).collect()
    }

    /// What JUnit calls by this name.
    pub(super) fn key(&self, case: &str) -> Option<&CaseKey> {
        self.cases.get(case)
    }

    /// What failed tests are to blame for, in the suite as it is now.
    pub(super) fn faults(&self, failures: Vec<TestFailure>, suite: &SuiteSource) -> Vec<Fault> {
        let positions: BTreeMap<&str, usize> =
            suite.tests.iter().enumerate().map(|(position, test)| (test.name.as_str(), position)).collect();
        let fault = |TestFailure { test, complaint }: TestFailure| {
            let origin = self.rendered.origin(complaint.line);
            let key = self.key(&test)?;
            let is_own = |origin: &_| self.is_of(origin, &key.test);
            Some(Fault {
                test: *positions.get(key.test.as_str())?,
                row: key.row.clone(),
                assertion: origin.filter(is_own).and_then(|origin| origin.assertion),
                reason: complaint.message,
            })
        };
        failures.into_iter().filter_map(fault).collect()
    }

    fn is_of(&self, origin: &LineOrigin, test: &str) -> bool {
        self.tests.get(origin.test).is_some_and(|name| name == test)
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
            faults.push(Fault { test, row: None, assertion, reason: message.clone() });
            continue;
        }
        let text = rendered.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let found = faults.len();
        faults.extend(rendered.sharers(*line).chain(rendered.importers(*line)).map(|test| Fault {
            test,
            row: None,
            assertion: None,
            reason: message.clone(),
        }));
        for (test, source) in suite.tests.iter().enumerate() {
            for assertion in source.users_of_import(text) {
                faults.push(Fault { test, row: None, assertion, reason: message.clone() });
            }
        }
        if faults.len() == found {
            return Err(VerifyError::Unrepairable(format!("{text}: {message}")));
        }
    }
    Ok(faults)
}
