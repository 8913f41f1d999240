//! The rounds of a project: workers take one turn after the other, and what each class has gained decides who is next. A suite is put
//! into the project as soon as it is verified, so that nothing is lost whenever the run ends.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use evoke_classfile::ClassName;
use evoke_junit::Ownership;
use evoke_project::{Curve, next_slice};
use evoke_report::{ClassRecord, LeftOutRecord, ShardRecord, Status};
use evoke_testcase::SymbolicTest;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::class_state::ClassState;
use super::plan::{ClassTask, Plan};
use super::store::KeptClass;
use super::turn::{self, Turn, TurnResult};
use super::waiting_class::WaitingClasses;
use crate::failure::Failure;
use crate::generate::outcome_line;
use crate::options::Verbosity;
use crate::process::worker_pool::WorkerPool;
use crate::progress::{Screen, WholeLine};
use crate::whole_file;

/// How often it is looked whether the user wants to end.
const GLANCE: Duration = Duration::from_millis(100);

/// What the run of a project gives.
pub(super) struct Outcome {
    /// One a class, in the order of modules and names; unchanged ones have that of an earlier run.
    pub(super) records: Vec<ClassRecord>,
    pub(super) tests: Vec<(ClassName, Vec<SymbolicTest>)>,
    pub(super) left_out: Vec<LeftOutRecord>,
    pub(super) shard: Option<ShardRecord>,
    pub(super) was_interrupted: bool,
    /// Why no more suites could be put into the project, if so.
    pub(super) trouble: Option<Failure>,
    pub(super) verbosity: Verbosity,
}

/// A run between two turns.
pub(super) struct Rounds {
    shared: Arc<Shared>,
    states: Vec<ClassState>,
    /// By class, whether a worker has it.
    at_work: Vec<bool>,
    deadline: Instant,
    /// How far the whole is.
    line: WholeLine,
    workers: Vec<JoinHandle<()>>,
    turns: Sender<Turn>,
    results: Receiver<TurnResult>,
    /// Set when the user wants to end.
    interrupted: Arc<AtomicBool>,
    /// Why suites cannot be put into the project any more, once that is so.
    trouble: Option<Failure>,
}

/// What the workers read.
struct Shared {
    plan: Plan,
    screen: Screen,
    pool: WorkerPool,
}

impl Rounds {
    /// Plays all rounds. `scratch` is the folder of the run.
    pub(super) fn play(plan: Plan, screen: Screen, scratch: &Path) -> Result<Outcome> {
        let interrupted = watch_for_interrupts().context("watch for Ctrl-C")?;
        let folders: BTreeSet<&Path> =
            plan.tasks.iter().filter_map(|task| task.destination.path.parent()).collect();
        folders.into_iter().for_each(whole_file::remove_leftovers);
        plan.store.remove_leftovers();
        let (turns, waiting) = mpsc::channel();
        let (sender, results) = mpsc::channel();
        let states = plan.tasks.iter().map(|task| {
            let given = plan.modules[task.module].options.start_from.of(&task.class.name);
            ClassState::new(given, task.begin.clone())
        });
        let mut rounds = Self {
            states: states.collect(),
            at_work: vec![false; plan.tasks.len()],
            deadline: Instant::now() + plan.budget,
            line: screen.whole(plan.tasks.len()),
            shared: Arc::new(Shared { plan, screen, pool: WorkerPool::in_folder(scratch) }),
            workers: Vec::new(),
            turns,
            results,
            interrupted,
            trouble: None,
        };
        let waiting = Arc::new(Mutex::new(waiting));
        for worker in 0..rounds.n_workers() {
            let (shared, waiting, sender) =
                (Arc::clone(&rounds.shared), Arc::clone(&waiting), sender.clone());
            let scratch = scratch.join(worker.to_string());
            let worker = thread::spawn(move || work(&shared, &waiting, &sender, &scratch));
            rounds.workers.push(worker);
        }
        rounds.lead()?;
        Ok(rounds.end())
    }

