//! The record of a class that was worked on in several rounds: of its suite what the best round says, of its cost what all say.

use crate::goal_count::GoalCount;
use crate::record::{ClassRecord, PhaseSeconds, Status, TimelinePoint};

impl ClassRecord {
    /// Goals of all criteria that the suite covers, and all that there are.
    pub fn all_goals(&self) -> GoalCount {
        self.goals.values().sum()
    }

    /// Whether its suite is to be had rather than that of the other: there is one, and it covers more, or as much and notices more mutants.
    pub fn is_better_than(&self, other: &Self) -> bool {
        let worth = |record: &Self| {
            let killed = record.mutants.map_or(0, |mutants| mutants.killed);
            (record.status == Status::Ok, record.all_goals().covered, killed)
        };
        worth(self) > worth(other)
    }

    /// The record of this round and of a later one.
    pub fn followed_by(self, later: Self) -> Self {
        let timeline = joined(&self, &later);
        let seconds = sum(self.seconds, later.seconds);
        let changes = [self.changes.clone(), later.changes.clone()].concat();
        let costs = (
            self.tests_executed + later.tests_executed,
            self.statements_executed + later.statements_executed,
            self.generations + later.generations,
            self.worker_restarts + later.worker_restarts,
            self.timeouts + later.timeouts,
        );
        let best = if later.is_better_than(&self) { later } else { self };
        let (tests_executed, statements_executed, generations, worker_restarts, timeouts) = costs;
        Self {
            tests_executed,
            statements_executed,
            generations,
            seconds,
            worker_restarts,
            timeouts,
            changes,
            timeline,
            ..best
        }
    }
}

/// The later round begins when the first is over; what it covers again is no news.
fn joined(first: &ClassRecord, later: &ClassRecord) -> Vec<TimelinePoint> {
    let mut points = first.timeline.clone();
    let before = points.last().map_or(0, |point| point.covered);
    let news = later.timeline.iter().filter(|point| point.covered > before);
    points.extend(news.map(|point| TimelinePoint {
        seconds: first.seconds.total + point.seconds,
        statements: first.statements_executed + point.statements,
        covered: point.covered,
    }));
    points
}

fn sum(one: PhaseSeconds, other: PhaseSeconds) -> PhaseSeconds {
    PhaseSeconds {
        analysis: one.analysis + other.analysis,
        search: one.search + other.search,
        execution: one.execution + other.execution,
        minimise: one.minimise + other.minimise,
        assertions: one.assertions + other.assertions,
        verify: one.verify + other.verify,
        total: one.total + other.total,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(covered: u32, tests: u32, points: &[(f64, u64)]) -> ClassRecord {
        let mut record = ClassRecord::new("A", Status::Ok);
        record.goals.insert("branch".to_owned(), GoalCount { covered, total: 9 });
        record.tests = tests;
        record.statements_executed = 100;
        record.seconds.total = 4.0;
        let point = |&(seconds, covered): &(f64, u64)| TimelinePoint { seconds, statements: 50, covered };
        record.timeline = points.iter().map(point).collect();
        record
    }

    #[test]
    fn better_suite_counts_and_costs_add_up() {
        let both = round(5, 2, &[(1.0, 5)]).followed_by(round(7, 3, &[(0.5, 5), (2.0, 7)]));
        assert_eq!((both.tests, both.all_goals().covered), (3, 7));
        assert_eq!((both.seconds.total, both.statements_executed), (8.0, 200));
        let points: Vec<_> = both.timeline.iter().map(|it| (it.seconds, it.statements, it.covered)).collect();
        assert_eq!(points, [(1.0, 50, 5), (6.0, 150, 7)]);
    }

    #[test]
    fn later_round_that_lost_tests_does_not_count() {
        assert_eq!(round(5, 2, &[]).followed_by(round(4, 9, &[])).tests, 2);
        let failed = ClassRecord::without_suite("A", Status::Failed, "late");
        assert!(round(0, 1, &[]).is_better_than(&failed));
        assert_eq!(failed.followed_by(round(0, 1, &[])).status, Status::Ok);
    }
}
