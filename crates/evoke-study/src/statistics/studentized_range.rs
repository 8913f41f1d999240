//! The studentized range for infinitely many degrees of freedom: how far apart the largest and the smallest of `k` standard normal
//! values lie. Nemenyi's test needs it; `statrs` does not have it.

use statrs::distribution::{Continuous, ContinuousCDF, Normal};

/// Beyond so many standard deviations there is nothing left to integrate.
const EDGE: f64 = 9.0;
/// Steps of Simpson's rule; even.
const N_STEPS: usize = 2_000;

/// The probability that the range of `k` values is greater than `q`; 1 for fewer than two values.
pub fn studentized_range_survival(q: f64, k: usize) -> f64 {
    if k < 2 || q <= 0.0 {
        return 1.0;
    }
    let normal = Normal::standard();
    // The largest value is at z, and all others are less than q below it.
    let density = |z: f64| normal.pdf(z) * (normal.cdf(z) - normal.cdf(z - q)).powi(k as i32 - 1) * k as f64;
    (1.0 - simpson(density, -EDGE, EDGE)).clamp(0.0, 1.0)
}

/// The range that `k` values exceed with this probability.
pub fn studentized_range_quantile(probability: f64, k: usize) -> f64 {
    let (mut low, mut high) = (0.0, 4.0 * EDGE);
    // Halving until nothing is left between them that a double can tell apart by much.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if studentized_range_survival(middle, k) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

fn simpson(of: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let step = (to - from) / N_STEPS as f64;
    let inner: f64 = (1..N_STEPS)
        .map(|index| of(from + step * index as f64) * if index % 2 == 1 { 4.0 } else { 2.0 })
        .sum();
    (of(from) + inner + of(to)) * step / 3.0
}
