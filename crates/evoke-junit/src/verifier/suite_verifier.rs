//! Verification as a whole: rounds of running and repairing until a suite passes in a fresh JVM.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::compiled_suite::{Compilation, CompiledSuite};
use super::error::VerifyError;
use super::fault::Fault;
use super::first_test::FirstTests;
use super::left_state::{drop_all_leaving, set_back};
use super::limits::{Deadlines, VerifyLimits};
use super::line_ends::adapt_line_ends;
use super::locale::fix_locale;
use super::passed_tests::PassedTests;
use super::polluter::{RunInOrder, polluters};
use super::repair::{fall_back, give_up_calls, repair, write_plain, write_raw, write_stubs_out};
use super::report::{LeftOut, VerifyReport};
use super::rows::{drop_rows, split_tables, take_rows_out};
use super::runner_pool::RunnerPool;
use super::runner_process::{RunEnd, RunReport, RunnerProcess, Surroundings, TestFailure, TestRun};
use crate::fixture::RestoredSetting;
use crate::junit_environment::JUnitEnvironment;
use crate::suite::SuiteSource;
use crate::test_source::TestSource;

/// How often a suite is run again that makes threads.
const REPETITIONS: u32 = 4;
/// Where a suite that passed is run in random orders. What depends on identity hash codes, as an order of iteration does, differs from run to
/// run by chance.
const IN_RANDOM_ORDER: [Surroundings; 9] = [
    Surroundings::Translated,
    Surroundings::West,
    Surroundings::East,
    Surroundings::Translated,
    Surroundings::West,
    Surroundings::East,
    Surroundings::Translated,
    Surroundings::West,
    Surroundings::East,
];
/// How many of them a suite is run in by a process that has run tests of it before.
const ORDERS_OF_USED: usize = 3;
/// What these orders are drawn by.
const SEED_OF_ORDERS: u64 = 3;

/// Verifies suites in one environment.
#[derive(Clone, Debug)]
pub struct SuiteVerifier {
    /// What the suites are run with.
    pub environment: JUnitEnvironment,
    /// Whether tests that say nothing of what is expected are to say that their last call throws nothing: see
    /// [`crate::has_assert_does_not_throw`].
    pub says_no_throw: bool,
    /// A program with its arguments that starts the JVM, a sandbox for example; empty for none.
    pub wrap: Vec<OsString>,
    /// Where its JVMs come from and go to.
    pub runners: Arc<RunnerPool>,
}

/// The verification of one suite, before the suite is there: its JVM starts meanwhile.
#[derive(Debug)]
pub struct SuiteVerification<'a> {
    verifier: &'a SuiteVerifier,
    work_dir: PathBuf,
    process: RunnerProcess,
}

impl SuiteVerifier {
    /// Takes a JVM for a suite that is still to come, or starts one and lets its compiler open the class path. `work_dir` is a
    /// folder of this verification's own.
    pub fn begin(&self, work_dir: &Path) -> Result<SuiteVerification<'_>, VerifyError> {
        let work_dir = path::absolute(work_dir)?;
        let process = if let Some(process) = self.runners.take(&self.environment) {
            process
        } else {
            let mut process = self.runners.start(&self.environment, &self.wrap)?;
            process.warm_up()?;
            process
        };
        Ok(SuiteVerification { verifier: self, work_dir, process })
    }
}

impl SuiteVerification<'_> {
    /// The JVM alone.
    pub(super) fn into_process(self) -> RunnerProcess {
        self.process
    }

    /// Takes out of the suite what does not compile or pass, until all the rest does. Where time runs out, or the verifier
    /// itself fails, before that is known of the suite as a whole, the tests that passed are left.
    pub fn finish(self, suite: &mut SuiteSource, limits: VerifyLimits) -> Result<VerifyReport, VerifyError> {
        suite.says_no_throw = self.verifier.says_no_throw;
        let mut rounds = Rounds {
            verifier: self.verifier,
            work_dir: self.work_dir,
            suite,
            limits,
            deadlines: Deadlines::of(&limits),
            report: VerifyReport::default(),
            process: Some(self.process),
            fails_after_others: false,
            compiled: None,
            passed: PassedTests::default(),
            first_pass: None,
        };
        if let Err(error) = rounds.play() {
            let passed = rounds.passed.everywhere();
            if passed.is_empty() {
                return Err(error);
            }
            fall_back(rounds.suite, &passed, &error, &mut rounds.report);
        }
        let mut report = rounds.report;
        report.passed = suite.cases().count();
        Ok(report)
    }
}

