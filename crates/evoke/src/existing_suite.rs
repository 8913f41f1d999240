//! The tests that `--extend` names: compiled once, then run traced for one class after the other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use evoke_analysis::{Criterion, MutantId};
use evoke_classfile::{ClassName, ClassPath};
use evoke_measure::{
    ExistingCoverage, Fate, MeasuredClasses, RepeatedRun, SuiteSession, SuiteTest, TestEnd, TestRun,
    criteria_by_probes, run_on_mutants,
};

use crate::class_config::ClassBudget;
use crate::destination::{Destination, is_own};
use crate::existing_tests::{ExistingCode, ExistingTests};
use crate::failure::Failure;
use crate::options::Options;
use crate::prepared_suite::{PreparedSuite, SuiteRun, explain};
use crate::progress::{ClassLine, Screen};
use crate::suite_files::SuiteFiles;

/// What one of the tests may take.
pub(crate) const PER_TEST: Duration = Duration::from_secs(10);
/// Of a budget of time, the share that is over when the tests are no longer run for what they cover.
const SHARE_OF_RUNS: f64 = 0.3;
/// See [`SHARE_OF_RUNS`]; when they are no longer run on mutants.
const SHARE_OF_MUTANTS: f64 = 0.5;

/// A user's tests, ready to be run on a class.
pub(crate) struct ExistingSuite {
    suite: Result<PreparedSuite, String>,
    n_sessions: AtomicU32,
}

/// Until when tests of a class are run.
struct Until(Option<Instant>);

impl ExistingSuite {
    /// Reads and compiles the tests in these files and folders. Tests that do not compile are told, and count for nothing.
    ///
    /// # Errors
    /// There are no tests, or a file cannot be read.
    pub(crate) fn prepare(paths: &[PathBuf], options: &Options, screen: &Screen) -> Result<Self, Failure> {
        let mut files = SuiteFiles::read(paths, &options.jdk)?;
        for class in &options.classes {
            leave_out_own(&mut files, &Destination::of(class, &options.suite_package(class), &options.out));
        }
        let class_path = ClassPath::open(&options.class_path, &options.jdk).map_err(Failure::usage)?;
        let run = SuiteRun { per_test: PER_TEST, is_confined: true, working: None };
        let suite = PreparedSuite::of_files(files, options.jdk.clone(), class_path, run);
        let suite = suite.map_err(|error| {
            let reason = match error.downcast_ref::<Failure>() {
                Some(failure) => failure.in_one_line(),
                None => format!("{error:#}"),
            };
            screen.say(&format!("warning: existing tests count for nothing: {reason}"));
            reason
        });
        Ok(Self { suite, n_sessions: AtomicU32::new(0) })
    }

    /// What they do for a class of the options, whose time began at `started`. What goes wrong is in the result.
    pub(crate) fn of_class(
        &self,
        class: &ClassName,
        options: &Options,
        started: Instant,
        line: &ClassLine,
    ) -> ExistingTests {
        let suite = match &self.suite {
            Ok(suite) => suite,
            Err(reason) => return ExistingTests::unknown(reason.clone()),
        };
        let budget = options.config.budget;
        let measurement = Measurement {
            existing: self,
            suite,
            class,
            package: options.suite_package(class),
            line,
            runs_end: Until::share(budget, SHARE_OF_RUNS, started),
            mutants_end: Until::share(budget, SHARE_OF_MUTANTS, started),
        };
        measurement
            .run(&options.config.criteria, options.config.runs_mutants())
            .unwrap_or_else(|failure| ExistingTests::unknown(failure.in_one_line()))
    }
}

/// A class, and the tests that are run on it.
struct Measurement<'a> {
    existing: &'a ExistingSuite,
    suite: &'a PreparedSuite,
    class: &'a ClassName,
    package: String,
    line: &'a ClassLine,
    runs_end: Until,
    mutants_end: Until,
}

