//! One class from its name to a verified file: search, write, verify, save, each with its share of the budget.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use evoke_analysis::{Criterion, Goal};
use evoke_classfile::ClassName;
use evoke_junit::{SuiteSource, SuiteVerifier, VerifyLimits};
use evoke_report::{ClassRecord, Status};
use evoke_suite::Loss;
use evoke_testcase::TestCase;

use crate::destination::Destination;
use crate::options::{Options, TotalBudget};
use crate::process::job::{
    Budget, Extent, Found, Job, Progress, SearchTask, Task, WorkerMessage, WriteTask, Written,
};
use crate::process::supervisor::{Remains, SILENCE, Silence, WorkerProcess};
use crate::progress::{ClassLine, Screen};

mod deadlines;
mod record;

use deadlines::Deadlines;

/// A worker that dies this often on one class will not get better.
const MAX_RESTARTS: u32 = 8;

/// What a class's run works with.
pub(crate) struct ClassRun<'a> {
    pub(crate) options: &'a Options,
    pub(crate) screen: &'a Screen,
    pub(crate) class: &'a ClassName,
    pub(crate) scratch: &'a Path,
}

/// What is known of a class so far; becomes its record.
#[derive(Default)]
struct Findings {
    criteria: Vec<Criterion>,
    goals: Vec<Goal>,
    progress: Progress,
    found: Option<Found>,
    restarts: u32,
    dropped_tests: u32,
    analysis_seconds: f64,
    assertion_seconds: f64,
    verify_seconds: f64,
    covered: Vec<evoke_analysis::GoalId>,
    tests: usize,
}

/// How a class ends without a suite, if nothing is broken.
enum Ending {
    /// There is nothing to test, or nothing was found.
    Empty(String),
    /// A suite was written.
    Saved,
}

/// How a search worker ends.
enum SearchEnd {
    Found(Box<Found>),
    /// There is nothing to do, and why.
    Empty(String),
    /// It said nothing more.
    Silent(Silence),
}

