//! What the caller of an executor wants to be told.

use evoke_testcase::TestCase;

/// Told of every test before it runs.
pub type BeforeExecute = Box<dyn FnMut(&TestCase)>;

/// Told which test cannot be stopped, from the watchdog's thread. The test goes on only when it returns.
pub type OnStuck = Box<dyn FnMut(&TestCase) + Send>;

/// What the caller wants to be told.
#[derive(Default)]
pub struct ExecutionHooks {
    /// Called first, so that a test that kills the process can be named afterwards.
    pub before_execute: Option<BeforeExecute>,
    /// Called, from another thread, when a test cannot be stopped. To end the process, use `_exit`: what runs at a
    /// normal exit would wait for that test.
    pub on_stuck: Option<OnStuck>,
}
