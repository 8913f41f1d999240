//! Fast non-dominated sort (Deb et al., 2002): fronts of individuals that none of the remaining ones dominates.

use super::Objectives;

/// How two individuals stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dominance {
    First,
    Second,
    Neither,
}

/// Fronts of all individuals, best first, until they hold at least `wanted` (or all).
pub(crate) fn non_dominated_fronts(objectives: &Objectives, wanted: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..objectives.n_individuals()).collect();
    non_dominated_sort(objectives, &all, wanted)
}

/// Fronts of the given individuals, best first, until they hold at least `wanted` (or all).
pub(super) fn non_dominated_sort(
    objectives: &Objectives,
    individuals: &[usize],
    wanted: usize,
) -> Vec<Vec<usize>> {
    let n = individuals.len();
    if n == 0 || wanted == 0 {
        return Vec::new();
    }
    let mut dominates = vec![false; n * n];
    let mut n_dominators = vec![0_u32; n];
    for first in 0..n {
        for second in first + 1..n {
            match compare(objectives, individuals[first], individuals[second]) {
                Dominance::First => {
                    dominates[first * n + second] = true;
                    n_dominators[second] += 1;
                }
                Dominance::Second => {
                    dominates[second * n + first] = true;
                    n_dominators[first] += 1;
                }
                Dominance::Neither => {}
            }
        }
    }
    peel(individuals, &dominates, n_dominators, wanted)
}

/// Takes front after front of those without a remaining dominator.
fn peel(
    individuals: &[usize],
    dominates: &[bool],
    mut n_dominators: Vec<u32>,
    wanted: usize,
) -> Vec<Vec<usize>> {
    let n = individuals.len();
    let mut fronts = Vec::new();
    let mut n_taken = 0;
    let mut front: Vec<usize> = (0..n).filter(|index| n_dominators[*index] == 0).collect();
    while !front.is_empty() && n_taken < wanted {
        n_taken += front.len();
        let mut next = Vec::new();
        for dominator in &front {
            for dominated in 0..n {
                if dominates[dominator * n + dominated] {
                    n_dominators[dominated] -= 1;
                    if n_dominators[dominated] == 0 {
                        next.push(dominated);
                    }
                }
            }
        }
        next.sort_unstable();
        fronts.push(front.iter().map(|index| individuals[*index]).collect());
        front = next;
    }
    fronts
}

/// One dominates the other if it is nowhere worse and somewhere better. Stops where both are better somewhere.
pub(super) fn compare(objectives: &Objectives, first: usize, second: usize) -> Dominance {
    let mut first_better = false;
    let mut second_better = false;
    for (first, second) in objectives.differing_blocks(first, second) {
        for (a, b) in first.iter().zip(second) {
            first_better |= a < b;
            second_better |= b < a;
        }
        if first_better && second_better {
            return Dominance::Neither;
        }
    }
    match (first_better, second_better) {
        (true, false) => Dominance::First,
        (false, true) => Dominance::Second,
        _ => Dominance::Neither,
    }
}