impl ClassRun<'_> {
    /// Runs all phases; whatever goes wrong is in the record.
    pub(crate) fn run(&self, verifier: &SuiteVerifier) -> ClassRecord {
        let started = Instant::now();
        let line = self.screen.class(self.class);
        let destination = Destination::of(self.class, &self.options.out);
        let mut deadlines = Deadlines::of(self.options.budget);
        let mut findings = Findings { criteria: self.options.criteria.clone(), ..Findings::default() };
        let outcome = self.phases(verifier, &line, &destination, &mut deadlines, &mut findings);
        let (status, reason) = match outcome {
            Ok(Ending::Saved) => (Status::Ok, None),
            Ok(Ending::Empty(reason)) => (Status::Empty, Some(reason)),
            Err(error) => (Status::Failed, Some(format!("{error:#}"))),
        };
        let file = (status == Status::Ok).then_some(destination.path);
        findings.into_record(self.class, status, reason, file, started.elapsed())
    }

    /// Searches only: what is covered is what the tests of the search cover, before any is minimised or run again.
    pub(crate) fn run_search_only(&self, extent: Extent) -> ClassRecord {
        let started = Instant::now();
        let line = self.screen.class(self.class);
        let mut deadlines = Deadlines::of(self.options.budget);
        let mut findings = Findings { criteria: self.options.criteria.clone(), ..Findings::default() };
        let (status, reason) = match self.search(extent, &line, &mut deadlines, &mut findings) {
            Ok(Ok(found)) => {
                findings.note_search(found);
                (Status::Ok, None)
            }
            Ok(Err(reason)) => (Status::Empty, Some(reason)),
            Err(error) => (Status::Failed, Some(format!("{error:#}"))),
        };
        findings.into_record(self.class, status, reason, None, started.elapsed())
    }

    fn phases(
        &self,
        verifier: &SuiteVerifier,
        line: &ClassLine,
        destination: &Destination,
        deadlines: &mut Deadlines,
        findings: &mut Findings,
    ) -> Result<Ending> {
        if destination.is_taken().with_context(|| format!("read {}", destination.path.display()))? {
            return Err(anyhow!("{} is there and was not written by Evoke", destination.path.display()));
        }
        line.phase("analysing");
        let mut found = match self.search(Extent::Suite, line, deadlines, findings)? {
            Ok(found) => found,
            Err(reason) => return Ok(Ending::Empty(reason)),
        };
        findings.goals.append(&mut found.new_goals);
        if found.tests.is_empty() {
            findings.found = Some(found);
            return Ok(Ending::Empty("no test that runs to its end covers anything".to_owned()));
        }
        line.phase("writing");
        let tests = std::mem::take(&mut found.tests);
        findings.found = Some(found);
        let written = self.write(
            WriteTask {
                tests,
                junit: self.options.junit,
                suite_name: destination.suite_name.clone(),
                quarantine: Vec::new(),
                careful: findings.restarts > 0,
            },
            findings,
        )?;
        findings.assertion_seconds = written.seconds;
        findings.note_losses(&written.losses);
        line.phase("verifying");
        self.verify_and_save(verifier, written, destination, deadlines, findings)
    }

    fn job(&self, task: Task) -> Job {
        Job {
            class: self.class.clone(),
            class_path: self.options.class_path.clone(),
            java_home: self.options.jdk.home.clone(),
            scratch: self.scratch.to_path_buf(),
            criteria: self.options.criteria.clone(),
            task,
        }
    }

    /// The search task, taken up again by a new worker whenever one dies. The inner error is why there is nothing to do.
    fn search(
        &self,
        extent: Extent,
        line: &ClassLine,
        deadlines: &mut Deadlines,
        findings: &mut Findings,
    ) -> Result<Result<Found, String>> {
        let mut task = SearchTask {
            algorithm: self.options.algorithm.name().to_owned(),
            disabled: self.options.disabled.clone(),
            crossover: self.options.crossover.name().to_owned(),
            goal_selection: self.options.goal_selection,
            line_threshold: self.options.line_threshold,
            seed: self.options.seed,
            budget: Budget::Statements(0),
            snapshot: Vec::new(),
            quarantine: Vec::new(),
            careful: false,
            statements_spent: 0,
            extent,
        };
        loop {
            task.budget = deadlines.worker_budget(task.statements_spent);
            let worker =
                WorkerProcess::start(&self.job(Task::Search(task.clone()))).context("start a worker")?;
            let silence = match self.listen(&worker, line, &mut task, deadlines, findings)? {
                SearchEnd::Found(found) => return Ok(Ok(*found)),
                SearchEnd::Empty(reason) => return Ok(Err(reason)),
                SearchEnd::Silent(silence) => silence,
            };
            self.take_over(findings, &mut task.quarantine, worker.end(), &silence)?;
            if silence == Silence::Deadline {
                if task.snapshot.is_empty() || deadlines.is_last_call {
                    return Err(anyhow!("the budget was used up before there were tests to write"));
                }
                deadlines.is_last_call = true;
            }
            task.seed = task.seed.wrapping_add(1);
            task.careful = true;
            task.statements_spent = findings.progress.statements;
        }
    }

    /// Follows a search worker to its end.
    fn listen(
        &self,
        worker: &WorkerProcess,
        line: &ClassLine,
        task: &mut SearchTask,
        deadlines: &mut Deadlines,
        findings: &mut Findings,
    ) -> Result<SearchEnd> {
        let before = findings.progress;
        let mut silence = SILENCE;
        loop {
            match worker.next(deadlines.kill(), silence) {
                Ok(WorkerMessage::Started { missing_protections }) => {
                    self.screen.warn_of_missing_protections(&missing_protections);
                }
                Ok(WorkerMessage::Analysed { goals, seconds, diagnostics, plan }) => {
                    deadlines.follow(plan);
                    findings.goals = goals;
                    findings.analysis_seconds += seconds;
                    silence = silence_in_tests(self.options.budget);
                    for text in diagnostics {
                        self.screen.detail(&format!("note: {text}"));
                    }
                }
                Ok(WorkerMessage::Progress(progress)) => {
                    findings.progress = progress.after(before);
                    line.search(&findings.progress, deadlines.elapsed());
                }
                Ok(WorkerMessage::Snapshot(tests)) => task.snapshot = tests,
                Ok(WorkerMessage::Found(found)) => {
                    findings.progress = found.progress.after(before);
                    return Ok(SearchEnd::Found(found));
                }
                Ok(WorkerMessage::Empty { reason }) => return Ok(SearchEnd::Empty(reason)),
                Ok(WorkerMessage::Failed { message }) => return Err(anyhow!(message)),
                Ok(WorkerMessage::Written(_)) => return Err(anyhow!("the worker answered another question")),
                Err(silence) => return Ok(SearchEnd::Silent(silence)),
            }
        }
    }

    /// Says that a worker died and that the next one goes on; gives up when that happens too often.
    fn take_over(
        &self,
        findings: &mut Findings,
        quarantine: &mut Vec<TestCase>,
        remains: Remains,
        silence: &Silence,
    ) -> Result<()> {
        findings.restarts += 1;
        let how = match silence {
            Silence::Ended => format!("died ({})", remains.status),
            Silence::Stuck => "did not answer".to_owned(),
            Silence::Deadline => "overran its time".to_owned(),
        };
        if findings.restarts > MAX_RESTARTS {
            let last = remains.errors.lines().last().unwrap_or("none");
            return Err(anyhow!("the worker {how} {} times; its last words: {last}", findings.restarts));
        }
        let with_test = if remains.test.is_some() { ", the test it was running is set aside" } else { "" };
        self.screen.say(&format!("warning: {}: the worker {how} and was restarted{with_test}", self.class));
        if !remains.errors.trim().is_empty() {
            self.screen.detail(remains.errors.trim_end());
        }
        quarantine.extend(remains.test);
        Ok(())
    }

    /// The write task, in a fresh JVM.
    fn write(&self, mut task: WriteTask, findings: &mut Findings) -> Result<Written> {
        loop {
            let worker =
                WorkerProcess::start(&self.job(Task::Write(task.clone()))).context("start a worker")?;
            let silence = loop {
                match worker.next(None, SILENCE) {
                    Ok(WorkerMessage::Written(written)) => return Ok(*written),
                    Ok(WorkerMessage::Failed { message }) => return Err(anyhow!(message)),
                    Ok(_) => {}
                    Err(silence) => break silence,
                }
            };
            self.take_over(findings, &mut task.quarantine, worker.end(), &silence)?;
            task.careful = true;
        }
    }

    fn verify_and_save(
        &self,
        verifier: &SuiteVerifier,
        written: Written,
        destination: &Destination,
        deadlines: &Deadlines,
        findings: &mut Findings,
    ) -> Result<Ending> {
        let started = Instant::now();
        let mut suite: SuiteSource = written.suite;
        let mut limits = VerifyLimits::default();
        if let Some(left) = deadlines.for_verification() {
            limits.total = left;
            // A few tests that hang must not use up what all others need.
            limits.per_test = (left / 8).clamp(Duration::from_secs(1), limits.per_test);
        }
        let report =
            verifier.verify(&mut suite, &self.scratch.join("verify"), limits).context("verify the suite")?;
        findings.verify_seconds = started.elapsed().as_secs_f64();
        findings.dropped_tests += report.dropped_tests.len() as u32;
        for dropped in &report.dropped_assertions {
            let (test, line) = (&dropped.test, dropped.line.trim());
            self.screen.detail(&format!("note: {}: {test} lost `{line}`: {}", self.class, dropped.reason));
        }
        for dropped in &report.dropped_tests {
            self.screen
                .detail(&format!("note: {}: dropped {}: {}", self.class, dropped.name, dropped.reason));
        }
        if report.out_of_time {
            self.screen.detail(&format!("note: {}: the budget ended the verification early", self.class));
        }
        if suite.tests.is_empty() {
            return Ok(Ending::Empty("no test passed in a fresh JVM".to_owned()));
        }
        findings.covered = suite.tests.iter().flat_map(|test| &test.goals).copied().collect();
        findings.tests = suite.tests.len();
        destination
            .write(&suite.render().text)
            .with_context(|| format!("write {}", destination.path.display()))?;
        Ok(Ending::Saved)
    }
}

