//! The workers of a class, one after the other: when one dies, the next one is told not to run the test it died of.

use anyhow::{Context as _, Result, anyhow};

use super::context::ClassContext;
use crate::process::job::Task;
use crate::process::running_test::DeadlyTest;
use crate::process::worker_process::{Silence, WorkerProcess};

/// A worker that dies this often on one class will not get better.
const MAX_RESTARTS: u32 = 8;

/// What is known of the workers that a class has had.
#[derive(Debug, Default)]
pub(super) struct Workers {
    /// How many had to be replaced.
    pub(super) restarts: u32,
    n_started: u32,
    quarantine: Vec<DeadlyTest>,
    /// Whether one died of nobody knows what.
    has_riddle: bool,
}

impl Workers {
    /// Has a worker begin a task, in a folder of its own: what the tests of another one left behind is none of its business.
    pub(super) fn start(&mut self, context: &ClassContext<'_>, task: Task) -> Result<WorkerProcess> {
        self.n_started += 1;
        let folder = format!("worker{}", self.n_started);
        let job = context.job(&folder, self.quarantine.clone(), self.has_riddle, task);
        context.pool.begin(&job).context("start a worker")
    }

    /// Ends a worker that did not come to its end, and says so; an error once that happened too often.
    pub(super) fn replace(
        &mut self,
        context: &ClassContext<'_>,
        worker: WorkerProcess,
        silence: &Silence,
    ) -> Result<()> {
        let remains = worker.end();
        self.restarts += 1;
        let has_test = remains.test.is_some();
        self.has_riddle |= !has_test;
        self.quarantine.extend(remains.test);
        let how = match silence {
            Silence::Ended => format!("died ({})", remains.status),
            Silence::Stuck => "did not answer".to_owned(),
            Silence::Deadline => "overran its time".to_owned(),
        };
        if self.restarts > MAX_RESTARTS {
            let last = remains.errors.lines().last().unwrap_or("none");
            return Err(anyhow!("the worker {how} {} times; its last words: {last}", self.restarts));
        }
        let with_test = if has_test { ", the test it was running is set aside" } else { "" };
        context
            .screen
            .say(&format!("warning: {}: the worker {how} and was restarted{with_test}", context.class));
        if !remains.errors.trim().is_empty() {
            context.screen.detail(remains.errors.trim_end());
        }
        Ok(())
    }
}
