//! What a search keeps of the goals that guide late: which tests nobody knows what late goals they cover.

use std::collections::BTreeSet;
use std::sync::Arc;

use evoke_analysis::{ClassUnderTest, GoalKind};
use evoke_testcase::TestCase;

use crate::{Archive, GuidingGoals};

/// What is known of late goals.
pub(crate) struct LateGoals {
    /// Whether all goals that are about mutants guide late.
    pub(crate) have_all_mutants: bool,
    /// Tests of the archive that were run while late goals had their turn.
    known: Vec<Arc<TestCase>>,
}

impl LateGoals {
    /// Those of a class; `None` if all its goals guide always or never.
    pub(crate) fn of(class: &ClassUnderTest, guides: &GuidingGoals) -> Option<Self> {
        let is_of_mutant = |kind: &GoalKind| matches!(kind, GoalKind::Mutant(_) | GoalKind::Kill(_));
        let mut mutants = class.goals.iter().filter(|goal| is_of_mutant(&goal.kind));
        let have_all_mutants = mutants.all(|goal| guides.is_late(goal.id));
        let has_any = guides.iter().any(|goal| guides.is_late(goal));
        has_any.then(|| Self { have_all_mutants, known: Vec::new() })
    }

    /// The tests of the archive that nobody knows what late goals they cover, each told once.
    pub(crate) fn take_unknown(&mut self, archive: &Archive) -> Vec<Arc<TestCase>> {
        let known: BTreeSet<*const TestCase> = self.known.iter().map(Arc::as_ptr).collect();
        let archived = archive.tests().into_iter().map(|archived| archived.test);
        let unknown: Vec<Arc<TestCase>> =
            archived.filter(|test| !known.contains(&Arc::as_ptr(test))).collect();
        self.known.extend(unknown.iter().cloned());
        unknown
    }
}
