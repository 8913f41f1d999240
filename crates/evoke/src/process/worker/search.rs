//! The search task: evolve tests, minimise them, and see what their runs show.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use evoke_analysis::{ClassUnderTest, GoalId};
use evoke_junit::{InitializerGoals, minimise};
use evoke_jvm::Surroundings;
use evoke_search::{
    Archive, Budget as SearchBudget, PerformanceModel, Problem, Proxies, SearchConfig, SearchListener,
    SearchResult, StoppingCondition, search,
};
use evoke_testcase::{ExecutionOutcome, Executor, Observer, TestCase};

use super::Messages;
use super::session::{Session, lock_up};
use super::stopwatch::Stopwatch;
use crate::process::job::{Budget, Extent, Found, FoundTest, Job, Progress, SearchTask, WorkerMessage};
use crate::process::time_plan::{Slowness, TimePlan};

/// How often the supervisor hears from the search.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// How often it is given the tests found so far.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(1);

/// Does the task.
pub(super) fn run(job: &Job, task: &SearchTask, messages: &Messages) -> Result<()> {
    let started = Instant::now();
    messages.send(&WorkerMessage::Started { missing_protections: lock_up(job) });
    let slowness = Slowness::start();
    let session = Session::open(job)?;
    let plan = match task.budget {
        Budget::Time(left) => Some(TimePlan::of(left, slowness.so_far(), session.under_test.goals.len())),
        Budget::Statements(_) => None,
    };
    messages.send(&WorkerMessage::Analysed {
        goals: session.under_test.goals.clone(),
        seconds: started.elapsed().as_secs_f64(),
        diagnostics: session.diagnostics.clone(),
        plan,
    });
    if let Some(reason) = session.nothing_to_test() {
        messages.send(&WorkerMessage::Empty { reason });
        return Ok(());
    }
    let jvm = session.start_jvm(job, &Surroundings::REPEATABLE)?;
    let mut executor = session.executor(&jvm, job, &task.quarantine, task.careful, &task.disabled)?;

    let search_started = Instant::now();
    let mut reporter = Reporter::new(messages);
    let mut stopwatch = Stopwatch { executor: &mut executor, elapsed: Duration::ZERO };
    let result = evolve(&session, task, plan, &mut stopwatch, started, &mut reporter)?;
    let execution_seconds = stopwatch.elapsed.as_secs_f64();
    let search_seconds = search_started.elapsed().as_secs_f64();

    let n_tests = result.tests.len() as u32;
    if let Extent::SearchOnly { counts_effort } = task.extent {
        messages.send(&WorkerMessage::Found(Box::new(Found {
            n_tests,
            tests: Vec::new(),
            progress: reporter.last,
            proxies: counts_effort.then(|| proxies(&session.under_test, &result, &mut executor)),
            new_goals: result.found_goals.clone(),
            uncovered: uncovered(&result, &[]),
            search_seconds,
            execution_seconds,
            minimise_seconds: 0.0,
            observe_seconds: 0.0,
        })));
        return Ok(());
    }

    let minimise_started = Instant::now();
    let mut stop = || {
        reporter.give_sign_of_life();
        plan.is_some_and(|plan| started.elapsed() >= plan.worker_end)
    };
    let goals = [session.under_test.goals.as_slice(), &result.found_goals].concat();
    let archived =
        result.tests.iter().map(|archived| (archived.goals.clone(), TestCase::clone(&archived.test)));
    let initializer_goals = InitializerGoals::of(&session.under_test);
    let minimised =
        minimise(&mut executor, &session.cluster, &goals, &initializer_goals, archived.collect(), &mut stop);
    let minimise_seconds = minimise_started.elapsed().as_secs_f64();

    let observe_started = Instant::now();
    let tests = observe(&mut executor, minimised.tests, &mut reporter);
    let uncovered = uncovered(&result, &minimised.lost_goals);
    messages.send(&WorkerMessage::Found(Box::new(Found {
        n_tests,
        tests,
        progress: reporter.last,
        proxies: None,
        new_goals: result.found_goals,
        uncovered,
        search_seconds,
        execution_seconds,
        minimise_seconds,
        observe_seconds: observe_started.elapsed().as_secs_f64(),
    })));
    Ok(())
}