/// What goes from round to round.
struct Rounds<'a> {
    verifier: &'a SuiteVerifier,
    work_dir: PathBuf,
    suite: &'a mut SuiteSource,
    limits: VerifyLimits,
    deadlines: Deadlines,
    report: VerifyReport,
    /// A process that may have run an earlier state of the suite.
    process: Option<RunnerProcess>,
    /// Whether it failed in a process that had served other suites, so that the next one is to be new.
    fails_after_others: bool,
    /// The suite's classes, as long as it has lost no more than whole tests since.
    compiled: Option<CompiledSuite>,
    passed: PassedTests,
    /// When a test passed for the first time, if one has.
    first_pass: Option<Instant>,
}

/// What came of a suite in all surroundings.
enum Everywhere {
    Passed {
        has_threads: bool,
    },
    /// Tests left something changed that all share; nothing failed so far.
    Left(Vec<(String, RestoredSetting)>),
    Failed(RunReport),
}

impl Rounds<'_> {
    fn play(&mut self) -> Result<(), VerifyError> {
        while !self.suite.tests.is_empty() {
            if self.report.rounds == self.limits.max_rounds {
                return Err(VerifyError::OutOfRounds(self.report.rounds));
            }
            self.report.rounds += 1;
            if self.play_round()?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Compiles the suite, if need be, runs it in all surroundings, and takes out what fails; breaks after the last round.
    fn play_round(&mut self) -> Result<ControlFlow<()>, VerifyError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.next_process()?,
        };
        let has_other_suites = process.n_other_suites() > 0;
        match self.play_round_in(process) {
            // What those left may be to blame.
            Err(VerifyError::Runner { .. }) if has_other_suites => {
                self.fails_after_others = true;
                Ok(ControlFlow::Continue(()))
            }
            result => result,
        }
    }

    /// One that has run nothing of this suite; where that is enough, one that others have passed in.
    fn next_process(&self) -> Result<RunnerProcess, VerifyError> {
        let SuiteVerifier { environment, wrap, runners, .. } = self.verifier;
        let idle = if self.fails_after_others { None } else { runners.take(environment) };
        idle.map_or_else(|| runners.start(environment, wrap), Ok)
    }

    fn play_round_in(&mut self, mut process: RunnerProcess) -> Result<ControlFlow<()>, VerifyError> {
        let is_fresh = !process.has_run_tests();
        let Some(compiled) = self.compile(&mut process)? else {
            self.process = Some(process);
            return Ok(ControlFlow::Continue(()));
        };
        let n_orders = if is_fresh { IN_RANDOM_ORDER.len() } else { ORDERS_OF_USED };
        let has_threads = match self.run_everywhere(&mut process, &compiled, n_orders)? {
            Everywhere::Passed { has_threads } => has_threads,
            Everywhere::Left(left) => {
                let is_changed = self.set_back(left, &compiled);
                self.process = Some(process);
                self.compiled = (!is_changed).then_some(compiled);
                return Ok(ControlFlow::Continue(()));
            }
            Everywhere::Failed(_) if process.n_other_suites() > 0 => {
                // What fails has to fail in a JVM that has run nothing before.
                self.fails_after_others = true;
                self.compiled = Some(compiled);
                return Ok(ControlFlow::Continue(()));
            }
            Everywhere::Failed(report) => {
                let is_alive = matches!(report.end, RunEnd::Done { .. });
                let polluters =
                    if is_alive { self.polluters(&mut process, &compiled, &report)? } else { Vec::new() };
                self.process = is_alive.then_some(process);
                if polluters.is_empty() && self.leave_out(&report) {
                    self.compiled = Some(compiled);
                } else if polluters.is_empty() {
                    self.take_out(report, compiled)?;
                } else {
                    repair(self.suite, polluters, &mut self.report)?;
                    self.compiled = Some(compiled);
                }
                return Ok(ControlFlow::Continue(()));
            }
        };
        if !is_fresh {
            self.fails_after_others = false;
            self.compiled = Some(compiled);
            return Ok(ControlFlow::Continue(()));
        }
        compiled.suppress_warnings(self.suite);
        if has_threads {
            self.repeat(process, &compiled)?;
        } else {
            self.verifier.runners.give_back(process);
        }
        Ok(ControlFlow::Break(()))
    }

    /// Runs the suite in all surroundings and, where time allows, in random orders, until it fails. Its classes are loaded anew for each
    /// run, so that objects in static fields have other identity hashes, too.
    fn run_everywhere(
        &mut self,
        process: &mut RunnerProcess,
        compiled: &CompiledSuite,
        n_orders: usize,
    ) -> Result<Everywhere, VerifyError> {
        let mut tests = compiled.cases(self.suite);
        let mut makes_threads = false;
        let mut last_run = Duration::ZERO;
        let mut firsts = FirstTests::of(self.suite);
        let mut places = vec![Surroundings::HomeTranslated, self.abroad()];
        if self.has_fixed_locale() {
            // What classes keep of another language shows only where there is one.
            places.push(Surroundings::Translated);
        }
        if process.can_be_application() {
            places.push(Surroundings::Application);
        }
        for surroundings in places {
            let begun = Instant::now();
            let report = self.run(process, compiled, surroundings, &tests)?;
            match report.end {
                // JUnit makes threads itself, so that what the last run says counts, which goes without it.
                RunEnd::Done { has_threads } if report.failures.is_empty() => makes_threads = has_threads,
                _ => return Ok(Everywhere::Failed(report)),
            }
            tests = report.order;
            if !report.left.is_empty() {
                return Ok(Everywhere::Left(report.left));
            }
            if let Some(first) = tests.first() {
                firsts.note(first);
            }
            tests.reverse();
            last_run = begun.elapsed();
        }
        let mut random = Pcg64::seed_from_u64(SEED_OF_ORDERS);
        for surroundings in IN_RANDOM_ORDER.into_iter().take(n_orders) {
            if self.is_left_out(surroundings) {
                continue;
            }
            // The run may take twice as long as it should.
            if Instant::now() + last_run * 2 > self.deadlines.end(self.first_pass) {
                break;
            }
            tests.shuffle(&mut random);
            firsts.begin(&mut tests);
            let report = self.run(process, compiled, surroundings, &tests)?;
            if !matches!(report.end, RunEnd::Done { .. }) || !report.failures.is_empty() {
                return Ok(Everywhere::Failed(report));
            }
        }
        Ok(Everywhere::Passed { has_threads: makes_threads })
    }

    /// Has tests set back what they leave changed; whether any is written otherwise.
    fn set_back(&mut self, left: Vec<(String, RestoredSetting)>, compiled: &CompiledSuite) -> bool {
        set_back(self.suite, by_test(left, compiled), &mut self.report)
    }

    /// Where it is run after it was at home.
    fn abroad(&self) -> Surroundings {
        let places = [Surroundings::East, Surroundings::West];
        places.into_iter().find(|place| !self.is_left_out(*place)).unwrap_or(Surroundings::Translated)
    }

    fn has_fixed_locale(&self) -> bool {
        self.suite.tests.iter().any(TestSource::has_fixed_locale)
    }

    fn is_left_out(&self, surroundings: Surroundings) -> bool {
        self.report.left_out.iter().any(|place| Some(place.locale) == surroundings.locale())
    }

    /// Runs the suite no more where half of its tests or more failed since a class cannot be initialised there; `false` if that is not why.
    fn leave_out(&mut self, report: &RunReport) -> bool {
        let may_leave = matches!(report.surroundings, Surroundings::East | Surroundings::West);
        let (Some(locale), true) = (report.surroundings.locale(), may_leave) else { return false };
        let messages = report.failures.iter().map(|failure| &failure.complaint.message);
        let uninitialised: Vec<&String> = messages.filter(|message| is_of_initialiser(message)).collect();
        let Some(reason) = uninitialised.first() else { return false };
        let is_general = uninitialised.len() * 2 >= report.order.len();
        if is_general {
            self.report.left_out.push(LeftOut { locale, reason: (*reason).clone() });
        }
        is_general
    }

    /// Runs a suite again that makes threads, as often as there is time for: a test that fails now may fail at any time.
    fn repeat(&mut self, mut process: RunnerProcess, compiled: &CompiledSuite) -> Result<(), VerifyError> {
        for _ in 0..REPETITIONS {
            let begun = Instant::now();
            if self.suite.tests.is_empty() {
                break;
            }
            let report = match self.run_everywhere(&mut process, compiled, ORDERS_OF_USED) {
                // What failed before the time was over is no longer among what passed.
                Err(VerifyError::OutOfTime)
                    if self.passed.everywhere().len() == self.suite.cases().count() =>
                {
                    break;
                }
                Err(error) => return Err(error),
                Ok(Everywhere::Passed { .. }) => None,
                Ok(Everywhere::Left(left)) => {
                    drop_all_leaving(self.suite, by_test(left, compiled), &mut self.report);
                    None
                }
                Ok(Everywhere::Failed(report)) => Some(report),
            };
            if let Some(report) = report {
                let is_alive = matches!(report.end, RunEnd::Done { .. });
                let mut faults = self.faults(report, compiled)?;
                for fault in &mut faults {
                    fault.assertion = None;
                    fault.reason = format!("it passed, but not always: {}", fault.reason);
                }
                let faults = drop_rows(self.suite, faults, &mut self.report);
                if !faults.is_empty() {
                    repair(self.suite, faults, &mut self.report)?;
                }
                if !is_alive {
                    break;
                }
            }
            if Instant::now() + begun.elapsed() > self.deadlines.end(self.first_pass) {
                break;
            }
        }
        Ok(())
    }

    /// The classes of the suite; `None` if it does not compile, and what was to blame has been taken out.
    fn compile(&mut self, process: &mut RunnerProcess) -> Result<Option<CompiledSuite>, VerifyError> {
        if let Some(compiled) = self.compiled.take() {
            return Ok(Some(compiled));
        }
        let folder = self.work_dir.join(format!("round{}", self.report.rounds));
        let deadline = self.deadlines.end(self.first_pass);
        match CompiledSuite::compile(self.suite, &folder, process, deadline)? {
            Compilation::Compiled(compiled) => Ok(Some(compiled)),
            Compilation::Faulty { faults, rendered } => {
                let faults = write_stubs_out(self.suite, faults, &rendered);
                let mut faults = split_tables(self.suite, faults);
                give_up_calls(self.suite, &mut faults);
                // What is wrong with an assertion is wrong without mocks too.
                let (assertions, code) = faults.into_iter().partition(|fault| fault.assertion.is_some());
                let mut faults: Vec<Fault> = assertions;
                let code = write_plain(self.suite, code, &mut self.report);
                faults.extend(write_raw(self.suite, code));
                if faults.is_empty() {
                    return Ok(None);
                }
                repair(self.suite, faults, &mut self.report)?;
                Ok(None)
            }
        }
    }

    /// Runs tests and notes which of them passed.
    fn run(
        &mut self,
        process: &mut RunnerProcess,
        compiled: &CompiledSuite,
        surroundings: Surroundings,
        tests: &[String],
    ) -> Result<RunReport, VerifyError> {
        let class = self.suite.qualified_name();
        let run = TestRun {
            class: &class,
            classes: &compiled.classes,
            surroundings,
            tests,
            per_test: self.limits.per_test,
            deadlines: self.deadlines,
            first_pass: self.first_pass,
        };
        let report = process.run(&run)?;
        self.first_pass = report.first_pass;
        for key in report.passed.iter().filter_map(|case| compiled.key(case)) {
            self.passed.note_pass(key, surroundings);
        }
        for key in report.failures.iter().filter_map(|failure| compiled.key(&failure.test)) {
            self.passed.note_failure(key, surroundings);
        }
        if matches!(report.end, RunEnd::OutOfTime) { Err(VerifyError::OutOfTime) } else { Ok(report) }
    }

    /// The tests that others failed for, if there are such, and there is time to look for them.
    fn polluters(
        &mut self,
        process: &mut RunnerProcess,
        compiled: &CompiledSuite,
        report: &RunReport,
    ) -> Result<Vec<Fault>, VerifyError> {
        let victims: Vec<String> = report.failures.iter().map(|failure| failure.test.clone()).collect();
        if victims.is_empty() {
            return Ok(Vec::new());
        }
        // As often as the number of tests can be halved, before which one fails, and four times more.
        let n_runs = 4 + report.order.len().ilog2();
        let is_late = Instant::now() + report.took * n_runs > self.deadlines.end(self.first_pass);
        if is_late {
            return Ok(Vec::new());
        }
        // Only abroad the order is the one given.
        let surroundings = match report.surroundings {
            Surroundings::Home | Surroundings::HomeTranslated => Surroundings::East,
            Surroundings::Application => Surroundings::Translated,
            abroad => abroad,
        };
        let mut runner = InOrder { rounds: self, process, compiled, surroundings };
        let found = polluters(&mut runner, &report.order, &victims)?;
        let after = if found.len() == 1 { "it" } else { "it or others like it" };
        let n_others = victims.iter().filter(|victim| !found.contains(victim)).count();
        let mut faults = Vec::with_capacity(found.len());
        for name in found {
            let Some(key) = compiled.key(&name).filter(|key| key.row.is_none()) else { continue };
            let Some(test) = self.suite.tests.iter().position(|test| test.name == key.test) else { continue };
            // One that fails itself has a reason of its own.
            let own = report.failures.iter().find(|failure| failure.test == name);
            let reason = own.map_or_else(
                || format!("{n_others} other tests do not pass after {after}"),
                |failure| failure.complaint.message.clone(),
            );
            faults.push(Fault { test, row: None, assertion: None, reason });
        }
        Ok(faults)
    }

    /// What failed in a run.
    fn faults(&mut self, report: RunReport, compiled: &CompiledSuite) -> Result<Vec<Fault>, VerifyError> {
        let mut faults = compiled.faults(causes(report.failures), self.suite);
        if let RunEnd::Lost { test, reason } = report.end {
            let key = test.as_ref().and_then(|name| compiled.key(name));
            let lost = key.and_then(|key| {
                let position = self.suite.tests.iter().position(|test| test.name == key.test)?;
                Some((key, position))
            });
            let Some((key, test)) = lost else {
                return Err(VerifyError::Runner { message: reason, detail: String::new() });
            };
            self.passed.note_failure(key, report.surroundings);
            faults.push(Fault { test, row: key.row.clone(), assertion: None, reason });
        }
        Ok(faults)
    }

    /// Takes out what failed, and keeps the classes if they still do for the rest.
    fn take_out(&mut self, report: RunReport, compiled: CompiledSuite) -> Result<(), VerifyError> {
        let surroundings = report.surroundings;
        let faults = self.faults(report, &compiled)?;
        let n_changes = |report: &VerifyReport| report.dropped_assertions.len() + report.lost_mocks.len();
        let n_before = n_changes(&self.report);
        let n_faults = faults.len();
        let had_locale = self.has_fixed_locale();
        let faults = fix_locale(self.suite, surroundings, faults);
        let faults = adapt_line_ends(self.suite, surroundings, faults);
        let is_adapted = faults.len() < n_faults || self.has_fixed_locale() != had_locale;
        let faults = faults.into_iter().map(|fault| fault.of_place(surroundings)).collect();
        let n_tests = self.suite.tests.len();
        let faults = take_rows_out(self.suite, faults);
        let has_new_tests = self.suite.tests.len() > n_tests;
        let faults = write_plain(self.suite, faults, &mut self.report);
        if !faults.is_empty() {
            repair(self.suite, faults, &mut self.report)?;
        }
        let has_changed = is_adapted || has_new_tests || n_changes(&self.report) > n_before;
        self.compiled = (!has_changed).then_some(compiled);
        Ok(())
    }
}

