//! A suite and the classes it is measured on: runs each test by itself, in JVM after JVM where a test ends one.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use evoke_testcase::ExecutionTrace;

use crate::existing_coverage::RepeatedRun;
use crate::measure_error::MeasureError;
use crate::measured_classes::MeasuredClasses;
use crate::suite_environment::SuiteEnvironment;
use crate::suite_test::{SuiteTest, TestEnd, TestRun};
use crate::test_process::{Ended, TestProcess};
use crate::trace_file::SuiteTrace;

/// Steps of a run on the original: so many that only its time limits it.
const UNLIMITED_STEPS: u32 = i32::MAX as u32;

/// Runs of one suite on the same classes.
pub struct SuiteSession<'a> {
    environment: &'a SuiteEnvironment,
    pub(crate) classes: &'a MeasuredClasses,
    /// Tells the folders of the JVMs of this session from those of others.
    name: String,
    process: Option<TestProcess>,
    n_processes: u32,
    tests: Vec<SuiteTest>,
    unreadable: Vec<(String, String)>,
}

impl<'a> SuiteSession<'a> {
    /// Starts a JVM and looks for tests. The name is that of a folder.
    ///
    /// # Errors
    /// No JVM can be started, or its test framework cannot be used.
    pub fn open(
        environment: &'a SuiteEnvironment,
        classes: &'a MeasuredClasses,
        name: &str,
    ) -> Result<Self, MeasureError> {
        let mut session = Self {
            environment,
            classes,
            name: name.to_owned(),
            process: None,
            n_processes: 0,
            tests: Vec::new(),
            unreadable: Vec::new(),
        };
        session.process()?;
        Ok(session)
    }

    /// The tests that there are.
    pub fn tests(&self) -> &[SuiteTest] {
        &self.tests
    }

    /// Classes that cannot be looked at, and why.
    pub fn unreadable(&self) -> &[(String, String)] {
        &self.unreadable
    }

    /// What a test may take.
    pub(crate) fn per_test(&self) -> Duration {
        self.environment.per_test
    }

    /// Runs each test once; `progress` is told how many have been.
    ///
    /// # Errors
    /// The JVM or the test framework fails outside any test.
    pub fn run_all(&mut self, mut progress: impl FnMut(usize)) -> Result<Vec<TestRun>, MeasureError> {
        let mut runs = Vec::with_capacity(self.tests.len());
        for test in 0..self.tests.len() {
            runs.push(self.run(test)?);
            progress(test + 1);
        }
        Ok(runs)
    }

    /// Runs each test and then, in the opposite order, those that passed once more, for as long as `is_over` does not say that the time is
    /// up: what has not been run by then does not pass. `progress` is told how many runs there were.
    ///
    /// # Errors
    /// The JVM or the test framework fails outside any test.
    pub fn run_twice(
        &mut self,
        is_over: &mut dyn FnMut() -> bool,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<RepeatedRun>, MeasureError> {
        let mut runs = Vec::with_capacity(self.tests.len());
        for test in 0..self.tests.len() {
            let first = if is_over() { TestRun::left_out() } else { self.run(test)? };
            runs.push(RepeatedRun { first, second: None });
            progress(runs.len());
        }
        let mut n_runs = runs.len();
        for test in (0..runs.len()).rev().filter(|test| runs[*test].first.passed()).collect::<Vec<_>>() {
            if is_over() {
                break;
            }
            runs[test].second = Some(self.run(test)?);
            n_runs += 1;
            progress(n_runs);
        }
        Ok(runs)
    }

    /// Runs a test on the original.
    pub(crate) fn run(&mut self, test: usize) -> Result<TestRun, MeasureError> {
        let limit = self.per_test();
        let process = self.process()?;
        let started = Instant::now();
        let Ended { end, steps_left } = process.run(test, UNLIMITED_STEPS, limit)?;
        let time = started.elapsed();
        if matches!(end, TestEnd::OutOfTime | TestEnd::EndedJvm) {
            self.give_up_process();
            return Ok(TestRun { end, trace: ExecutionTrace::default(), escaped: BTreeSet::new(), time });
        }
        let classes = self.classes;
        let SuiteTrace { mut trace, escaped } = self.process()?.trace(classes)?;
        trace.steps = UNLIMITED_STEPS.saturating_sub(steps_left);
        Ok(TestRun { end, trace, escaped, time })
    }

    /// Ends the JVM; the next run begins in a new one.
    pub(crate) fn give_up_process(&mut self) {
        self.process = None;
    }

    /// The JVM, a new one if there is none.
    pub(crate) fn process(&mut self) -> Result<&mut TestProcess, MeasureError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        Ok(self.process.insert(process))
    }

    fn start(&mut self) -> Result<TestProcess, MeasureError> {
        self.n_processes += 1;
        let folder = self.environment.scratch.join(format!("{}-{}", self.name, self.n_processes));
        let mut process = TestProcess::start(self.environment, self.classes, &folder)?;
        let found = process.discover(&self.environment.classes)?;
        if self.n_processes == 1 {
            self.tests = found.tests;
            self.unreadable = found.unreadable;
        } else if !names(&self.tests).eq(names(&found.tests)) {
            let what = "the tests that JUnit finds are not the same each time";
            return Err(MeasureError::Broken(what.to_owned()));
        }
        Ok(process)
    }
}

/// What stays the same of the tests' names in each JVM.
fn names(tests: &[SuiteTest]) -> impl Iterator<Item = (&str, &str)> {
    tests.iter().map(SuiteTest::without_parameters)
}