impl Measurement<'_> {
    fn run(&self, criteria: &[Criterion], runs_mutants: bool) -> Result<ExistingTests, Failure> {
        let mut existing = ExistingTests::default();
        for group in criteria_by_probes(criteria) {
            let classes = self.classes(&group)?;
            let mut session = self.open(&classes)?;
            let runs = self.run_twice(&mut session)?;
            existing.coverage.add(ExistingCoverage::of(&classes.tables, &group, &runs));
            if existing.n_tests == 0 {
                existing.n_tests = runs.len() as u32;
                existing.n_passed = runs.iter().filter(|run| run.is_stable()).count() as u32;
                let entries = self.suite.environment.entries.clone();
                let classes = classes_that_enter(session.tests(), &runs);
                existing.code = ExistingCode { entries, classes };
                let is_late = self.runs_end.is_over() && is_last_left_out(&runs);
                existing.problem = problem(&existing, session.tests(), &runs, is_late);
            }
        }
        if runs_mutants && existing.problem.is_none() && !existing.coverage.is_complete_for(criteria) {
            let killed = self.killed()?;
            if let Some(noticed) = existing.coverage.goals.get_mut(&Criterion::StrongMutation) {
                // A goal for each mutant, in their order.
                noticed.covered = killed.iter().map(|mutant| mutant.0).collect();
            }
            // Else there was no time to see it.
            let is_known = !killed.is_empty() || !self.mutants_end.is_over();
            existing.killed = is_known.then_some(killed);
        }
        Ok(existing)
    }

    fn classes(&self, criteria: &[Criterion]) -> Result<MeasuredClasses, Failure> {
        MeasuredClasses::of_class(&self.suite.class_path, self.class, &self.package, criteria)
            .map_err(explain)
    }

    fn open<'s>(&'s self, classes: &'s MeasuredClasses) -> Result<SuiteSession<'s>, Failure> {
        self.line.phase("looking for existing tests");
        let number = self.existing.n_sessions.fetch_add(1, Ordering::Relaxed);
        SuiteSession::open(&self.suite.environment, classes, &format!("existing{number}")).map_err(explain)
    }

    fn run_twice(&self, session: &mut SuiteSession<'_>) -> Result<Vec<RepeatedRun>, Failure> {
        let progress = |n_runs| self.line.phase(&format!("existing tests, {n_runs} runs"));
        session.run_twice(&mut || self.runs_end.is_over(), progress).map_err(explain)
    }

    /// The mutants that the tests notice, as far as there is time.
    fn killed(&self) -> Result<BTreeSet<MutantId>, Failure> {
        let classes = self.classes(&[Criterion::WeakMutation])?;
        let mut session = self.open(&classes)?;
        let runs = self.run_twice(&mut session)?;
        let runs: Vec<TestRun> = runs.into_iter().map(stable_or_skipped).collect();
        let progress = |done, of| self.line.phase(&format!("existing tests on mutants, {done}/{of}"));
        let fates = run_on_mutants(&mut session, &runs, &mut || self.mutants_end.is_over(), progress);
        let fates = fates.map_err(explain)?;
        let killed = fates.iter().zip(0..).filter(|(fate, _)| matches!(fate, Fate::Killed { .. }));
        Ok(killed.map(|(_, id)| MutantId(id)).collect())
    }
}

impl Until {
    /// The moment when this share of a budget is over that began at `started`; of statements nothing is.
    fn share(budget: ClassBudget, share: f64, started: Instant) -> Self {
        Self(match budget {
            ClassBudget::Time(total) => Some(started + total.mul_f64(share)),
            ClassBudget::Statements(_) => None,
        })
    }

    fn is_over(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// The suite that a run is about to replace is none that is there already.
fn leave_out_own(files: &mut SuiteFiles, destination: &Destination) {
    if !is_own(&destination.path) {
        return;
    }
    let same = |path: &Path| path.canonicalize().ok() == destination.path.canonicalize().ok();
    files.sources.retain(|source| !same(source));
}

/// The first run; one that counts for nothing where the second did not pass.
fn stable_or_skipped(run: RepeatedRun) -> TestRun {
    let end = if run.is_stable() { run.first.end.clone() } else { TestEnd::Skipped };
    TestRun { end, ..run.first }
}

/// Binary names of the classes with stable tests that enter what is measured.
fn classes_that_enter(tests: &[SuiteTest], runs: &[RepeatedRun]) -> Vec<String> {
    let mut classes: Vec<String> = Vec::new();
    for (test, run) in tests.iter().zip(runs) {
        let enters = run.is_stable() && !run.first.trace.methods.is_empty();
        if enters && !classes.contains(&test.class) {
            classes.push(test.class.clone());
        }
    }
    classes
}

/// Whether the last test was not run, as where time is over before all were.
fn is_last_left_out(runs: &[RepeatedRun]) -> bool {
    runs.last().is_some_and(|run| run.first.end == TestEnd::Skipped)
}

/// Why the tests are of no use for the class, if so; `is_late` where there was no time to run all of them.
fn problem(
    existing: &ExistingTests,
    tests: &[SuiteTest],
    runs: &[RepeatedRun],
    is_late: bool,
) -> Option<String> {
    if existing.n_tests == 0 {
        return Some("there are none".to_owned());
    }
    if existing.code.classes.is_empty() && is_late {
        return Some("their part of the budget was over before one that runs the class was run".to_owned());
    }
    if existing.n_passed == 0 {
        let first = tests.iter().zip(runs).find_map(|(test, run)| match &run.first.end {
            TestEnd::Failed(message) => Some(format!("{}.{}: {message}", test.class, test.name)),
            _ => None,
        });
        let first = first.map_or_else(String::new, |first| format!("; the first that fails is {first}"));
        return Some(format!("none of {} passes{first}", existing.n_tests));
    }
    existing.code.classes.is_empty().then(|| "none that passes runs the class".to_owned())
}
