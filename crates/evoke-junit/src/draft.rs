//! A test on its way to source: what it does, what it is expected to show, and what it is called.

use evoke_classfile::ClassName;
use evoke_testcase::{JavaString, Observation, TestCase};

/// A test that is ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct TestDraft {
    /// Name of the test method.
    pub name: String,
    /// What it does; nothing follows a statement that throws.
    pub test: TestCase,
    /// What its last statement throws, if it does.
    pub exception: Option<ExpectedException>,
    /// Values to assert, in the order of the test.
    pub assertions: Vec<Observation>,
}

/// The exception that ends a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedException {
    /// Its run-time class.
    pub class: ClassName,
    /// Its message, if that is the same in every run.
    pub message: Option<JavaString>,
}

impl TestDraft {
    /// Position of the statement that throws.
    pub(crate) fn throwing_statement(&self) -> Option<usize> {
        self.exception.as_ref().and_then(|_| self.test.len().checked_sub(1))
    }
}
