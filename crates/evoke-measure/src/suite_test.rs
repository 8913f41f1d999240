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

impl SuiteTest {
    /// Its class and its name without what frameworks put in brackets, which may be another text in each JVM: a parameter, or when it was
    /// made.
    pub(crate) fn without_parameters(&self) -> (&str, &str) {
        let name = self.name.split_once('[').map_or(self.name.as_str(), |(name, _)| name);
        (&self.class, name)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_other_parameters_are_the_same_by_their_place() {
        let test = |name: &str| SuiteTest { class: "demo.AccountTest".to_owned(), name: name.to_owned() };
        assert_eq!(test("pays[at 17:05]").without_parameters(), test("pays[at 17:06]").without_parameters());
        assert_ne!(test("pays[1]").without_parameters(), test("owes[1]").without_parameters());
    }
}
