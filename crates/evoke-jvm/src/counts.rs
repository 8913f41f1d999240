//! What has been run so far.

use evoke_testcase::{AbortReason, ExecutionOutcome};

/// What has been run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecutionCounts {
    /// Tests.
    pub tests: u64,
    /// Statements begun.
    pub statements: u64,
    /// Tests that used up their steps or their time.
    pub timeouts: u64,
}

impl ExecutionCounts {
    /// Counts a test.
    pub(crate) fn add(&mut self, statements: u32, outcome: &ExecutionOutcome) {
        self.tests += 1;
        self.statements += u64::from(statements);
        let timed_out = matches!(
            outcome,
            ExecutionOutcome::Aborted { reason: AbortReason::Steps | AbortReason::Time, .. }
        );
        self.timeouts += u64::from(timed_out);
    }
}
