//! Sums over the classes of a package.

use std::collections::BTreeMap;

use crate::goal_count::GoalCount;
use crate::record::{ClassRecord, RunRecord, Status};

/// What the classes of a package have together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PackageTotals {
    pub(crate) classes: usize,
    pub(crate) suites: usize,
    pub(crate) tests: u32,
    /// Branches that tests covered which were there before.
    pub(crate) before: u32,
    pub(crate) branches: GoalCount,
    pub(crate) lines: GoalCount,
    pub(crate) seconds: f64,
}

impl PackageTotals {
    /// Of each package, by name.
    pub(crate) fn by_package(record: &RunRecord) -> BTreeMap<&str, Self> {
        let mut packages: BTreeMap<&str, Self> = BTreeMap::new();
        for class in &record.classes {
            packages.entry(package(&class.class)).or_default().add(class);
        }
        packages
    }

    /// Of all classes.
    pub(crate) fn of_all(record: &RunRecord) -> Self {
        let mut all = Self::default();
        record.classes.iter().for_each(|class| all.add(class));
        all
    }

    fn add(&mut self, class: &ClassRecord) {
        self.classes += 1;
        // Where existing tests cover all there is a reason for none.
        self.suites += usize::from(class.status == Status::Ok && class.reason.is_none());
        self.tests += class.tests;
        for (sum, criterion) in [(&mut self.branches, "branch"), (&mut self.lines, "line")] {
            *sum += class.goals.get(criterion).copied().unwrap_or_default();
        }
        let before = class.existing.as_ref().and_then(|existing| existing.goals.get("branch"));
        self.before += before.map_or(0, |count| count.covered);
        self.seconds += class.seconds.total;
    }
}

/// The package of a class by its binary name.
fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("(unnamed)", |(package, _)| package)
}
