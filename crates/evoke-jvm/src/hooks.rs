//! What the caller of an executor wants to be told.

use evoke_testcase::TestCase;

/// Told of every test before it runs.
pub type BeforeExecute = Box<dyn FnMut(&TestCase)>;

/// A test and the statement of it that is running.
#[derive(Clone, Copy, Debug)]
pub struct RunningStatement<'t> {
    /// The test.
    pub test: &'t TestCase,
    /// Position of the statement.
    pub statement: u32,
}

/// Told what cannot be stopped, from the watchdog's thread. The test goes on only when it returns.
pub type OnStuck = Box<dyn FnMut(RunningStatement<'_>) + Send>;

/// Told what ran when the process is about to die of a signal, on the thread that the signal came to. What it does need not be
/// safe there, since the process is lost anyway; but it should do little.
pub type OnCrash = Box<dyn FnMut(RunningStatement<'_>) + Send>;

/// What the caller wants to be told.
#[derive(Default)]
pub struct ExecutionHooks {
    /// Called first, so that a test that kills the process can be named afterwards.
    pub before_execute: Option<BeforeExecute>,
    /// Called, from another thread, when a test cannot be stopped. To end the process, use `_exit`: what runs at a
    /// normal exit would wait for that test.
    pub on_stuck: Option<OnStuck>,
    /// Called when the process is about to die.
    pub on_crash: Option<OnCrash>,
}
