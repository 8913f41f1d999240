//! Distances of any size on a scale from 0 to 1.

/// `nu(x) = x / (x + 1)`, with `nu(∞) = 1`.
pub(crate) fn normalise(x: f64) -> f64 {
    if x.is_infinite() { 1.0 } else { x / (x + 1.0) }
}
