//! What a worker is told. Plain data: the worker may run anywhere that has the class path.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use evoke_classfile::ClassName;
use evoke_testcase::SymbolicTest;
use serde::{Deserialize, Serialize};

use crate::class_config::{ClassBudget, ClassConfig, StaticState};
use crate::existing_tests::ExistingTests;
use crate::process::handover::Handover;
use crate::process::running_test::DeadlyTest;

/// One class, one task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The class under test; of a pair the caller.
    pub(crate) class: ClassName,
    /// The package that its tests are in, as class files spell it.
    pub(crate) package: String,
    /// Of a pair the callee.
    pub(crate) callee: Option<ClassName>,
    /// Class path entries, patterns allowed.
    pub(crate) class_path: Vec<PathBuf>,
    /// The JDK to run on.
    pub(crate) java_home: PathBuf,
    /// A folder for what the worker and its tests write.
    pub(crate) scratch: PathBuf,
    /// How the class is worked on.
    pub(crate) config: ClassConfig,
    /// What tests that are there already do for the class, where they were run.
    pub(crate) existing: Option<ExistingTests>,
    /// Tests that ended workers. None of them is run again, nor any call that ended several.
    pub(crate) quarantine: Vec<DeadlyTest>,
    /// Whether to keep each test before it is run, since a worker of this class ended and left none.
    pub(crate) careful: bool,
    /// What to do.
    pub(crate) task: Task,
}

/// The two tasks of a class, each in a JVM of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Search, minimise, and run what is left once more to see its values.
    Search(SearchTask),
    /// Run the tests again in another order, assert what did not change, and write them down.
    Write(WriteTask),
}

/// See [`Task::Search`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SearchTask {
    /// What is left of the budget when the job is read; see [`crate::process::time_plan::TimePlan`].
    pub(crate) budget: ClassBudget,
    /// How many workers of this class ended before; each searches with another seed.
    pub(crate) attempt: u32,
    /// Tests that the search begins with: the user's, or those of an earlier worker that did not come to its end.
    pub(crate) seeds: Vec<SymbolicTest>,
    /// Whether to search on, or to make do with the tests that the search begins with.
    pub(crate) searches: bool,
    /// What tests find in static state.
    pub(crate) static_state: StaticState,
    /// What to do with the tests found.
    pub(crate) extent: Extent,
}

/// How far a search task goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Extent {
    /// The tests are minimised and observed, to become a suite.
    Suite,
    /// What they cover is all that is asked for, and what they cost.
    SearchOnly {
        /// Whether the tests are minimised before.
        minimises: bool,
    },
}

/// See [`Task::Write`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WriteTask {
    /// What the search left for this task.
    pub(crate) handover: Handover,
    /// Simple name of the suite's class.
    pub(crate) suite_name: String,
    /// Positions of tests to run before the others, since a class could not be used any more when their turn came in another JVM; empty at
    /// first.
    pub(crate) first: BTreeSet<usize>,
    /// What the task may take. `None` is no limit.
    pub(crate) time: Option<WriteTime>,
}

/// How long writing may take, since the task is begun.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct WriteTime {
    /// Tests whose turn does not come in it are left out.
    pub(crate) all: Duration,
    /// When this is over no test is run on a mutant any more.
    pub(crate) mutants: Duration,
}
