//! What configurations are compared by.

use std::collections::BTreeMap;

use evoke_report::GoalCount;

use crate::figure::Figure;
use crate::outcome::Outcome;

/// A number of each run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The share of all goals, of all criteria, that is covered.
    AllCriteria,
    /// The share of the goals of a criterion that is covered.
    Criterion(String),
    /// A figure.
    Figure(Figure),
}

impl Measure {
    /// Its name in tables.
    pub fn name(&self) -> String {
        match self {
            Self::AllCriteria => "coverage of all criteria".to_owned(),
            Self::Criterion(criterion) => format!("{criterion} coverage"),
            Self::Figure(figure) => figure.name().to_owned(),
        }
    }

    /// Whether it is a share of coverage.
    pub fn is_coverage(&self) -> bool {
        !matches!(self, Self::Figure(_))
    }

    /// Whether less of it is better.
    pub fn is_cost(&self) -> bool {
        !self.is_coverage() && *self != Self::Figure(Figure::MutationScore)
    }

    /// The value as tables show it: shares in per cent.
    pub fn format(&self, value: f64) -> String {
        match self {
            Self::Figure(Figure::MutationScore) | Self::AllCriteria | Self::Criterion(_) => {
                format!("{:.1} %", 100.0 * value)
            }
            Self::Figure(Figure::CostSeconds) => format!("{value:.4}"),
            Self::Figure(_) => format!("{value:.1}"),
        }
    }

    /// Of a run, with the number of goals that its class has by criterion: for criteria whose goals the search finds, the most that any
    /// run found.
    pub(super) fn of(&self, outcome: &Outcome, totals: &BTreeMap<String, u32>) -> Option<f64> {
        let share = |covered: u32, total: u32| (total > 0).then(|| f64::from(covered) / f64::from(total));
        let total = |criterion: &str| totals.get(criterion).copied().unwrap_or(0);
        match self {
            Self::AllCriteria => {
                let covered = outcome.goals.values().map(|count: &GoalCount| count.covered).sum();
                share(covered, outcome.goals.keys().map(|criterion| total(criterion)).sum())
            }
            Self::Criterion(criterion) => share(outcome.goals.get(criterion)?.covered, total(criterion)),
            Self::Figure(figure) => outcome.figures.get(figure.name()).copied(),
        }
    }
}
