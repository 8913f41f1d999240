//! Pearson's correlation of two figures.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::statistics::Statistics;

/// How two figures go together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// Pearson's r.
    pub r: f64,
    /// The two-sided p-value of there being none.
    pub p: f64,
    /// Number of pairs.
    pub n: usize,
}

/// Of pairs of values. `None` for fewer than three, and where one of the two never changes.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<Correlation> {
    if pairs.len() < 3 {
        return None;
    }
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let is_constant = |values: &[f64]| values.windows(2).all(|pair| pair[0] == pair[1]);
    if is_constant(&first) || is_constant(&second) {
        return None;
    }
    let covariance = (&first).covariance(&second);
    let r = (covariance / ((&first).std_dev() * (&second).std_dev())).clamp(-1.0, 1.0);
    let freedom = pairs.len() as f64 - 2.0;
    let t = r.abs() * (freedom / (1.0 - r * r)).sqrt();
    let p = if t.is_finite() { 2.0 * StudentsT::new(0.0, 1.0, freedom).ok()?.sf(t) } else { 0.0 };
    Some(Correlation { r, p, n: pairs.len() })
}
