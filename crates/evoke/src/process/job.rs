//! What a worker is told and what it answers. Plain data: the worker may run anywhere that has the class path.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use evoke_analysis::{Criterion, Goal, GoalId};
use evoke_classfile::ClassName;
use evoke_junit::{JUnitVersion, SuiteSource};
use evoke_search::{GoalSelection, Proxies, Technique};
use evoke_suite::{Loss, ObservedTest};
use evoke_testcase::TestCase;
use serde::{Deserialize, Serialize};

use crate::process::time_plan::TimePlan;

/// One class, one task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The class under test.
    pub(crate) class: ClassName,
    /// Class path entries, patterns allowed.
    pub(crate) class_path: Vec<PathBuf>,
    /// The JDK to run on.
    pub(crate) java_home: PathBuf,
    /// The only folder the worker may write to.
    pub(crate) scratch: PathBuf,
    /// What is to be covered.
    pub(crate) criteria: Vec<Criterion>,
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
    /// Name of the algorithm.
    pub(crate) algorithm: String,
    /// Techniques of the search to do without.
    pub(crate) disabled: BTreeSet<Technique>,
    /// Name of the crossover.
    pub(crate) crossover: String,
    /// Which goals guide the search.
    pub(crate) goal_selection: GoalSelection,
    /// Shortest basic block whose last line smart selection keeps.
    pub(crate) line_threshold: u16,
    /// Seed of the random generator.
    pub(crate) seed: u64,
    /// When to stop searching.
    pub(crate) budget: Budget,
    /// Tests of an earlier worker of the same class that did not come to its end.
    pub(crate) snapshot: Vec<TestCase>,
    /// Tests that ended a worker and are not run again.
    pub(crate) quarantine: Vec<TestCase>,
    /// Whether to keep each test before it is run, since a worker of this class crashed.
    pub(crate) careful: bool,
    /// What earlier workers of the same class already used up.
    pub(crate) statements_spent: u64,
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
        /// Whether the class is instrumented to count that.
        counts_effort: bool,
    },
}

/// Budget of one worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Budget {
    /// Wall clock of all phases from the moment the worker reads its job; see [`TimePlan`].
    Time(Duration),
    /// Executed statements of the search; what follows is not bounded by time.
    Statements(u64),
}

/// See [`Task::Write`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WriteTask {
    /// Tests with what the first JVM saw.
    pub(crate) tests: Vec<ObservedTest>,
    /// What the suite is written for.
    pub(crate) junit: JUnitVersion,
    /// Simple name of the suite's class.
    pub(crate) suite_name: String,
    /// Tests that ended a worker while they were observed.
    pub(crate) quarantine: Vec<TestCase>,
    /// Whether to keep each test before it is run, since a worker of this class crashed.
    pub(crate) careful: bool,
}

/// What a worker says, in the order it happens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerMessage {
    /// The worker is up; names of the protections this kernel lacks.
    Started { missing_protections: Vec<String> },
    /// The class was analysed.
    Analysed {
        goals: Vec<Goal>,
        seconds: f64,
        diagnostics: Vec<String>,
        /// How the worker divides its time, if it has a limit.
        plan: Option<TimePlan>,
    },
    /// There is nothing a test could do with this class.
    Empty { reason: String },
    /// How far the search is; also a sign of life.
    Progress(Progress),
    /// The best tests so far, for a worker that takes over.
    Snapshot(Vec<TestCase>),
    /// The search is over.
    Found(Box<Found>),
    /// The suite is written.
    Written(Box<Written>),
    /// The job cannot be done.
    Failed { message: String },
}

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(crate) covered: u32,
    pub(crate) goals: u32,
    pub(crate) tests: u64,
    pub(crate) statements: u64,
    pub(crate) generations: u64,
    pub(crate) timeouts: u64,
}

impl Progress {
    /// What is spent in all by a worker and those it took over from.
    pub(crate) fn after(self, before: Self) -> Self {
        Self {
            covered: self.covered,
            goals: self.goals,
            tests: before.tests + self.tests,
            statements: before.statements + self.statements,
            generations: before.generations + self.generations,
            timeouts: before.timeouts + self.timeouts,
        }
    }
}

/// Result of [`Task::Search`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Number of tests that the search kept.
    pub(crate) n_tests: u32,
    /// What became of them.
    pub(crate) tests: Vec<ObservedTest>,
    pub(crate) progress: Progress,
    /// Sums of the performance proxies of all tests, where they were asked for.
    pub(crate) proxies: Option<Proxies>,
    /// Goals of open criteria that the search found; they come after those of the analysis.
    pub(crate) new_goals: Vec<Goal>,
    /// Goals that no kept test covers, with the reason where it is known.
    pub(crate) uncovered: Vec<(GoalId, Option<String>)>,
    pub(crate) search_seconds: f64,
    /// Of them, running tests.
    pub(crate) execution_seconds: f64,
    pub(crate) minimise_seconds: f64,
    pub(crate) observe_seconds: f64,
}

/// Result of [`Task::Write`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    pub(crate) suite: SuiteSource,
    /// Tests that did not behave the same in the second JVM.
    pub(crate) losses: Vec<Loss>,
    pub(crate) seconds: f64,
}
