//! Friedman's test, whether several treatments differ over many blocks, and Nemenyi's, which of them do (Demšar, 2006).
//!
//! Here a treatment is a configuration and a block is a class.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::ranks::{midranks, ties};
use super::studentized_range::{studentized_range_quantile, studentized_range_survival};

/// What the two tests say of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// Number of blocks.
    pub n_blocks: usize,
    /// By treatment its mean rank over the blocks; rank 1 is the greatest value.
    pub mean_ranks: Vec<f64>,
    /// Friedman's statistic, corrected for ties.
    pub chi_squared: f64,
    /// Its p-value.
    pub p: f64,
    /// Nemenyi's critical distance at 0.05: treatments whose mean ranks are further apart differ.
    pub critical_distance: f64,
}

/// Of a table of rows (blocks) that have a value for each treatment. `None` for fewer than two blocks or treatments, for rows
/// of different lengths, and where no row has two different values.
pub fn friedman(blocks: &[Vec<f64>]) -> Option<Friedman> {
    let k = blocks.first()?.len();
    let n = blocks.len();
    if n < 2 || k < 2 || blocks.iter().any(|block| block.len() != k) {
        return None;
    }
    let mut sums = vec![0.0; k];
    for block in blocks {
        let negated: Vec<f64> = block.iter().map(|value| -value).collect();
        for (sum, rank) in sums.iter_mut().zip(midranks(&negated)) {
            *sum += rank;
        }
    }
    let (n_real, k_real) = (n as f64, k as f64);
    let mean_ranks: Vec<f64> = sums.iter().map(|sum| sum / n_real).collect();
    let spread: f64 = mean_ranks.iter().map(|rank| (rank - f64::midpoint(k_real, 1.0)).powi(2)).sum();
    let tied: f64 =
        blocks.iter().flat_map(|block| ties(block)).map(|count| (count.pow(3) - count) as f64).sum();
    let untied_share = 1.0 - tied / (n_real * (k_real.powi(3) - k_real));
    if untied_share <= 0.0 {
        return None;
    }
    let chi_squared = 12.0 * n_real / (k_real * (k_real + 1.0)) * spread / untied_share;
    let p = ChiSquared::new(k_real - 1.0).ok()?.sf(chi_squared);
    let critical_distance =
        studentized_range_quantile(super::SIGNIFICANT, k) / std::f64::consts::SQRT_2 * rank_deviation(n, k);
    Some(Friedman { n_blocks: n, mean_ranks, chi_squared, p, critical_distance })
}

impl Friedman {
    /// Nemenyi's p-value of two treatments being alike.
    ///
    /// # Panics
    ///
    /// If there is no such treatment.
    pub fn nemenyi_p(&self, first: usize, second: usize) -> f64 {
        let k = self.mean_ranks.len();
        let distance = (self.mean_ranks[first] - self.mean_ranks[second]).abs();
        let q = distance / rank_deviation(self.n_blocks, k) * std::f64::consts::SQRT_2;
        studentized_range_survival(q, k)
    }
}

/// The standard deviation of the difference of two mean ranks.
fn rank_deviation(n_blocks: usize, n_treatments: usize) -> f64 {
    let k = n_treatments as f64;
    (k * (k + 1.0) / (6.0 * n_blocks as f64)).sqrt()
}
