//! When the phases of a class must be over.

use std::time::{Duration, Instant};

use crate::class_config::ClassBudget;
use crate::process::job::WriteTime;
use crate::process::time_plan::TimePlan;

/// A suite that is there and comes late is worth more than none.
const LEAST_FOR_VERIFICATION: Duration = Duration::from_secs(4);

/// How long after the end of the budget the first test may be found.
const LATENESS_OF_FIRST_TEST: Duration = Duration::from_secs(5);

/// Of what is kept for writing and verifying, what is kept from a search worker that is late.
const SHARE_KEPT_FROM_LATE: f64 = 0.6;

/// What a worker has at least that makes a suite of what others found.
const LEAST_FOR_LAST_CALL: Duration = Duration::from_secs(3);

/// Of what is left after the search, the share of writing; the rest is for verification.
const SHARE_OF_WRITING: f64 = 0.6;

/// What writing has at least, so that tests are not left out for want of a second run.
const LEAST_FOR_WRITING: Duration = Duration::from_secs(3);

/// What writing has at least, the start of its JVM included, before it runs no more tests on mutants.
const LEAST_WITH_MUTANTS: Duration = Duration::from_millis(2200);

/// How long after its own end a worker that writes is waited for.
const GRACE_OF_WRITING: Duration = Duration::from_secs(2);

/// The deadlines of one class. There are none with a budget of statements.
pub(super) struct Deadlines {
    budget: ClassBudget,
    started: Instant,
    /// What is kept for writing and verifying.
    finish: Duration,
    /// How much longer than usual the worker that writes takes to analyse the class.
    long_analysis: Duration,
    /// When a search worker began that only has to look at the tests of others which did not come to their end.
    last_call: Option<Instant>,
}

/// When writing must be over.
pub(super) struct WriteEnd {
    /// When the worker leaves out the tests that are left.
    own: Instant,
    /// When it runs no more of them on mutants.
    mutants: Instant,
    /// When a worker that has not answered is killed.
    pub(super) kill: Instant,
}

impl WriteEnd {
    /// What a worker that starts now may use.
    pub(super) fn left(&self) -> WriteTime {
        let now = Instant::now();
        let [all, mutants] = [self.own, self.mutants].map(|end| end.saturating_duration_since(now));
        WriteTime { all, mutants }
    }
}

impl Deadlines {
    /// Those of a class that was begun at this moment.
    pub(super) fn of(budget: ClassBudget, started: Instant) -> Self {
        let finish = match budget {
            ClassBudget::Time(total) => TimePlan::cautious(total).finish,
            ClassBudget::Statements(_) => Duration::ZERO,
        };
        Self { budget, started, finish, long_analysis: Duration::ZERO, last_call: None }
    }

    /// Takes over what the worker found to be enough for writing and verifying.
    pub(super) fn follow(&mut self, plan: Option<TimePlan>) {
        if let Some(plan) = plan {
            self.finish = plan.finish;
            self.long_analysis = plan.long_analysis;
        }
    }

    /// Time since the class was begun.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn end(&self) -> Option<Instant> {
        match self.budget {
            ClassBudget::Time(total) => Some(self.started + total),
            ClassBudget::Statements(_) => None,
        }
    }

    /// What a worker that starts now may use, after others used up so many statements.
    pub(super) fn worker_budget(&self, statements_spent: u64) -> ClassBudget {
        match self.budget {
            ClassBudget::Statements(statements) => {
                ClassBudget::Statements(statements.saturating_sub(statements_spent))
            }
            ClassBudget::Time(total) => ClassBudget::Time(total.saturating_sub(self.elapsed())),
        }
    }

    /// When a search worker that has not answered is killed: later if no test has been found, since a suite that comes late is
    /// worth more than none.
    pub(super) fn kill(&self, has_tests: bool) -> Option<Instant> {
        let end = self.end()?;
        if !has_tests {
            return Some(end + LATENESS_OF_FIRST_TEST);
        }
        let late = end.checked_sub(self.finish.mul_f64(SHARE_KEPT_FROM_LATE)).unwrap_or(end);
        Some(match self.last_call {
            Some(begun) => late.max(begun + LEAST_FOR_LAST_CALL),
            None => late,
        })
    }

    /// Whether a search worker only has to look at the tests of others.
    pub(super) fn is_last_call(&self) -> bool {
        self.last_call.is_some()
    }

    /// From now on search workers only have to look at the tests of others.
    pub(super) fn begin_last_call(&mut self) {
        self.last_call = Some(Instant::now());
    }

    /// When writing that begins now must be over, after so many workers that came to nothing in their time.
    pub(super) fn for_writing(&self, n_overruns: u32) -> Option<WriteEnd> {
        let now = Instant::now();
        let left = self.end()?.saturating_duration_since(now);
        let share = left.mul_f64(SHARE_OF_WRITING);
        let own = now + share.max((LEAST_FOR_WRITING + self.long_analysis) * (1 + n_overruns));
        let mutants = now + share.max(LEAST_WITH_MUTANTS + self.long_analysis);
        Some(WriteEnd { own, mutants, kill: own + GRACE_OF_WRITING })
    }

    /// What verification may take: all that is left, and a twelfth of the budget more, which keeps the promise to stay
    /// within a tenth of it.
    pub(super) fn for_verification(&self) -> Option<Duration> {
        let ClassBudget::Time(total) = self.budget else { return None };
        let left = (self.started + total + total / 12).saturating_duration_since(Instant::now());
        Some(left.max(LEAST_FOR_VERIFICATION))
    }
}
