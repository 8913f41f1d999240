//! Tournament selection: the best of a few individuals drawn at random.

use rand::Rng;

use crate::SearchRng;

/// What an individual is compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    /// Number of its front; lower is better.
    pub(crate) rank: u32,
    /// Crowding distance within its front, or what takes its place; higher is better.
    pub(crate) crowding_distance: f64,
}

impl Standing {
    /// Whether it beats another; equals do not.
    pub(crate) fn beats(self, other: Self) -> bool {
        self.rank < other.rank
            || (self.rank == other.rank && self.crowding_distance > other.crowding_distance)
    }
}

/// The position of the winner among `n` individuals; the first drawn of equals.
pub(crate) fn tournament(
    n: usize,
    size: usize,
    standing: impl Fn(usize) -> Standing,
    rng: &mut SearchRng,
) -> usize {
    let mut winner = rng.random_range(0..n);
    for _ in 1..size {
        let challenger = rng.random_range(0..n);
        if standing(challenger).beats(standing(winner)) {
            winner = challenger;
        }
    }
    winner
}
