//! A finished test: what it does, what it covers, and what it asserts. Only a name is missing.

use evoke_analysis::GoalId;
use evoke_testcase::{Observation, StubCall, TestCase};

use crate::stable_test::ExpectedException;

/// A test with its assertions.
#[derive(Clone, Debug, PartialEq)]
pub struct AssertedTest {
    /// What it does; nothing follows a statement that throws.
    pub test: TestCase,
    /// What it covers, ascending.
    pub goals: Vec<GoalId>,
    /// What its last statement throws, if it does.
    pub exception: Option<ExpectedException>,
    /// Values to assert, in the order of the test.
    pub assertions: Vec<Observation>,
    /// The calls that were made on its stubs, where they were recorded; also by inspectors that nothing is asserted of.
    pub stub_calls: Option<Vec<StubCall>>,
}

impl AssertedTest {
    /// Position of the statement that throws.
    pub fn throwing_statement(&self) -> Option<usize> {
        self.exception.as_ref().and_then(|_| self.test.len().checked_sub(1))
    }
}
