//! MOSA's preference sorting: front 0 holds, for every goal, the individual nearest to it, the shorter of equals; the
//! others follow in fronts by dominance.

use super::Objectives;
use super::non_dominated_sort::non_dominated_sort;

/// Fronts, best first, until they hold at least `wanted` individuals (or all there are).
pub(crate) fn preference_sort(objectives: &Objectives, wanted: usize) -> Vec<Vec<usize>> {
    let preferred = preferred_individuals(objectives);
    let (first, others): (Vec<usize>, Vec<usize>) =
        (0..objectives.n_individuals()).partition(|individual| preferred[*individual]);
    let still_wanted = wanted.saturating_sub(first.len());
    let mut fronts = vec![first];
    fronts.extend(non_dominated_sort(objectives, &others, still_wanted));
    fronts
}

/// For every individual, whether some goal prefers it. Of individuals with equal values and lengths the first is taken.
fn preferred_individuals(objectives: &Objectives) -> Vec<bool> {
    let mut preferred = vec![false; objectives.n_individuals()];
    if objectives.n_individuals() == 0 {
        return preferred;
    }
    let mut best_values = objectives.row(0).to_vec();
    let mut best: Vec<u32> = vec![0; objectives.width()];
    for individual in 1..objectives.n_individuals() {
        let length = objectives.length(individual);
        for (column, value) in objectives.row(individual).iter().enumerate() {
            let is_shorter = || length < objectives.length(best[column] as usize);
            if *value < best_values[column] || (*value == best_values[column] && is_shorter()) {
                best_values[column] = *value;
                best[column] = individual as u32;
            }
        }
    }
    for individual in best {
        preferred[individual as usize] = true;
    }
    if objectives.has_level_column() {
        let shortest =
            (0..objectives.n_individuals()).min_by_key(|individual| objectives.length(*individual));
        preferred[shortest.unwrap_or_default()] = true;
    }
    preferred
}
