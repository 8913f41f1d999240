//! Tests of a suite, and how runs of them end.

use std::collections::BTreeSet;
use std::time::Duration;

use evoke_analysis::EscapedException;
use evoke_testcase::ExecutionTrace;

/// A test, as its framework names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteTest {
    /// Binary name of the class that declares it.
    pub class: String,
    /// Its name there.
    pub name: String,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestEnd {
    /// It passed.
    Passed,
    /// It failed, with what it threw in words.
    Failed(String),
    /// Its framework left it out, or it gave itself up.
    Skipped,
    /// It took more than its time and was ended with its JVM.
    OutOfTime,
    /// It ended the JVM.
    EndedJvm,
}

/// A run of a test on the original.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// How it ended.
    pub end: TestEnd,
    /// What it did in the measured classes; empty where it ended with its JVM.
    pub trace: ExecutionTrace,
    /// What left calls that the test made, where that is asked for; each once.
    pub escaped: BTreeSet<EscapedException>,
    /// Wall clock.
    pub time: Duration,
}

impl TestRun {
    /// Of a test that there was no time for.
    pub(crate) fn left_out() -> Self {
        let (trace, escaped) = (ExecutionTrace::default(), BTreeSet::new());
        Self { end: TestEnd::Skipped, trace, escaped, time: Duration::ZERO }
    }

    /// Whether the test passed.
    pub fn passed(&self) -> bool {
        self.end == TestEnd::Passed
    }
}
