//! The goals of strong mutation: for each a mutant that a test has to notice.

use evoke_analysis::{ClassUnderTest, GoalId, MutantId};
use evoke_testcase::{Executor, MutantAim};

use crate::Archive;

/// Goals with their mutants, in the order of goals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KillGoals(Vec<(GoalId, MutantId)>);

impl KillGoals {
    /// Those of a class.
    pub(crate) fn of(class: &ClassUnderTest) -> Self {
        Self(class.kill_goals().collect())
    }

    /// Has the executor run tests on the mutants that no test of the archive notices, nor any other, and that a test would be taken
    /// for now.
    pub(crate) fn aim(&self, executor: &mut dyn Executor, archive: &Archive) {
        if !self.0.is_empty() {
            let is_open = |goal: GoalId| archive.takes(goal) && !archive.is_covered(goal);
            let open = self.0.iter().filter(|(goal, _)| is_open(*goal)).map(|(_, mutant)| *mutant);
            executor.aim_at_mutants(MutantAim::Open(open.collect()));
        }
    }

    /// Has the executor run tests on no mutants any more.
    pub(crate) fn leave(&self, executor: &mut dyn Executor) {
        if !self.0.is_empty() {
            executor.aim_at_mutants(MutantAim::Nothing);
        }
    }
}
