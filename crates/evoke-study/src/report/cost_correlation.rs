//! How well the proxies of what tests cost, and how many tests there are, tell what suites were measured to cost.
//!
//! Within each class, over the runs of all configurations: that one class costs more than another says nothing of either's tests.

use std::collections::BTreeMap;

use super::measure::Measure;
use super::run_table::RunTable;
use crate::figure::Figure;
use crate::statistics::{SIGNIFICANT, pearson};

/// Of one proxy, or the number of tests, with one measured cost.
#[derive(Clone, Debug, PartialEq)]
pub struct CostCorrelation {
    /// What is known before the suite runs.
    pub proxy: Figure,
    /// What was measured.
    pub cost: Figure,
    /// Pearson's r, the mean of all classes.
    pub mean: f64,
    /// Classes with enough runs in which both change.
    pub n_classes: usize,
    /// Classes in which one is more where the other is (p < 0.05).
    pub n_positive: usize,
    /// Classes in which one is less where the other is more.
    pub n_negative: usize,
}

/// All for which there are figures, cost by cost.
pub(super) fn cost_correlations(table: &RunTable<'_>) -> Vec<CostCorrelation> {
    let costs = [Figure::CostSeconds, Figure::CostBytes];
    let proxies = || Figure::PROXIES.into_iter().chain([Figure::Tests]);
    let pairs = costs.into_iter().flat_map(|cost| proxies().map(move |proxy| (proxy, cost)));
    pairs.filter_map(|(proxy, cost)| of_figures(table, proxy, cost)).collect()
}

fn of_figures(table: &RunTable<'_>, proxy: Figure, cost: Figure) -> Option<CostCorrelation> {
    let value = |figure, subject, run| table.value(&Measure::Figure(figure), subject, run);
    let mut by_class: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
    for (subject, run) in table.runs() {
        if let (Some(first), Some(second)) = (value(proxy, subject, run), value(cost, subject, run)) {
            by_class.entry(subject).or_default().push((first, second));
        }
    }
    let found: Vec<_> = by_class.values().filter_map(|pairs| pearson(pairs)).collect();
    if found.is_empty() {
        return None;
    }
    let n_with = |sign: f64| found.iter().filter(|it| it.p < SIGNIFICANT && it.r * sign > 0.0).count();
    Some(CostCorrelation {
        proxy,
        cost,
        mean: found.iter().map(|it| it.r).sum::<f64>() / found.len() as f64,
        n_classes: found.len(),
        n_positive: n_with(1.0),
        n_negative: n_with(-1.0),
    })
}
