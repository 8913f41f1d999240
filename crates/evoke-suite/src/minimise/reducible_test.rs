//! A test while it is being reduced, with what it covers and what it is kept for.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use evoke_classfile::ClassName;
use evoke_testcase::TestCase;

use super::runner::EndedRun;
use crate::covering_test::CoveringTest;

/// See the module.
pub(super) struct ReducibleTest {
    /// What it does; nothing follows a statement that throws.
    pub(super) test: TestCase,
    /// What its last run covered.
    pub(super) covered: BTreeSet<GoalId>,
    /// What it is kept for.
    pub(super) needed: BTreeSet<GoalId>,
    /// What it is said to cover.
    pub(super) claimed: BTreeSet<GoalId>,
    /// Class of what its last statement throws, if it does.
    pub(super) exception: Option<ClassName>,
    /// Whether it is kept for goals that running it again does not show.
    pub(super) is_fixed: bool,
    /// How long the test took that it came from, as in [`CoveringTest`].
    pub(super) slowness: u32,
}

impl ReducibleTest {
    /// A test that there was no time to run: what is said of it is believed.
    pub(super) fn unknown(covering: CoveringTest) -> Self {
        let claimed: BTreeSet<GoalId> = covering.goals.into_iter().collect();
        Self {
            test: covering.test,
            covered: claimed.clone(),
            needed: BTreeSet::new(),
            claimed,
            exception: None,
            is_fixed: false,
            slowness: covering.slowness,
        }
    }

    /// A test as its run showed it.
    pub(super) fn of_run(covering: CoveringTest, run: EndedRun) -> Self {
        let CoveringTest { mut test, goals, slowness } = covering;
        if let Some(thrown) = &run.thrown {
            test.truncate(thrown.statement + 1);
        }
        Self {
            test,
            covered: run.covered,
            needed: BTreeSet::new(),
            claimed: goals.into_iter().collect(),
            exception: run.thrown.map(|thrown| thrown.class),
            is_fixed: false,
            slowness,
        }
    }

    /// Whether it ends with an exception.
    pub(super) fn throws(&self) -> bool {
        self.exception.is_some()
    }

    /// The test with what it is kept for, and what it covers by the way: whoever loses another test has still covered that.
    pub(super) fn into_covering(self) -> CoveringTest {
        let goals = self.covered.union(&self.needed).copied().collect();
        CoveringTest { test: self.test, goals, slowness: self.slowness }
    }
}
