//! MOSA's preference sorting: front 0 holds, for every goal, the individual nearest to it, of equals the one that is better
//! by a secondary objective, then the shorter; the others follow in fronts by dominance.

use super::Objectives;
use super::non_dominated_sort::non_dominated_sort;
use super::objectives::BLOCK;

/// Tells how good an individual is for the goal at a position of the rows, where it is no nearer than others; higher is
/// better.
pub(crate) type Secondary<'s> = dyn Fn(usize, usize) -> usize + 's;

/// Fronts, best first, until they hold at least `wanted` individuals (or all there are).
pub(crate) fn preference_sort(
    objectives: &Objectives,
    wanted: usize,
    secondary: &Secondary<'_>,
) -> Vec<Vec<usize>> {
    let preferred = preferred_individuals(objectives, secondary);
    let (first, others): (Vec<usize>, Vec<usize>) =
        (0..objectives.n_individuals()).partition(|individual| preferred[*individual]);
    let still_wanted = wanted.saturating_sub(first.len());
    let mut fronts = vec![first];
    fronts.extend(non_dominated_sort(objectives, &others, still_wanted));
    fronts
}

/// For every individual, whether some goal prefers it. Of individuals with equal values and lengths the first is taken.
fn preferred_individuals(objectives: &Objectives, secondary: &Secondary<'_>) -> Vec<bool> {
    let individuals = 0..objectives.n_individuals();
    let mut preferred = vec![false; objectives.n_individuals()];
    let n_columns = objectives.width().next_multiple_of(BLOCK);
    let mut best_values = vec![f64::INFINITY; n_columns];
    let mut best = vec![0; n_columns];
    for individual in individuals.clone() {
        let length = objectives.length(individual);
        // Where an individual is as far as the farthest, no goal prefers it: others are nearer.
        for (first_column, block) in objectives.near_blocks(individual) {
            for (column, value) in (first_column..objectives.width()).zip(block) {
                let is_preferred = || {
                    let goal = objectives.position(column);
                    let (own, other) = (secondary(individual, goal), secondary(best[column], goal));
                    own > other || own == other && length < objectives.length(best[column])
                };
                if *value < best_values[column] || (*value == best_values[column] && is_preferred()) {
                    best_values[column] = *value;
                    best[column] = individual;
                }
            }
        }
    }
    for individual in &best[..objectives.width()] {
        preferred[*individual] = true;
    }
    if objectives.has_level_column()
        && let Some(shortest) = individuals.min_by_key(|individual| objectives.length(*individual))
    {
        preferred[shortest] = true;
    }
    preferred
}
