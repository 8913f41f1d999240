//! Crowding distance by sub-vector dominance (Köppen and Yoshida, 2007): in how many objectives an individual is better
//! than that other one of its front which leaves it the fewest. Larger is less crowded.

use super::Objectives;

/// The distance of every member of a front; the greatest possible for one that is alone.
pub(crate) fn assign_crowding_distances(objectives: &Objectives, front: &[usize]) -> Vec<u32> {
    let mut distances = vec![u32::MAX; front.len()];
    for first in 0..front.len() {
        for second in first + 1..front.len() {
            let (first_better, second_better) =
                count_better(objectives.row(front[first]), objectives.row(front[second]));
            distances[first] = distances[first].min(first_better);
            distances[second] = distances[second].min(second_better);
        }
    }
    distances
}

fn count_better(first: &[f64], second: &[f64]) -> (u32, u32) {
    let mut first_better = 0_u64;
    let mut second_better = 0_u64;
    for (a, b) in first.iter().zip(second) {
        first_better += u64::from(a < b);
        second_better += u64::from(b < a);
    }
    (first_better as u32, second_better as u32)
}