    fn n_workers(&self) -> usize {
        self.shared.plan.jobs.min(self.states.len())
    }

    fn n_at_work(&self) -> usize {
        self.at_work.iter().filter(|it| **it).count()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether no more turns are handed out, whatever time is left.
    fn is_ending(&self) -> bool {
        self.is_interrupted() || self.trouble.is_some()
    }

    /// Hands out turns and takes results until there is nothing more to do.
    fn lead(&mut self) -> Result<()> {
        loop {
            while self.n_at_work() < self.n_workers() && !self.is_ending() {
                let Some(turn) = self.next_turn() else { break };
                self.at_work[turn.class] = true;
                self.turns.send(turn).context("all workers have ended")?;
            }
            if !self.is_worth_waiting() {
                return Ok(());
            }
            self.show_progress();
            match self.results.recv_timeout(GLANCE) {
                Ok(result) => self.take(result),
                // Workers go on as long as there may be turns: one that ends has panicked, and its class would never come back.
                Err(RecvTimeoutError::Timeout) if !self.workers.iter().any(JoinHandle::is_finished) => {}
                Err(_) => return Err(anyhow::anyhow!("a worker has ended")),
            }
        }
    }

    /// Shows how far the whole is: classes that have had a turn, what is covered in these, and the time left at most.
    fn show_progress(&self) {
        let records = self.states.iter().filter_map(|state| state.record.as_ref());
        let (mut n_done, mut covered, mut total) = (0, 0, 0);
        for goals in records.map(ClassRecord::all_goals) {
            n_done += 1;
            covered += goals.covered;
            total += goals.total;
        }
        let left = self.deadline.saturating_duration_since(Instant::now()).as_secs();
        let share = u64::from(covered) * 100 / u64::from(total.max(1));
        let time = if left < 100 { format!("{left} s") } else { format!("{} min", left.div_ceil(60)) };
        self.line.show(n_done, format!("{share} % covered, {time} left"));
    }

    /// Whether a worker is at something that is of use. Who wants to end waits only for classes that have no suite yet.
    fn is_worth_waiting(&self) -> bool {
        if self.trouble.is_some() {
            return false;
        }
        let mut at_work = self.at_work.iter().zip(&self.states).filter(|(at_work, _)| **at_work);
        at_work.any(|(_, state)| !self.is_interrupted() || state.record.is_none())
    }

    fn next_turn(&self) -> Option<Turn> {
        let open = |(state, at_work): (&ClassState, &bool)| if *at_work { None } else { state.curve() };
        let curves: Vec<Option<Curve>> = self.states.iter().zip(&self.at_work).map(open).collect();
        let left = self.deadline.saturating_duration_since(Instant::now());
        let slice = next_slice(&curves, left, self.n_workers())?;
        let state = &self.states[slice.class];
        let (seeds, is_first) = (state.tests.clone(), state.record.is_none());
        Some(Turn { class: slice.class, time: slice.time, seeds, is_first })
    }

    /// Puts a suite that is the best so far into the project.
    fn take(&mut self, turn: TurnResult) {
        let TurnResult { class, mut result, suite } = turn;
        self.at_work[class] = false;
        let task = &self.shared.plan.tasks[class];
        result.record.file = suite.is_some().then(|| task.destination.path.display().to_string());
        let (name, line) = (result.record.name(), outcome_line(&result.record));
        for change in &result.record.changes {
            self.shared.screen.say(&format!("changed: {name}: {}: {change}", change.test));
        }
        let is_better = self.states[class].add(result);
        if let (true, Some(suite)) = (is_better, suite)
            && let Err(refusal) = self.put(class, &suite)
        {
            self.shared.screen.say(&format!("{name}: no suite: {refusal}"));
            self.states[class].lose_suite(&refusal);
            self.keep(class);
            return;
        }
        self.keep(class);
        let n_done = self.states.iter().filter(|state| state.record.is_some()).count();
        let line = format!("[{n_done}/{}] {line}", self.states.len());
        if is_better {
            self.shared.screen.say(&line);
        } else {
            self.shared.screen.detail(&format!("{line} (no better than before, not kept)"));
        }
    }

    /// Writes a suite where it belongs, or says why it is not there.
    fn put(&mut self, class: usize, suite: &str) -> Result<(), String> {
        let Plan { store, tasks, .. } = &self.shared.plan;
        let destination = &tasks[class].destination;
        // The user may have put something there meanwhile.
        if let Some(reason) = destination.obstacle() {
            return Err(reason);
        }
        store.put_suite(&destination.path, suite).map_err(|error| {
            let refusal = format!("cannot write `{}`: {error}", destination.path.display());
            self.trouble = Some(Failure::environment(&refusal).with_hint(
                "make room there, or give another folder with --out, and run it again: what was found before is kept",
            ));
            refusal
        })
    }

    /// Keeps what is known of a class for later runs, which do without where that cannot be written.
    fn keep(&self, class: usize) {
        let Plan { store, modules, tasks, .. } = &self.shared.plan;
        let (task, state) = (&tasks[class], &self.states[class]);
        if let Some(mut record) = state.record.clone() {
            // They are told once.
            record.changes.clear();
            let kept = KeptClass { key: task.key.clone(), record, tests: state.tests.clone() };
            if let Err(error) = store.write(&modules[task.module].name, &task.class.name, kept) {
                self.shared.screen.detail(&format!("note: nothing is kept for later runs: {error}"));
            }
        }
    }

    fn end(self) -> Outcome {
        let (was_interrupted, was_ended) = (self.is_interrupted(), self.is_ending());
        let Plan { modules, tasks, unchanged, covered, left_out, shard, verbosity, .. } = &self.shared.plan;
        let mut records: Vec<ClassRecord> = unchanged.iter().map(|(_, kept)| kept.record.clone()).collect();
        records.extend(covered.iter().cloned());
        let mut tests: Vec<(ClassName, Vec<SymbolicTest>)> =
            unchanged.iter().map(|(class, kept)| (class.clone(), kept.tests.clone())).collect();
        let mut waiting = WaitingClasses::new(modules, was_ended);
        for (mut state, task) in self.states.into_iter().zip(tasks) {
            let record = state.take_record().map(|record| without_failing_suite(record, task));
            records.push(record.unwrap_or_else(|| waiting.record(task)));
            tests.push((task.class.name.clone(), state.tests));
        }
        records.sort_by(|one, other| (&one.module, &one.class).cmp(&(&other.module, &other.class)));
        let (left_out, shard) = (left_out.clone(), shard.clone());
        let (trouble, verbosity) = (self.trouble, *verbosity);
        Outcome { records, tests, left_out, shard, was_interrupted, trouble, verbosity }
    }
}

/// Removes the suite of an earlier run that the class no longer passes, where none took its place.
fn without_failing_suite(mut record: ClassRecord, task: &ClassTask) -> ClassRecord {
    let is_own = || matches!(task.destination.owner(), Ok(Some(Ownership::Own)));
    let fails = record.status != Status::Ok && !record.changes.is_empty();
    if fails && is_own() && fs::remove_file(&task.destination.path).is_ok() {
        let reason = record.reason.unwrap_or_default();
        record.reason = Some(format!("{reason}; its old suite, which no longer passes, was removed"));
    }
    record
}

/// Takes one turn after the other, until there are no more.
fn work(shared: &Shared, waiting: &Mutex<Receiver<Turn>>, results: &Sender<TurnResult>, scratch: &Path) {
    for number in 0_u32.. {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(turn) = next else { return };
        let task = &shared.plan.tasks[turn.class];
        let scratch = scratch.join(number.to_string());
        let Shared { plan, screen, pool } = shared;
        let result = turn::play(turn, task, &plan.modules[task.module], screen, pool, &scratch);
        if results.send(result).is_err() {
            return;
        }
    }
}

/// Ctrl-C sets what is returned; a second one ends the process at once.
fn watch_for_interrupts() -> std::io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}
