//! Environmental selection of SPEA2 (Zitzler, Laumanns and Thiele, 2001). The strength of an individual is the number of
//! those it dominates; its fitness the summed strength of those that dominate it, plus how near its k-th nearest
//! neighbour is. Where too many are not dominated, those go one by one that are nearest to another.

use super::Objectives;
use super::non_dominated_sort::{Dominance, compare};

/// The survivors with their fitness, best first; lower is better, and below 1 for those that nobody dominates.
pub(crate) fn select_by_strength(objectives: &Objectives, size: usize) -> Vec<(usize, f64)> {
    let distances = distances(objectives);
    let fitness = fitness(objectives, &distances);
    let mut chosen: Vec<usize> = (0..fitness.len()).collect();
    chosen.sort_by(|first, second| fitness[*first].total_cmp(&fitness[*second]));
    let n_not_dominated = chosen.iter().take_while(|individual| fitness[**individual] < 1.0).count();
    if n_not_dominated > size {
        chosen.truncate(n_not_dominated);
        thin_out(&mut chosen, size, &distances);
    } else {
        chosen.truncate(size);
    }
    chosen.into_iter().map(|individual| (individual, fitness[individual])).collect()
}

/// Euclidean distances of all pairs in the space of objectives.
fn distances(objectives: &Objectives) -> Vec<Vec<f64>> {
    let all = 0..objectives.n_individuals();
    let to_others = |first| all.clone().map(move |second| distance(objectives, first, second)).collect();
    all.clone().map(to_others).collect()
}

fn distance(objectives: &Objectives, first: usize, second: usize) -> f64 {
    let blocks = objectives.differing_blocks(first, second);
    let values = blocks.flat_map(|(first, second)| first.iter().zip(second));
    // What is infinitely far is no farther from its like.
    values.map(|(a, b)| if a == b { 0.0 } else { (a - b) * (a - b) }).sum::<f64>().sqrt()
}

fn fitness(objectives: &Objectives, distances: &[Vec<f64>]) -> Vec<f64> {
    let n = objectives.n_individuals();
    let mut dominators = vec![Vec::new(); n];
    let mut strength = vec![0_u32; n];
    for first in 0..n {
        for second in first + 1..n {
            match compare(objectives, first, second) {
                Dominance::First => {
                    strength[first] += 1;
                    dominators[second].push(first);
                }
                Dominance::Second => {
                    strength[second] += 1;
                    dominators[first].push(second);
                }
                Dominance::Neither => {}
            }
        }
    }
    let k = n.isqrt();
    (0..n)
        .map(|individual| {
            let raw: u32 = dominators[individual].iter().map(|dominator| strength[*dominator]).sum();
            // The nearest of all is the individual itself.
            let mut others = distances[individual].clone();
            others.sort_by(f64::total_cmp);
            let density = 1.0 / (others[k.min(n - 1)] + 2.0);
            f64::from(raw) + density
        })
        .collect()
}

/// Drops individuals until `size` are left: the one that is nearest to another, of equals the one whose next one is.
fn thin_out(individuals: &mut Vec<usize>, size: usize, distances: &[Vec<f64>]) {
    while individuals.len() > size {
        let to_others = |individual: usize| {
            let mut to_others: Vec<f64> =
                individuals.iter().map(|other| distances[individual][*other]).collect();
            to_others.sort_by(f64::total_cmp);
            to_others
        };
        let keys: Vec<Vec<f64>> = individuals.iter().map(|individual| to_others(*individual)).collect();
        let nearer = |first: &usize, second: &usize| {
            let differing = keys[*first].iter().zip(&keys[*second]).find(|(a, b)| a != b);
            differing.map_or(std::cmp::Ordering::Equal, |(a, b)| a.total_cmp(b))
        };
        let Some(nearest) = (0..individuals.len()).min_by(nearer) else { return };
        individuals.remove(nearest);
    }
}
