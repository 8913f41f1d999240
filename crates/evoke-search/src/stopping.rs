//! When to stop: budgets of time, statements, tests and generations, whichever is used up first, and stagnation. The only
//! place that looks at a clock, and the clock is given.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Statistics;

/// What a search may use. `None` is no limit; with none at all, only full coverage ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchBudget {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Time on the clock while no goal is covered, where that is more.
    pub time_until_covered: Option<Duration>,
    /// Statements executed.
    pub statements: Option<u64>,
    /// Tests executed.
    pub tests: Option<u64>,
    /// Generations.
    pub generations: Option<u64>,
    /// Stop when this share of the budget has passed without a new goal or a better fitness.
    pub stagnation: Option<f64>,
    /// Stop when no goal was newly covered for as long as this, and for as long as it took to cover the last; goals that guide late count
    /// for a quarter of it.
    pub patience: Option<Duration>,
}

/// By how many times less goals that guide late are waited for.
const PATIENCE_FOR_LATE: u32 = 4;
/// How many turns without a find the patience is for.
const STALLS_IN_PATIENCE: u32 = 8;

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// Every goal that guides is covered.
    AllCovered,
    /// A budget is used up.
    Budget,
    /// Nothing got better, or no goal was newly covered, for too long.
    Stagnation,
    /// There is nothing to call.
    NothingToCall,
}

/// A budget with the clock it is measured by.
pub struct StoppingCondition<'a> {
    budget: SearchBudget,
    elapsed: Box<dyn FnMut() -> Duration + 'a>,
    share_at_improvement: f64,
    /// Whether a goal was covered for the first time since the search began.
    has_covered: bool,
    /// When a goal was last covered that was not before; `None` as long as none was. Goals that guide late do not count.
    last_covered: Option<Duration>,
    /// When one that guides late was.
    last_covered_late: Duration,
}

impl<'a> StoppingCondition<'a> {
    /// A condition on a budget; `elapsed` gives the time since the search was asked for.
    pub fn new(budget: SearchBudget, elapsed: impl FnMut() -> Duration + 'a) -> Self {
        Self {
            budget,
            elapsed: Box::new(elapsed),
            share_at_improvement: 0.0,
            has_covered: false,
            last_covered: None,
            last_covered_late: Duration::ZERO,
        }
    }

    /// A condition without a limit on time.
    pub fn without_clock(budget: SearchBudget) -> Self {
        Self::new(SearchBudget { time: None, ..budget }, || Duration::ZERO)
    }

    /// Whether to stop now, and why.
    pub(crate) fn check(&mut self, statistics: &Statistics) -> Option<StopReason> {
        let share = self.used_share(statistics);
        if share >= 1.0 {
            return Some(StopReason::Budget);
        }
        let stagnates = self.budget.stagnation.is_some_and(|most| share - self.share_at_improvement >= most);
        (stagnates || self.is_out_of_patience()).then_some(StopReason::Stagnation)
    }

    /// The budget of time, if there is one.
    pub(crate) fn budget_of_time(&self) -> Option<Duration> {
        self.budget.time
    }

    /// The time since the search was asked for; zero where it has no limit, so that what is done depends on nothing that differs between runs.
    pub(crate) fn time(&mut self) -> Duration {
        if self.budget.time.is_some() { (self.elapsed)() } else { Duration::ZERO }
    }

    /// A search that has covered nothing yet may still be loading classes.
    fn is_out_of_patience(&mut self) -> bool {
        let (Some(patience), Some(last)) = (self.patience(), self.last_covered) else { return false };
        (self.elapsed)().saturating_sub(last) >= patience && self.has_waited_for_late()
    }

    /// What share of the budget nothing new may be covered in before something else is tried, so that all there is to try is before the
    /// patience is over; infinite where nothing ends the search early.
    pub(crate) fn longest_stall(&self) -> f64 {
        let (Some(patience), Some(limit)) = (self.patience(), self.time_limit()) else {
            return f64::INFINITY;
        };
        (patience / STALLS_IN_PATIENCE).as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// For how long nothing new may be covered; `None` for as long as the budget lasts.
    fn patience(&self) -> Option<Duration> {
        Some(self.budget.patience?.max(self.last_covered?))
    }

    /// Late goals are many, and one or the other is found as long as a search goes on.
    fn has_waited_for_late(&mut self) -> bool {
        let Some(patience) = self.budget.patience else { return false };
        (self.elapsed)().saturating_sub(self.last_covered_late) >= patience / PATIENCE_FOR_LATE
    }

    /// Notes that a goal was covered for the first time.
    pub(crate) fn note_covered(&mut self, is_late: bool) {
        self.has_covered = true;
        if self.budget.patience.is_some() {
            let now = (self.elapsed)();
            if is_late {
                self.last_covered_late = now;
            } else {
                self.last_covered = Some(now);
            }
        }
    }

    /// Notes that something got better.
    pub(crate) fn note_improvement(&mut self, statistics: &Statistics) {
        if self.budget.stagnation.is_some() {
            self.share_at_improvement = self.used_share(statistics);
        }
    }

    /// The largest used share of any budget.
    pub(crate) fn used_share(&mut self, statistics: &Statistics) -> f64 {
        let counted = [
            (statistics.statements, self.budget.statements),
            (statistics.tests, self.budget.tests),
            (statistics.generations, self.budget.generations),
        ];
        let counted = counted
            .into_iter()
            .filter_map(|(used, limit)| Some(used as f64 / limit?.max(1) as f64))
            .fold(0.0, f64::max);
        let time = self
            .time_limit()
            .map_or(0.0, |limit| (self.elapsed)().as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE));
        counted.max(time)
    }

    fn time_limit(&self) -> Option<Duration> {
        let limit = self.budget.time?;
        let until_covered = self.budget.time_until_covered.filter(|_| !self.has_covered);
        Some(until_covered.map_or(limit, |longer| longer.max(limit)))
    }
}

#[cfg(test)]
mod tests;
