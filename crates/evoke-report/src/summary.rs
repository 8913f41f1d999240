//! The table that ends a run: one line a class, a line of totals, and what the user should know beyond coverage.
//! Plain text with aligned columns, readable without colour and in a log.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::table::{Row, share, write_aligned};
use crate::{ClassRecord, GoalCount, RunRecord, Status};

/// Displays a record as a table.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    record: &'a RunRecord,
    /// Criteria that any class has goals of; each gets a column.
    criteria: BTreeSet<&'a str>,
}

impl<'a> Summary<'a> {
    /// A table of all classes of the record.
    pub fn new(record: &'a RunRecord) -> Self {
        let criteria =
            record.classes.iter().flat_map(|class| class.goals.keys().map(String::as_str)).collect();
        Self { record, criteria }
    }

    fn header(&self) -> Row {
        let mut row = vec!["class".to_owned(), "tests".to_owned()];
        row.extend(self.criteria.iter().map(|&criterion| criterion.to_owned()));
        row.extend(["seconds".to_owned(), "status".to_owned()]);
        row
    }

    fn class_row(&self, class: &ClassRecord) -> Row {
        let status = match &class.reason {
            Some(reason) => format!("{}: {reason}", status_word(class.status)),
            None => status_word(class.status).to_owned(),
        };
        self.row(&class.name(), class.tests, &class.goals, class.seconds.total, status)
    }

    fn total_row(&self) -> Row {
        let classes = &self.record.classes;
        let mut goals: BTreeMap<String, GoalCount> = BTreeMap::new();
        for (criterion, count) in classes.iter().flat_map(|class| &class.goals) {
            *goals.entry(criterion.clone()).or_default() += *count;
        }
        let n_tests = classes.iter().map(|class| class.tests).sum();
        let seconds = classes.iter().map(|class| class.seconds.total).sum();
        let n_ok = classes.iter().filter(|class| class.status == Status::Ok).count();
        let status = format!("{n_ok} of {} ok", classes.len());
        self.row("total", n_tests, &goals, seconds, status)
    }

    fn row(
        &self,
        name: &str,
        n_tests: u32,
        goals: &BTreeMap<String, GoalCount>,
        seconds: f64,
        status: String,
    ) -> Row {
        let mut row = vec![name.to_owned(), n_tests.to_string()];
        row.extend(self.criteria.iter().map(|&criterion| share(goals.get(criterion))));
        row.extend([format!("{seconds:.1}"), status]);
        row
    }

    /// Sentences about what went wrong on the way; none if nothing did.
    fn notes(&self) -> Vec<String> {
        let sum = |count: fn(&ClassRecord) -> u64| self.record.classes.iter().map(count).sum::<u64>();
        let dropped = sum(|class| u64::from(class.dropped_tests));
        let restarts = sum(|class| u64::from(class.worker_restarts));
        let notes = [
            (dropped, "test", "dropped for not passing when run again"),
            (restarts, "worker", "replaced after a crash or a hang"),
        ];
        let notes = notes.into_iter().filter(|(count, ..)| *count > 0);
        notes.map(|(count, noun, fate)| format!("{} {fate}", counted(count, noun))).collect()
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![self.header()];
        rows.extend(self.record.classes.iter().map(|class| self.class_row(class)));
        if self.record.classes.len() > 1 {
            rows.push(self.total_row());
        }
        write_aligned(f, &rows)?;
        for note in self.notes() {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Empty => "empty",
        Status::Failed => "failed",
    }
}

fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, branch: (u32, u32), tests: u32, seconds: f64) -> ClassRecord {
        let mut class = ClassRecord::new(name, Status::Ok);
        class.tests = tests;
        class.seconds.total = seconds;
        class.goals.insert("branch".to_owned(), GoalCount { covered: branch.0, total: branch.1 });
        class
    }

    fn summary(classes: Vec<ClassRecord>) -> String {
        Summary::new(&RunRecord::new("0.1.0", classes)).to_string()
    }

    #[test]
    fn classes_and_totals_stand_in_aligned_columns() {
        let mut account = class("com.example.Account", (30, 32), 12, 24.04);
        account.goals.insert("line".to_owned(), GoalCount { covered: 60, total: 60 });
        let big = class("com.example.deep.BigClass", (100, 1000), 120, 30.0);
        let api = ClassRecord::without_suite("com.example.Api", Status::Empty, "it is an interface");
        let expected = "\
class                      tests         branch        line  seconds  status
com.example.Account           12     30/32  93%  60/60 100%     24.0  ok
com.example.deep.BigClass    120  100/1000  10%           -     30.0  ok
com.example.Api                0              -           -      0.0  empty: it is an interface
total                        132  130/1032  12%  60/60 100%     54.0  2 of 3 ok
";
        assert_eq!(summary(vec![account, big, api]), expected);
    }

    #[test]
    fn single_class_has_no_line_of_totals() {
        let expected = "\
class  tests    branch  seconds  status
A          1  1/1 100%      0.5  ok
";
        assert_eq!(summary(vec![class("A", (1, 1), 1, 0.5)]), expected);
    }

    #[test]
    fn dropped_tests_and_replaced_workers_are_told_once_for_all_classes() {
        let mut first = class("A", (1, 1), 1, 0.5);
        let mut second = class("B", (1, 1), 1, 0.5);
        first.dropped_tests = 2;
        second.dropped_tests = 1;
        second.worker_restarts = 1;
        let text = summary(vec![first, second]);
        let notes: Vec<&str> = text.lines().skip(4).collect();
        assert_eq!(
            notes,
            ["3 tests dropped for not passing when run again", "1 worker replaced after a crash or a hang"]
        );
    }
}
