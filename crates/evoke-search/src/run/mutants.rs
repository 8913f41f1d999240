//! Which mutants the executor runs tests on: those that are to be noticed and that no test of the archive notices. What such runs cost
//! counts as statements of the search.

use evoke_testcase::UnnoticedMutant;

use super::Run;

impl Run<'_> {
    /// Has runs be repeated on the mutants that no test notices yet.
    pub(crate) fn aim_at_open_mutants(&mut self) {
        self.kill_goals.aim(self.executor, &self.archive);
    }

    /// Runs tests on mutants no longer.
    pub(crate) fn leave_mutants(&mut self) {
        self.kill_goals.leave(self.executor);
    }

    /// The mutants that tests were run on in vain.
    pub(crate) fn unnoticed_mutants(&self) -> Vec<UnnoticedMutant> {
        self.executor.unnoticed_mutants()
    }
}
