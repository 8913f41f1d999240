//! The classes of a run in which most is left to gain, and what is in the way there.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::record::{ClassRecord, RunRecord, UncoveredGoalRecord};

/// Classes named at most.
const MOST: usize = 10;

/// A class with goals left.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftToGain<'a> {
    /// Its record.
    pub class: &'a ClassRecord,
    /// Goals of all criteria that are left.
    pub left: u32,
    /// The reason that most of them have, where one is known; of several the first.
    pub reason: Option<&'a str>,
}

/// The ten classes with most goals left, the most first; fewer where fewer have any.
pub fn most_left_to_gain(record: &RunRecord) -> Vec<LeftToGain<'_>> {
    let left_of = |class: &ClassRecord| class.all_goals().total - class.all_goals().covered;
    let mut found: Vec<LeftToGain<'_>> = record
        .classes
        .iter()
        .map(|class| LeftToGain { class, left: left_of(class), reason: usual_reason(class) })
        .filter(|it| it.left > 0)
        .collect();
    found.sort_by_key(|it| (Reverse(it.left), it.class.name()));
    found.truncate(MOST);
    found
}

fn usual_reason(class: &ClassRecord) -> Option<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for UncoveredGoalRecord { reason, .. } in &class.uncovered {
        if let Some(reason) = reason {
            *counts.entry(reason).or_default() += 1;
        }
    }
    let usual = counts.into_iter().max_by_key(|(reason, count)| (*count, Reverse(*reason)));
    usual.map(|(reason, _)| reason).or(class.reason.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GoalCount, Status};

    fn class(name: &str, covered: u32, reasons: &[Option<&str>]) -> ClassRecord {
        let mut class = ClassRecord::new(name, Status::Ok);
        class.goals.insert("branch".to_owned(), GoalCount { covered, total: 10 });
        let goal = |reason: Option<&str>| UncoveredGoalRecord {
            goal: "a branch".to_owned(),
            reason: reason.map(str::to_owned),
        };
        class.uncovered = reasons.iter().copied().map(goal).collect();
        class
    }

    #[test]
    fn classes_come_by_what_is_left_with_the_reason_of_most_goals() {
        let why = [Some("always threw"), None, Some("never held"), Some("never held")];
        let record =
            RunRecord::new("0", vec![class("A", 10, &[]), class("B", 9, &[None]), class("C", 6, &why)]);
        let found = most_left_to_gain(&record);
        let lines: Vec<_> = found.iter().map(|it| (it.class.class.as_str(), it.left, it.reason)).collect();
        assert_eq!(lines, [("C", 4, Some("never held")), ("B", 1, None)]);
        let many = RunRecord::new("0", vec![class("B", 9, &[None]); 11]);
        assert_eq!(most_left_to_gain(&many).len(), 10);
    }
}
