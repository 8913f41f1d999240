//! Rank selection (Whitley, 1989): the better the rank, the likelier the choice, whatever the distance to the next.

use rand::Rng;

use crate::SearchRng;

/// A position among `n` individuals sorted best first. `bias` in `(1, 2]` is how much likelier than the median one the
/// best is chosen.
pub(crate) fn select_rank(n: usize, bias: f64, rng: &mut SearchRng) -> usize {
    let uniform: f64 = rng.random();
    let root = (bias * bias - 4.0 * (bias - 1.0) * uniform).sqrt();
    let position = n as f64 * (bias - root) / (2.0 * (bias - 1.0));
    (position as usize).min(n.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn first_is_chosen_bias_times_as_often_as_the_median() {
        let mut rng = SearchRng::seed_from_u64(1);
        let mut counts = [0_u32; 101];
        for _ in 0..1_010_000 {
            counts[select_rank(101, 1.7, &mut rng)] += 1;
        }
        // The density falls in a straight line from 1.7 to 0.3.
        assert!((16_500..17_400).contains(&counts[0]), "{}", counts[0]);
        assert!((9_600..10_400).contains(&counts[50]), "{}", counts[50]);
        assert!((2_700..3_400).contains(&counts[100]), "{}", counts[100]);
    }
}
