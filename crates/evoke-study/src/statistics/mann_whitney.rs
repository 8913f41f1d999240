//! The Mann-Whitney U test (Wilcoxon's rank-sum test), two-sided.
//!
//! Small samples get an exact p-value, ties included: the share of all ways to split the pooled values whose rank sum is at
//! least as far from its mean as the observed one. `statrs` has an exact value only without ties; runs of a search tie often.

use statrs::stats_tests::Alternative;
use statrs::stats_tests::mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu};

use super::ranks::midranks;

/// Pooled samples of more values get the normal approximation, with corrections for ties and continuity.
const EXACT_UP_TO: usize = 40;

/// The p-value of the hypothesis that both samples come from one distribution; 1 where a sample is empty or all values are
/// equal.
pub fn mann_whitney_p(first: &[f64], second: &[f64]) -> f64 {
    let pooled: Vec<f64> = first.iter().chain(second).copied().collect();
    let all_equal = pooled.windows(2).all(|pair| pair[0] == pair[1]);
    if first.is_empty() || second.is_empty() || all_equal {
        return 1.0;
    }
    if pooled.len() <= EXACT_UP_TO {
        return exact_p(&pooled, first.len());
    }
    let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
    // Without empty samples and NaN nothing is left that it refuses.
    mannwhitneyu(first, second, method, Alternative::TwoSided).map_or(1.0, |(_, p)| p.min(1.0))
}

/// The exact value for the first `size` of the pooled values.
fn exact_p(pooled: &[f64], size: usize) -> f64 {
    // Twice the midranks are whole numbers.
    let doubled: Vec<usize> = midranks(pooled).iter().map(|rank| (2.0 * rank) as usize).collect();
    let counts = counts_of_sums(&doubled, size);
    let observed: usize = doubled[..size].iter().sum();
    // Distances from the mean times the number of ranks, to stay in whole numbers.
    let mean = size * doubled.iter().sum::<usize>();
    let distance = |sum: usize| (sum * doubled.len()).abs_diff(mean);
    let all: f64 = counts.iter().sum();
    let is_extreme = |(sum, _): &(usize, &f64)| distance(*sum) >= distance(observed);
    counts.iter().enumerate().filter(is_extreme).map(|(_, count)| count).sum::<f64>() / all
}

/// By sum, how many choices of `size` of the ranks have it. Counts stay below 2^53, so that they are exact.
fn counts_of_sums(ranks: &[usize], size: usize) -> Vec<f64> {
    let largest: usize = ranks.iter().sum();
    let mut by_chosen = vec![vec![0.0; largest + 1]; size + 1];
    by_chosen[0][0] = 1.0;
    for &rank in ranks {
        for chosen in (1..=size).rev() {
            let (fewer, more) = by_chosen.split_at_mut(chosen);
            for sum in rank..=largest {
                more[0][sum] += fewer[chosen - 1][sum - rank];
            }
        }
    }
    by_chosen.swap_remove(size)
}
