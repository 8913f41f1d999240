//! What a test must still do after it was changed, besides noticing mutants.

use std::collections::BTreeSet;

use evoke_analysis::{GoalId, MutantId};

use crate::idle_tests::Purpose;
use crate::kill::KillMatrix;
use crate::stable_test::StableTest;

/// What a test is there for besides the mutants that it notices.
pub(super) struct GoalsOfTest {
    /// Goals that are asked for.
    pub(super) asked: BTreeSet<GoalId>,
    /// Mutants that it comes to infect and no test was run on.
    pub(super) unknown: Vec<MutantId>,
}

impl GoalsOfTest {
    pub(super) fn of(stable: &StableTest, kills: &KillMatrix, purpose: &impl Fn(GoalId) -> Purpose) -> Self {
        let (mut asked, mut unknown) = (BTreeSet::new(), Vec::new());
        for goal in &stable.goals {
            match purpose(*goal) {
                Purpose::Asked => _ = asked.insert(*goal),
                Purpose::Infect(mutant) if kills.was_left_out(mutant) => unknown.push(mutant),
                Purpose::Infect(_) | Purpose::Guide => {}
            }
        }
        Self { asked, unknown }
    }
}

/// What a test has to do for the suite besides noticing mutants.
pub(super) struct Needs<'g> {
    /// Goals to cover.
    pub(super) goals: BTreeSet<GoalId>,
    /// Mutants to infect.
    pub(super) unknown: &'g [MutantId],
}
