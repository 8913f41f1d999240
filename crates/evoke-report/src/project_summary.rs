//! The tables that end the run of a project: a line a package, what is left to gain, and what was left out.

use std::fmt;

use crate::goal_count::GoalCount;
use crate::left_to_gain::most_left_to_gain;
use crate::package_totals::PackageTotals;
use crate::record::{RunRecord, Status};
use crate::table::{Row, share, write_aligned};

/// Position of the column with what tests covered that were there before.
const BEFORE: usize = 4;

/// Displays the record of a project.
#[derive(Clone, Debug)]
pub struct ProjectSummary<'a> {
    record: &'a RunRecord,
}

impl<'a> ProjectSummary<'a> {
    /// The tables of the record.
    pub fn new(record: &'a RunRecord) -> Self {
        Self { record }
    }

    fn packages(&self) -> Vec<Row> {
        let packages = PackageTotals::by_package(self.record);
        let header = ["package", "classes", "suites", "tests", "before", "branches", "lines", "seconds"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(packages.iter().map(|(name, totals)| row(name, totals)));
        if packages.len() > 1 {
            rows.push(row("total", &PackageTotals::of_all(self.record)));
        }
        if self.record.classes.iter().all(|class| class.existing.is_none()) {
            for row in &mut rows {
                row.remove(BEFORE);
            }
        }
        rows
    }

    fn without_suite(&self) -> Vec<Row> {
        let without = self.record.classes.iter().filter(|class| class.status != Status::Ok);
        without.map(|class| vec![class.name(), class.reason.clone().unwrap_or_default()]).collect()
    }

    fn changes(&self) -> Vec<Row> {
        let changes = |class: &crate::ClassRecord| {
            let name = class.name();
            let row = |it: &crate::ChangeRecord| vec![name.clone(), it.test.clone(), it.to_string()];
            class.changes.iter().map(row).collect::<Vec<Row>>()
        };
        self.record.classes.iter().flat_map(changes).collect()
    }

    fn left_to_gain(&self) -> Vec<Row> {
        let most = most_left_to_gain(self.record);
        let row = |it: &crate::LeftToGain<'_>| {
            vec![it.class.name(), it.left.to_string(), it.reason.unwrap_or_default().to_owned()]
        };
        most.iter().map(row).collect()
    }
}

impl fmt::Display for ProjectSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_aligned(f, &self.packages())?;
        let parts = [
            ("without suite:", self.without_suite()),
            ("no longer so since the last run:", self.changes()),
            ("most left to gain:", self.left_to_gain()),
        ];
        for (title, rows) in parts.into_iter().filter(|(_, rows)| !rows.is_empty()) {
            writeln!(f, "\n{title}")?;
            write_aligned(f, &rows)?;
        }
        Ok(())
    }
}

fn row(name: &str, totals: &PackageTotals) -> Row {
    vec![
        name.to_owned(),
        totals.classes.to_string(),
        totals.suites.to_string(),
        totals.tests.to_string(),
        share(Some(&GoalCount { covered: totals.before, total: totals.branches.total })),
        share(Some(&totals.branches)),
        share(Some(&totals.lines)),
        format!("{:.1}", totals.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassRecord, ExistingRecord};

    fn class(name: &str, covered: u32, total: u32) -> ClassRecord {
        let mut class = ClassRecord::new(name, Status::Ok);
        class.tests = 2;
        class.seconds.total = 1.5;
        class.goals.insert("branch".to_owned(), GoalCount { covered, total });
        class
    }

    #[test]
    fn packages_are_summed_and_what_is_left_is_told() {
        let api = ClassRecord::without_suite("a.b.Api", Status::Empty, "nothing to test");
        let record = RunRecord::new("0", vec![class("a.b.One", 3, 4), class("a.c.Two", 2, 2), api]);
        let expected = "\
package  classes  suites  tests  branches  lines  seconds
a.b            2       1      2  3/4  75%      -  1.5
a.c            1       1      2  2/2 100%      -  1.5
total          3       2      4  5/6  83%      -  3.0

without suite:
a.b.Api  nothing to test

most left to gain:
a.b.One  1
";
        assert_eq!(ProjectSummary::new(&record).to_string(), expected);
    }

    #[test]
    fn what_tests_covered_that_were_there_before_is_told() {
        let mut class = class("a.One", 3, 4);
        let goals = [("branch".to_owned(), GoalCount { covered: 2, total: 4 })].into();
        class.existing = Some(ExistingRecord { goals, ..ExistingRecord::default() });
        let expected = "\
package  classes  suites  tests    before  branches  lines  seconds
a              1       1      2  2/4  50%  3/4  75%      -  1.5

most left to gain:
a.One  1
";
        assert_eq!(ProjectSummary::new(&RunRecord::new("0", vec![class])).to_string(), expected);
    }

    #[test]
    fn single_package_has_no_line_of_totals() {
        let record = RunRecord::new("0", vec![class("One", 4, 4)]);
        assert_eq!(ProjectSummary::new(&record).to_string().lines().count(), 2);
    }
}
