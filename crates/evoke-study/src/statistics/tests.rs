//! Statistics against published worked examples and against what `SciPy` gives (`scipy_figures.py` made the figures).

use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Figures {
    mann_whitney: Vec<TwoSamples>,
    friedman: Vec<FriedmanFigures>,
    studentized_range: Vec<RangeFigures>,
    studentized_range_quantiles: Vec<QuantileFigures>,
    pearson: Vec<PearsonFigures>,
}

#[derive(Deserialize)]
struct TwoSamples {
    x: Vec<f64>,
    y: Vec<f64>,
    p: f64,
}

#[derive(Deserialize)]
struct FriedmanFigures {
    blocks: Vec<Vec<f64>>,
    chi_squared: f64,
    p: f64,
}

#[derive(Deserialize)]
struct RangeFigures {
    q: f64,
    k: usize,
    survival: f64,
}

#[derive(Deserialize)]
struct QuantileFigures {
    k: usize,
    q: f64,
}

#[derive(Deserialize)]
struct PearsonFigures {
    x: Vec<f64>,
    y: Vec<f64>,
    r: f64,
    p: f64,
}

fn figures() -> Figures {
    serde_json::from_str(include_str!("scipy_figures.json")).unwrap()
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[test]
fn mann_whitney_agrees_with_scipy() {
    for sample in figures().mann_whitney {
        assert_near(mann_whitney_p(&sample.x, &sample.y), sample.p, 1e-9);
        assert_near(mann_whitney_p(&sample.y, &sample.x), sample.p, 1e-9);
    }
}

#[test]
fn mann_whitney_of_samples_apart_is_known_from_counting_splits() {
    assert_near(mann_whitney_p(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), 2.0 / 20.0, 1e-12);
    let fives: [Vec<f64>; 2] = [(0..5).map(f64::from).collect(), (5..10).map(f64::from).collect()];
    assert_near(mann_whitney_p(&fives[0], &fives[1]), 2.0 / 252.0, 1e-12);
}

#[test]
fn mann_whitney_of_equal_or_empty_samples_is_one() {
    assert_eq!(mann_whitney_p(&[7.0; 10], &[7.0; 10]), 1.0);
    assert_eq!(mann_whitney_p(&[7.0; 30], &[7.0; 30]), 1.0);
    assert_eq!(mann_whitney_p(&[], &[1.0]), 1.0);
}

#[test]
fn a12_counts_pairs_and_half_of_the_ties() {
    assert_eq!(a12(&[3.0, 4.0], &[1.0, 2.0]), 1.0);
    assert_eq!(a12(&[1.0, 2.0], &[1.0, 2.0]), 0.5);
    assert_eq!(a12(&[1.0, 2.0], &[2.0, 3.0]), 0.125);
    assert_eq!(a12(&[], &[2.0, 3.0]), 0.5);
}

#[test]
fn magnitudes_are_the_same_on_both_sides() {
    let of = |effect| Magnitude::of(effect).name();
    assert_eq!([0.5, 0.56, 0.35, 0.0].map(of), ["negligible", "small", "medium", "large"]);
}

#[test]
fn friedman_agrees_with_scipy() {
    for table in figures().friedman {
        let found = friedman(&table.blocks).unwrap();
        assert_near(found.chi_squared, table.chi_squared, 1e-9);
        assert_near(found.p, table.p, 1e-9);
    }
}

/// Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets (2006), table 6 and section 3.2.2: four classifiers on
/// fourteen data sets, mean ranks 3.143, 2.000, 2.893 and 1.964, Friedman 9.28, critical distance 1.25 by Nemenyi at 0.05.
#[test]
fn friedman_and_nemenyi_give_the_figures_of_demsar() {
    let blocks = [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ];
    let found = friedman(&blocks.map(|block| block.to_vec())).unwrap();
    for (rank, published) in found.mean_ranks.iter().zip([3.143, 2.000, 2.893, 1.964]) {
        assert_near(*rank, published, 0.0006);
    }
    assert_near(found.critical_distance, 1.25, 0.005);
    // The published statistic is without the correction for ties, which makes it greater.
    let spread: f64 = found.mean_ranks.iter().map(|rank| (rank - 2.5).powi(2)).sum();
    assert_near(12.0 * 14.0 / 20.0 * spread, 9.28, 0.01);
    assert!(found.chi_squared > 9.28 && found.p < SIGNIFICANT);
    let distance = found.mean_ranks[0] - found.mean_ranks[3];
    assert_eq!(found.nemenyi_p(0, 3) < SIGNIFICANT, distance > found.critical_distance);
    assert_near(found.nemenyi_p(1, 1), 1.0, 1e-12);
}

#[test]
fn friedman_needs_something_to_rank() {
    assert_eq!(friedman(&[]), None);
    assert_eq!(friedman(&[vec![1.0, 2.0]]), None);
    assert_eq!(friedman(&[vec![1.0, 1.0], vec![2.0, 2.0]]), None);
    assert_eq!(friedman(&[vec![1.0, 2.0], vec![2.0]]), None);
}

#[test]
fn studentized_range_agrees_with_scipy() {
    for point in figures().studentized_range {
        assert_near(studentized_range_survival(point.q, point.k), point.survival, 1e-7);
    }
    for point in figures().studentized_range_quantiles {
        assert_near(studentized_range_quantile(0.05, point.k), point.q, 1e-4);
    }
}

/// Demšar (2006), table 5 (a): critical values of Nemenyi's test at 0.05 for two to ten treatments.
#[test]
fn critical_values_of_nemenyi_are_those_of_the_table() {
    let published = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
    for (k, value) in (2..).zip(published) {
        assert_near(studentized_range_quantile(0.05, k) / std::f64::consts::SQRT_2, value, 0.001);
    }
}

#[test]
fn pearson_agrees_with_scipy() {
    for sample in figures().pearson {
        let pairs: Vec<(f64, f64)> = sample.x.into_iter().zip(sample.y).collect();
        let found = pearson(&pairs).unwrap();
        assert_near(found.r, sample.r, 1e-9);
        assert_near(found.p, sample.p, 1e-9);
    }
}

#[test]
fn pearson_needs_three_pairs_that_change() {
    assert_eq!(pearson(&[(1.0, 2.0), (2.0, 3.0)]), None);
    assert_eq!(pearson(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
    let line = pearson(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]).unwrap();
    assert_near(line.r, 1.0, 1e-12);
    assert_near(line.p, 0.0, 1e-6);
}

#[test]
fn equal_values_share_the_middle_of_their_ranks() {
    assert_eq!(midranks(&[5.0, 1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
}