/// Runs tests of the suite in surroundings that leave their order alone, each time with its classes loaded anew.
struct InOrder<'s, 'r, 'p> {
    rounds: &'s mut Rounds<'r>,
    process: &'p mut RunnerProcess,
    compiled: &'p CompiledSuite,
    surroundings: Surroundings,
}

impl RunInOrder for InOrder<'_, '_, '_> {
    fn failing(&mut self, tests: &[String]) -> Result<Vec<String>, VerifyError> {
        let report = self.rounds.run(self.process, self.compiled, self.surroundings, tests)?;
        if let RunEnd::Lost { reason, .. } = report.end {
            return Err(VerifyError::Runner { message: reason, detail: String::new() });
        }
        Ok(report.failures.into_iter().map(|failure| failure.test).collect())
    }
}

/// What is thrown where a class is used that could not be initialised before.
const UNUSABLE: &str = "java.lang.NoClassDefFoundError: Could not initialize class ";

/// Whether a test failed since a class cannot be initialised.
fn is_of_initialiser(message: &str) -> bool {
    message.starts_with(UNUSABLE) || message.starts_with("java.lang.ExceptionInInitializerError")
}

/// What may fail by itself. A class that could not be initialised once is unusable for all that run after it in the same JVM; whether these
/// fail without what came first only another run can show.
fn causes(failures: Vec<TestFailure>) -> Vec<TestFailure> {
    let is_consequence = |failure: &TestFailure| failure.complaint.message.starts_with(UNUSABLE);
    let (consequences, causes): (Vec<_>, Vec<_>) = failures.into_iter().partition(is_consequence);
    if causes.is_empty() { consequences } else { causes }
}

/// What was left, by the tests that left it.
fn by_test(
    left: Vec<(String, RestoredSetting)>,
    compiled: &CompiledSuite,
) -> BTreeSet<(String, RestoredSetting)> {
    left.into_iter().filter_map(|(name, what)| Some((compiled.key(&name)?.test.clone(), what))).collect()
}
