//! Crowding distance by sub-vector dominance (Köppen and Yoshida, 2007): in how many objectives an individual is better
//! than that other one of its front which leaves it the fewest. Larger is less crowded.

use super::Objectives;

/// Values counted side by side; divides the blocks of [`Objectives`].
const LANES: usize = 4;

/// The distance of every member of a front; the greatest possible for one that is alone.
pub(crate) fn assign_crowding_distances(objectives: &Objectives, front: &[usize]) -> Vec<u32> {
    let mut distances = vec![u32::MAX; front.len()];
    for first in 0..front.len() {
        for second in first + 1..front.len() {
            let (first_better, second_better) = count_better(objectives, front[first], front[second]);
            distances[first] = distances[first].min(first_better);
            distances[second] = distances[second].min(second_better);
        }
    }
    distances
}

/// In how many objectives the first is better than the second, and the other way round.
fn count_better(objectives: &Objectives, first: usize, second: usize) -> (u32, u32) {
    // One counter for each vector lane, so that masks are added up instead of being counted bit by bit.
    let mut first_better = [0_u64; LANES];
    let mut second_better = [0_u64; LANES];
    for (first, second) in objectives.differing_blocks(first, second) {
        for (first, second) in first.as_chunks::<LANES>().0.iter().zip(second.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                first_better[lane] += u64::from(first[lane] < second[lane]);
                second_better[lane] += u64::from(second[lane] < first[lane]);
            }
        }
    }
    (first_better.iter().sum::<u64>() as u32, second_better.iter().sum::<u64>() as u32)
}
