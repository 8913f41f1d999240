//! Chances by which mutation touches one thing of several.

use rand::Rng;

use crate::SearchRng;

/// Whether to touch one of `n` things, so that one is touched on average.
pub(super) fn one_of(n: usize, rng: &mut SearchRng) -> bool {
    rng.random_bool(1.0 / n.max(1) as f64)
}
