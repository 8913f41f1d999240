//! A test that two runs in different surroundings agree on.

use evoke_analysis::GoalId;
use evoke_classfile::ClassName;
use evoke_testcase::{JavaString, Observation, StubCall, TestCase};

/// A test with everything that both of its runs showed, for [`crate::choose_assertions`] to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct StableTest {
    /// What it does; nothing follows a statement that throws.
    pub test: TestCase,
    /// What it covers, ascending.
    pub goals: Vec<GoalId>,
    /// What its last statement throws, if it does.
    pub exception: Option<ExpectedException>,
    /// Values that both runs showed, in the order of the test.
    pub values: Vec<Observation>,
    /// The calls that were made on its stubs, where they were recorded.
    pub stub_calls: Option<Vec<StubCall>>,
}

/// The exception that ends a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedException {
    /// Its run-time class.
    pub class: ClassName,
    /// Its message, if that is the same in every run and says something.
    pub message: Option<JavaString>,
    /// Whether it is that of a failed `assert`, which only a JVM with `-ea` checks.
    pub is_of_assert: bool,
}
