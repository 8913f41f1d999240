//! The statistics of studies of randomised algorithms, on samples of numbers: Mann-Whitney U, Vargha and Delaney's A12, Friedman
//! with Nemenyi, Pearson. Distributions come from `statrs`; what that does not have is here. Nothing here knows of runs.

mod correlation;
mod effect_size;
mod friedman;
mod mann_whitney;
mod ranks;
mod studentized_range;

pub use correlation::{Correlation, pearson};
pub use effect_size::{Magnitude, a12};
pub use friedman::{Friedman, friedman};
pub use mann_whitney::mann_whitney_p;
pub use ranks::midranks;
pub use studentized_range::{studentized_range_quantile, studentized_range_survival};

/// A p-value below this is called significant.
pub const SIGNIFICANT: f64 = 0.05;

#[cfg(test)]
mod tests;
