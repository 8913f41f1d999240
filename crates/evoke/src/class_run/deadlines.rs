//! When the phases of a class must be over.

use std::time::{Duration, Instant};

use crate::options::TotalBudget;
use crate::process::job::Budget;
use crate::process::time_plan::TimePlan;

/// A suite that is there and comes late is worth more than none.
const LEAST_FOR_VERIFICATION: Duration = Duration::from_secs(4);

/// The deadlines of one class. There are none with a budget of statements.
pub(super) struct Deadlines {
    budget: TotalBudget,
    started: Instant,
    /// What is kept for writing and verifying.
    finish: Duration,
    /// Whether a search worker only has to look at the tests of one that was killed for its time.
    pub(super) is_last_call: bool,
}

impl Deadlines {
    /// Those of a class that is begun now.
    pub(super) fn of(budget: TotalBudget) -> Self {
        let finish = match budget {
            TotalBudget::Time(total) => TimePlan::cautious(total).finish,
            TotalBudget::Statements(_) => Duration::ZERO,
        };
        Self { budget, started: Instant::now(), finish, is_last_call: false }
    }

    /// Takes over what the worker found to be enough for writing and verifying.
    pub(super) fn follow(&mut self, plan: Option<TimePlan>) {
        if let Some(plan) = plan {
            self.finish = plan.finish;
        }
    }

    /// Time since the class was begun.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn end(&self) -> Option<Instant> {
        match self.budget {
            TotalBudget::Time(total) => Some(self.started + total),
            TotalBudget::Statements(_) => None,
        }
    }

    /// What a worker that starts now may use, after others used up so many statements.
    pub(super) fn worker_budget(&self, statements_spent: u64) -> Budget {
        match self.budget {
            TotalBudget::Statements(statements) => {
                Budget::Statements(statements.saturating_sub(statements_spent))
            }
            TotalBudget::Time(total) => Budget::Time(total.saturating_sub(self.elapsed())),
        }
    }

    /// When a search worker that has not answered is killed.
    pub(super) fn kill(&self) -> Option<Instant> {
        let kept = self.finish.mul_f64(if self.is_last_call { 0.6 } else { 1.0 });
        self.end().map(|end| end.checked_sub(kept).unwrap_or(end))
    }

    /// What verification may take: all that is left, and a twelfth of the budget more, which keeps the promise to stay
    /// within a tenth of it.
    pub(super) fn for_verification(&self) -> Option<Duration> {
        let TotalBudget::Time(total) = self.budget else { return None };
        let left = (self.started + total + total / 12).saturating_duration_since(Instant::now());
        Some(left.max(LEAST_FOR_VERIFICATION))
    }
}
