//! Does the runs of a plan, several at a time, and hands each outcome over as it comes.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::outcome::Outcome;
use crate::plan::PlannedRun;
use crate::program::Program;
use crate::run::run_in_folder;

/// A run that is done.
#[derive(Debug)]
pub struct Finished<'a> {
    /// Which.
    pub run: &'a PlannedRun,
    /// What it gave.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
}

/// Does all runs, `jobs` at a time, in folders below `scratch`, and calls `take` for each that is done. If that fails, the runs that
/// are under way are ended.
///
/// # Errors
///
/// The first error of `take`, or of starting a process.
pub fn run_all<E: From<io::Error>>(
    runs: &[&PlannedRun],
    program: &Program,
    jobs: usize,
    scratch: &Path,
    mut take: impl FnMut(Finished<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(runs.len()) {
            let sender = sender.clone();
            let worker = Worker { runs, program, scratch, next: &next, stop: &stop };
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        for finished in done {
            let taken = finished.map_err(E::from).and_then(&mut take);
            if taken.is_err() {
                stop.store(true, Ordering::Relaxed);
                return taken;
            }
        }
        Ok(())
    })
}

struct Worker<'a, 'b> {
    runs: &'a [&'a PlannedRun],
    program: &'b Program,
    scratch: &'b Path,
    next: &'b AtomicUsize,
    stop: &'b AtomicBool,
}

impl<'a> Worker<'a, '_> {
    /// Takes runs until there are none left, or nobody is there to hand them to.
    fn work(&self, done: &Sender<io::Result<Finished<'a>>>) {
        while !self.stop.load(Ordering::Relaxed) {
            let position = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(planned) = self.runs.get(position) else { return };
            let begun = Instant::now();
            let folder = self.scratch.join(position.to_string());
            let outcome = run_in_folder(planned, self.program, &folder, self.stop);
            let Some(outcome) = outcome.transpose() else { return };
            let finished = outcome.map(|outcome| Finished { run: planned, outcome, took: begun.elapsed() });
            if done.send(finished).is_err() {
                return;
            }
        }
    }
}
