//! Everything that a report says, as data: made once, written in several forms.

use super::comparison::{Comparison, compare};
use super::cost_correlation::{CostCorrelation, cost_correlations};
use super::curve::{Clock, Curve, curves};
use super::measure::Measure;
use super::run_table::{Pair, RunTable, SubjectColumn};
use crate::outcome::RunStatus;
use crate::statistics::{Correlation, pearson};
use crate::store::{StoredRun, StoredStudy};

/// What is to be said of a study.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The study.
    pub study: &'a StoredStudy,
    /// Configurations in the order of the study.
    pub configurations: Vec<String>,
    /// Subjects in the order of the study.
    pub subjects: Vec<SubjectColumn>,
    /// Which configurations are compared.
    pub pairs: Vec<Pair>,
    /// By measure.
    pub comparisons: Vec<Comparison>,
    /// How the coverage of two criteria goes together over all runs.
    pub correlations: Vec<(String, String, Correlation)>,
    /// How well proxies tell what suites cost, where both are there.
    pub cost_correlations: Vec<CostCorrelation>,
    /// What the curves run over.
    pub clock: Clock,
    /// Coverage over time, by configuration.
    pub curves: Vec<Curve>,
}

impl<'a> Analysis<'a> {
    /// Of the runs of a study that are done.
    pub fn new(study: &'a StoredStudy) -> Self {
        let table = RunTable::new(study);
        let clock = if study.budget.ends_with("statements") { Clock::Statements } else { Clock::Seconds };
        Self {
            study,
            comparisons: table.measures().iter().map(|measure| compare(&table, measure)).collect(),
            correlations: correlations(&table),
            cost_correlations: cost_correlations(&table),
            pairs: table.pairs(),
            curves: curves(&table, clock),
            clock,
            configurations: table.configurations,
            subjects: table.subjects,
        }
    }

    /// The runs that did not end well.
    pub fn failures(&self) -> Vec<&'a StoredRun> {
        self.study
            .runs
            .iter()
            .filter(|run| !matches!(run.outcome.status, RunStatus::Ok | RunStatus::Empty))
            .collect()
    }
}

fn correlations(table: &RunTable<'_>) -> Vec<(String, String, Correlation)> {
    let criteria = table.criteria();
    let mut found = Vec::new();
    for (position, first) in criteria.iter().enumerate() {
        for second in &criteria[position + 1..] {
            let measures = [first, second].map(|criterion| Measure::Criterion(criterion.clone()));
            let values = table.runs().filter_map(|(subject, run)| {
                Some((table.value(&measures[0], subject, run)?, table.value(&measures[1], subject, run)?))
            });
            if let Some(correlation) = pearson(&values.collect::<Vec<_>>()) {
                found.push((first.clone(), second.clone(), correlation));
            }
        }
    }
    found
}
