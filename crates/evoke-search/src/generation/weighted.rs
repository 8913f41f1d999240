//! Values with weights, to draw from.

use evoke_analysis::Occurring;
use rand::Rng;

use crate::SearchRng;

/// Values that are drawn in proportion to their weights.
pub(super) struct Weighted<T> {
    values: Vec<T>,
    /// By value: the sum of the weights up to and including its own.
    cumulative: Vec<u32>,
}

impl<T> Weighted<T> {
    /// Values by how often they occur. Weights grow with the logarithm: a 0 that occurs a hundred times must not keep
    /// what occurs once from being drawn.
    pub(super) fn of<V>(occurring: &[Occurring<V>], value: impl Fn(&V) -> T) -> Self {
        let mut sum = 0;
        let cumulative = occurring.iter().map(|it| {
            sum += it.count.max(1).ilog2() + 1;
            sum
        });
        let cumulative = cumulative.collect();
        Self { values: occurring.iter().map(|it| value(&it.value)).collect(), cumulative }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// One of the values; `None` if there are none.
    pub(super) fn draw(&self, rng: &mut SearchRng) -> Option<&T> {
        let drawn = rng.random_range(0..*self.cumulative.last()?);
        self.values.get(self.cumulative.partition_point(|sum| *sum <= drawn))
    }
}