/// Runs every test once more and adds up what that costs.
fn proxies(class: &ClassUnderTest, result: &SearchResult, executor: &mut impl Executor) -> Proxies {
    let model = PerformanceModel::new(class);
    let mut sums = Proxies::default();
    for test in result.test_cases() {
        let trace = executor.execute(test).trace;
        for (sum, proxy) in sums.iter_mut().zip(model.proxies(test, &trace)) {
            *sum += proxy;
        }
    }
    sums
}

fn evolve(
    session: &Session,
    task: &SearchTask,
    plan: Option<TimePlan>,
    executor: &mut dyn Executor,
    started: Instant,
    reporter: &mut Reporter<'_>,
) -> Result<SearchResult> {
    let algorithm = task.algorithm.parse()?;
    let crossover = task.crossover.parse()?;
    let config = SearchConfig {
        seed: task.seed,
        crossover,
        goal_selection: task.goal_selection,
        line_threshold: task.line_threshold,
        disabled: task.disabled.clone(),
        ..SearchConfig::for_algorithm(algorithm)
    };
    let problem = Problem {
        class: &session.under_test,
        cluster: &session.cluster,
        constants: &session.constants,
        field_access: session.field_access.as_ref(),
    };
    let budget = SearchBudget {
        time: plan.map(|plan| plan.search_end),
        statements: match task.budget {
            Budget::Statements(statements) => Some(statements),
            Budget::Time(_) => None,
        },
        ..SearchBudget::default()
    };
    let stopping = StoppingCondition::new(budget, move || started.elapsed());
    Ok(search(&config, &problem, executor, stopping, task.snapshot.clone(), reporter))
}

/// Runs each test once more to see its values. What comes to be stopped now is left out.
fn observe(
    executor: &mut impl Observer,
    tests: Vec<(Vec<GoalId>, TestCase)>,
    reporter: &mut Reporter<'_>,
) -> Vec<FoundTest> {
    let mut found = Vec::with_capacity(tests.len());
    for (goals, test) in tests {
        reporter.give_sign_of_life();
        let observations = executor.observe(&test);
        if !matches!(observations.result.outcome, ExecutionOutcome::Aborted { .. }) {
            found.push(FoundTest { test, goals, observations });
        }
    }
    found
}

/// Goals without a test, with the reason where it is known.
fn uncovered(result: &SearchResult, lost: &[GoalId]) -> Vec<(GoalId, Option<String>)> {
    let searched = result.uncovered.iter().map(|goal| (goal.goal, Some(goal.reason.clone())));
    let lost = lost
        .iter()
        .map(|goal| (*goal, Some("it was covered once, but not when its test was run again".to_owned())));
    searched.chain(lost).collect()
}

/// Passes on how the search goes, not more often than anyone can use.
struct Reporter<'a> {
    messages: &'a Messages,
    last: Progress,
    progress_sent: Instant,
    snapshot_sent: Instant,
    snapshot_covered: u32,
}

impl<'a> Reporter<'a> {
    fn new(messages: &'a Messages) -> Self {
        let now = Instant::now();
        Self {
            messages,
            last: Progress::default(),
            progress_sent: now,
            snapshot_sent: now,
            snapshot_covered: 0,
        }
    }

    fn give_sign_of_life(&mut self) {
        if self.progress_sent.elapsed() >= PROGRESS_EVERY {
            self.progress_sent = Instant::now();
            self.messages.send(&WorkerMessage::Progress(self.last));
        }
    }

    /// Sends what was found, if there is more of it and the last time was long ago.
    fn offer_snapshot(&mut self, archive: &Archive) {
        let covered = archive.n_covered() as u32;
        if covered > self.snapshot_covered && self.snapshot_sent.elapsed() >= SNAPSHOT_EVERY {
            self.snapshot_sent = Instant::now();
            self.snapshot_covered = covered;
            let tests = archive.tests().into_iter().map(|archived| Arc::unwrap_or_clone(archived.test));
            self.messages.send(&WorkerMessage::Snapshot(tests.collect()));
        }
    }
}

impl SearchListener for Reporter<'_> {
    fn test_finished(&mut self, archive: &Archive) {
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }

    fn generation_finished(&mut self, progress: &evoke_search::Progress, archive: &Archive) {
        self.last = Progress {
            covered: progress.n_covered as u32,
            goals: progress.n_goals as u32,
            tests: progress.statistics.tests,
            statements: progress.statistics.statements,
            generations: progress.statistics.generations,
            timeouts: progress.statistics.aborted,
        };
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }
}
