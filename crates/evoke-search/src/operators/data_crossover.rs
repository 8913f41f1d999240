//! Crossovers of single values: simulated binary crossover for numbers (Deb and Agrawal, 1995), cut points for strings.

use evoke_testcase::JavaString;
use rand::Rng;

use crate::SearchRng;

/// A number near one of two parents: `0.5 (v1 + v2) ± 0.5 β |v1 - v2|`, the sign by a fair coin. The spread `β` is 1 in
/// the middle of its distribution, where a child equals a parent; a larger distribution index keeps it nearer to that.
pub(super) fn simulated_binary_crossover(
    first: f64,
    second: f64,
    distribution_index: f64,
    rng: &mut SearchRng,
) -> f64 {
    let spread = spread(rng.random(), distribution_index);
    let offset = 0.5 * spread * (first - second).abs();
    // Halved before they are added: the sum of two extreme numbers would overflow.
    let middle = 0.5 * first + 0.5 * second;
    if rng.random() { middle - offset } else { middle + offset }
}

/// `β` for `u` in `[0, 1)`.
fn spread(u: f64, distribution_index: f64) -> f64 {
    let base = if u < 0.5 { 2.0 * u } else { 1.0 / (2.0 * (1.0 - u)) };
    base.powf(1.0 / (distribution_index + 1.0))
}

/// `x[..i] + y[j..]` and `y[..j] + x[i..]` with uniform cut points.
pub(super) fn cross_strings(x: &JavaString, y: &JavaString, rng: &mut SearchRng) -> (JavaString, JavaString) {
    let (x, y) = (x.units(), y.units());
    let i = rng.random_range(0..x.len().max(1)).min(x.len());
    let j = rng.random_range(0..y.len().max(1)).min(y.len());
    (
        JavaString::from_units(&[&x[..i], &y[j..]].concat()),
        JavaString::from_units(&[&y[..j], &x[i..]].concat()),
    )
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn spread_is_that_of_the_definition() {
        assert_eq!(spread(0.0, 2.5), 0.0);
        assert_eq!(spread(0.5, 2.5), 1.0);
        assert!((spread(0.25, 2.5) - 0.5_f64.powf(1.0 / 3.5)).abs() < 1e-12);
        assert!((spread(0.75, 2.5) - 2.0_f64.powf(1.0 / 3.5)).abs() < 1e-12);
    }

    #[test]
    fn children_lie_around_the_middle_of_their_parents_and_half_of_them_between_them() {
        let mut rng = SearchRng::seed_from_u64(1);
        let children: Vec<f64> =
            (0..20_000).map(|_| simulated_binary_crossover(10.0, 20.0, 2.5, &mut rng)).collect();
        let share = |matches: &dyn Fn(f64) -> bool| {
            children.iter().filter(|child| matches(**child)).count() as f64 / children.len() as f64
        };
        assert!((share(&|child| child < 15.0) - 0.5).abs() < 0.02, "a fair coin");
        assert!(
            (share(&|child| (10.0..=20.0).contains(&child)) - 0.5).abs() < 0.02,
            "contracting or expanding"
        );
        // P(β < 0.8) = 0.5 · 0.8^3.5
        let inner = 0.5 * 0.8_f64.powf(3.5);
        assert!((share(&|child| (child - 15.0).abs() < 4.0) - inner).abs() < 0.02);
    }

    #[test]
    fn equal_parents_have_equal_children() {
        let mut rng = SearchRng::seed_from_u64(2);
        assert!((0..100).all(|_| simulated_binary_crossover(7.0, 7.0, 2.5, &mut rng) == 7.0));
    }

    #[test]
    fn heads_and_tails_of_strings_change_places() {
        let mut rng = SearchRng::seed_from_u64(3);
        let (x, y) = (JavaString::from("lorem"), JavaString::from("ipsum"));
        let mut seen_paper_example = false;
        for _ in 0..200 {
            let (first, second) = cross_strings(&x, &y, &mut rng);
            assert_eq!(first.len() + second.len(), 10);
            seen_paper_example |= (first, second) == ("lum".into(), "ipsorem".into());
        }
        assert!(seen_paper_example);
        let empty = JavaString::from("");
        assert_eq!(cross_strings(&empty, &empty, &mut rng), (empty.clone(), empty));
    }
}
