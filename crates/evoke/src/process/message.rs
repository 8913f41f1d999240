//! What a worker answers, in the order in which it happens.

use std::collections::BTreeSet;
use std::time::Duration;

use evoke_analysis::{Criterion, Goal, GoalId};
use evoke_junit::SuiteSource;
use evoke_report::MutantCount;
use evoke_search::{Progress, Proxies, Statistics};
use evoke_testcase::SymbolicTest;
use serde::{Deserialize, Serialize};

use crate::process::handover::Handover;
use crate::process::time_plan::TimePlan;

/// One message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerMessage {
    /// The worker is up; names of the protections this kernel lacks.
    Started { missing_protections: Vec<String> },
    /// The class was analysed.
    Analysed(Analysed),
    /// There is nothing a test could do with this class.
    Empty { reason: String },
    /// How far the search is; also a sign of life.
    Progress(Progress),
    /// The worker is busy with something else than the search.
    SignOfLife,
    /// The best tests so far, for a worker that takes over.
    Snapshot(Vec<SymbolicTest>),
    /// The search task is done.
    Searched(Box<Searched>),
    /// A test has changed static state for all that come after it, and nothing puts that back; with what the tests so far have cost. No other
    /// answer is worth waiting for.
    Spoilt(Statistics),
    /// A test has spoilt this JVM for the tests at these positions: a write task would better run them first, in another one.
    Fallen(BTreeSet<usize>),
    /// What the write task gives if it gets no further.
    Drafted(Box<Written>),
    /// The write task is done.
    Written(Box<Written>),
    /// The job cannot be done.
    Failed { message: String },
    /// The process of the job has ended; the worker waits for the next job.
    Idle,
}

/// What a user may want to know of a goal; its id is its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GoalLabel {
    pub(crate) criterion: Criterion,
    pub(crate) name: String,
}

/// What is known of a class before it is run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Analysed {
    /// By id.
    pub(crate) goals: Vec<GoalLabel>,
    pub(crate) seconds: f64,
    /// What could not be read, and tests to begin with that name what is not there.
    pub(crate) diagnostics: Vec<String>,
    /// How the worker divides its time, if it has a limit.
    pub(crate) plan: Option<TimePlan>,
}

/// Result of a search task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Searched {
    /// Number of tests that the search kept.
    pub(crate) n_tests: u32,
    pub(crate) progress: Progress,
    /// Sums of the performance proxies of all tests, where they were asked for.
    pub(crate) proxies: Option<Proxies>,
    /// Goals of open criteria that the search found, and coupled branches; they come after those of the analysis.
    pub(crate) new_goals: Vec<GoalLabel>,
    /// Goals that are neither there nor in the analysis, since there are too many; none is covered.
    pub(crate) n_untold: u32,
    /// Goals that no kept test covers, with the reason where it is known.
    pub(crate) uncovered: Vec<(GoalId, Option<String>)>,
    /// Classes that ran without all of their probes, and why.
    pub(crate) warnings: Vec<String>,
    pub(crate) seconds: SearchSeconds,
    /// The minimised tests, where the user wants to keep them.
    pub(crate) tests: Vec<SymbolicTest>,
    /// For the write task; `None` where no test is left.
    pub(crate) handover: Option<Handover>,
}

/// Wall clock of the phases of a search task.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SearchSeconds {
    pub(crate) search: f64,
    /// Of the search, running tests.
    pub(crate) execution: f64,
    pub(crate) minimise: f64,
    pub(crate) observe: f64,
}

impl SearchSeconds {
    /// What followed the search.
    pub(crate) fn after_search(&self) -> Duration {
        Duration::from_secs_f64(self.minimise + self.observe)
    }
}

/// Result of a write task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    pub(crate) suite: SuiteSource,
    /// How many tests did not do the same when they were run again, and are not in the suite.
    pub(crate) n_dropped: u32,
    /// What these were kept for, or others covered once and not again, and why.
    pub(crate) lost: Vec<LostTest>,
    /// Goals of noticing mutants that the search covered, and that no test was seen to cover again.
    pub(crate) unnoticed: Vec<GoalId>,
    /// What became of the mutants of the class, where tests were run on them.
    pub(crate) mutants: Option<MutantCount>,
    pub(crate) seconds: f64,
}

/// A test that did not come to its end, with what it was kept for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LostTest {
    pub(crate) goals: Vec<GoalId>,
    pub(crate) reason: String,
}

impl From<&Goal> for GoalLabel {
    fn from(goal: &Goal) -> Self {
        Self { criterion: goal.criterion, name: goal.name.clone() }
    }
}
