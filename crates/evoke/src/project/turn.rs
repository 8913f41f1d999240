//! One turn of a class: all phases in a slice of time, into a folder beside the project.

use std::fs;
use std::path::Path;
use std::time::Duration;

use evoke_testcase::SymbolicTest;

use super::module_plan::ModulePlan;
use super::old_suite;
use super::plan::ClassTask;
use crate::class_config::ClassBudget;
use crate::class_run::{self, ClassContext, ClassResult};
use crate::options::Options;
use crate::process::worker_pool::WorkerPool;
use crate::progress::Screen;

/// What a worker is given.
pub(super) struct Turn {
    /// Position of the class.
    pub(super) class: usize,
    pub(super) time: Duration,
    /// Tests to begin with.
    pub(super) seeds: Vec<SymbolicTest>,
    /// Whether it is the first of the class.
    pub(super) is_first: bool,
}

/// What came of it.
pub(super) struct TurnResult {
    pub(super) class: usize,
    pub(super) result: ClassResult,
    /// The sealed text of the verified suite, if there is one.
    pub(super) suite: Option<String>,
}

/// Plays the turn. `scratch` is a folder of its own.
pub(super) fn play(
    turn: Turn,
    task: &ClassTask,
    module: &ModulePlan,
    screen: &Screen,
    pool: &WorkerPool,
    scratch: &Path,
) -> TurnResult {
    let changes = if turn.is_first && task.begin.has_old_suite {
        old_suite::changes(task, module, screen, &scratch.join("old"))
    } else {
        Vec::new()
    };
    let mut options = Options { out: scratch.join("suite"), ..module.options.clone() };
    options.classes = vec![task.class.name.clone()];
    options.config.budget = ClassBudget::Time(turn.time);
    let mut result = {
        let context = ClassContext::new(&options, screen, pool, 0, scratch).beside(task.existing.clone());
        class_run::run(&context, &module.verifier, turn.seeds)
    };
    let suite = result.record.file.take().and_then(|file| fs::read_to_string(file).ok());
    result.record.module = Some(module.name.clone());
    result.record.changes = changes;
    let _ = fs::remove_dir_all(scratch);
    TurnResult { class: turn.class, result, suite }
}