/// A worker that runs tests and says nothing for this long is stuck in one, in a way that its own watchdog could not end.
fn silence_in_tests(budget: TotalBudget) -> Duration {
    let (least, most) = (Duration::from_secs(3), Duration::from_secs(8));
    match budget {
        TotalBudget::Time(total) => (total / 6).clamp(least, most),
        TotalBudget::Statements(_) => SILENCE,
    }
}

impl Findings {
    /// Takes note of tests that the write task gave up.
    fn note_losses(&mut self, losses: &[Loss]) {
        self.dropped_tests = losses.len() as u32;
        if let Some(found) = &mut self.found {
            let lost = losses.iter().flat_map(|loss| loss.goals.iter().map(|goal| (*goal, loss.reason)));
            found.uncovered.extend(lost.map(|(goal, reason)| (goal, Some(reason.to_string()))));
        }
    }

    /// Takes over what a search alone found.
    fn note_search(&mut self, mut found: Found) {
        self.progress = found.progress;
        self.goals.append(&mut found.new_goals);
        let uncovered: BTreeSet<_> = found.uncovered.iter().map(|(goal, _)| *goal).collect();
        self.covered =
            self.goals.iter().map(|goal| goal.id).filter(|goal| !uncovered.contains(goal)).collect();
        self.tests = found.n_tests as usize;
        self.found = Some(found);
    }
}
