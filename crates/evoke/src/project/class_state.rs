//! What is known of a class after the turns it has had.

use evoke_project::{Curve, RoundSeconds};
use evoke_report::{ClassRecord, ExistingRecord, PhaseSeconds, Status};
use evoke_search::OUT_OF_REACH;
use evoke_testcase::SymbolicTest;

use super::kept_class::Begin;
use crate::class_run::ClassResult;

/// A class that is left without a suite so often has its reasons.
const MAX_FAILURES: u32 = 2;

/// A class between two turns.
pub(super) struct ClassState {
    pub(super) record: Option<ClassRecord>,
    /// What an earlier run came to, as long as it counts and there was no turn.
    before: Option<ClassRecord>,
    /// Those of the best turn.
    pub(super) tests: Vec<SymbolicTest>,
    curve: Curve,
    n_failures: u32,
}

impl ClassState {
    /// A class that has had no turn. `given` are tests to begin with beside those of an earlier run.
    pub(super) fn new(given: Vec<SymbolicTest>, begin: Begin) -> Self {
        let Begin { tests, record, .. } = begin;
        Self {
            record: None,
            before: record,
            tests: [given, tests].concat(),
            curve: Curve::default(),
            n_failures: 0,
        }
    }

    /// Its curve, unless no more turns are worth their while.
    pub(super) fn curve(&self) -> Option<Curve> {
        let is_empty = self.record.as_ref().is_some_and(|record| record.status == Status::Empty);
        let has_nothing_to_cover = is_empty && self.curve.covered() == 0;
        (self.n_failures < MAX_FAILURES && !has_nothing_to_cover).then(|| self.curve.clone())
    }

    /// Takes over what a turn gave; whether its suite is better than that of the turns before.
    pub(super) fn add(&mut self, result: ClassResult) -> bool {
        let ClassResult { record, tests } = result;
        let PhaseSeconds { analysis, search, total, .. } = record.seconds;
        // What comes before a search is its analysis for the most part.
        let points = record.timeline.iter().map(|point| (point.seconds - analysis, point.covered));
        let before = record.existing.as_ref().map_or(0, ExistingRecord::n_covered);
        let open = record.all_goals().total.saturating_sub(before + n_out_of_reach(&record));
        let took = RoundSeconds { all: total.max(0.001), search };
        self.curve.add_round(took, points, u64::from(open));
        self.n_failures += u32::from(record.status != Status::Ok);
        let before = self.take_record();
        let is_better = before.as_ref().is_none_or(|before| record.is_better_than(before));
        if is_better && !tests.is_empty() {
            self.tests = tests;
        }
        self.record = Some(match before {
            Some(before) => before.followed_by(record),
            None => record,
        });
        is_better
    }

    /// What its turns gave, or, where it had none, what an earlier run came to and still counts.
    pub(super) fn take_record(&mut self) -> Option<ClassRecord> {
        self.record.take().or_else(|| self.before.take())
    }

    /// Notes that the suite of the last turn could not be put where it belongs, nor will another be.
    pub(super) fn lose_suite(&mut self, reason: &str) {
        if let Some(record) = &mut self.record {
            (record.status, record.file) = (Status::Failed, None);
            record.reason = Some(reason.to_owned());
        }
        self.n_failures = MAX_FAILURES;
    }
}

/// Goals that time does not help: the private constructor of a class of static methods, for example.
fn n_out_of_reach(record: &ClassRecord) -> u32 {
    let reasons = record.uncovered.iter().filter_map(|goal| goal.reason.as_deref());
    reasons.filter(|reason| reason.ends_with(OUT_OF_REACH)).count() as u32
}

#[cfg(test)]
mod tests {
    use evoke_report::{GoalCount, TimelinePoint, UncoveredGoalRecord};

    use super::*;

    fn left_of(reasons: &[&str]) -> u64 {
        let mut record = ClassRecord::new("A", Status::Ok);
        let total = 5 + reasons.len() as u32;
        record.goals.insert("branch".to_owned(), GoalCount { covered: 5, total });
        record.timeline = vec![TimelinePoint { seconds: 0.1, statements: 10, covered: 5 }];
        let uncovered = |reason: &&str| UncoveredGoalRecord {
            goal: "A.java:1".to_owned(),
            reason: Some((*reason).to_owned()),
        };
        record.uncovered = reasons.iter().map(uncovered).collect();
        let mut state = ClassState::new(Vec::new(), Begin::default());
        state.add(ClassResult { record, tests: Vec::new() });
        state.curve().unwrap().left()
    }

    #[test]
    fn what_an_earlier_run_came_to_stands_where_there_was_no_turn() {
        let record = ClassRecord::new("A", Status::Ok);
        let begin = Begin { record: Some(record.clone()), ..Begin::default() };
        assert_eq!(ClassState::new(Vec::new(), begin).take_record(), Some(record));
        assert_eq!(ClassState::new(Vec::new(), Begin::default()).take_record(), None);
    }

    #[test]
    fn goals_that_nothing_can_reach_are_not_left_to_gain() {
        let unreachable = format!("its method was never entered: {OUT_OF_REACH}");
        assert_eq!(left_of(&[&unreachable]), 0);
        assert_eq!(left_of(&[&unreachable, "its condition never held"]), 1);
    }
}
