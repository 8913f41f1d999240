//! Crowding distance as NSGA-II has it (Deb et al., 2002): over all objectives, how far apart the two neighbours of an
//! individual are in its front, as a share of the front's range. The first and the last in any objective are infinitely
//! far from others. Larger is less crowded.

use super::Objectives;

/// The distance of every member of a front.
pub(crate) fn assign_neighbour_distances(objectives: &Objectives, front: &[usize]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let mut order: Vec<usize> = (0..front.len()).collect();
    for column in 0..objectives.width() {
        let value = |position: usize| objectives.value(front[position], column);
        order.sort_by(|first, second| value(*first).total_cmp(&value(*second)));
        let (Some(first), Some(last)) = (order.first(), order.last()) else { break };
        let range = value(*last) - value(*first);
        if range <= 0.0 {
            continue;
        }
        distances[*first] = f64::INFINITY;
        distances[*last] = f64::INFINITY;
        for neighbours in order.windows(3) {
            distances[neighbours[1]] += (value(neighbours[2]) - value(neighbours[0])) / range;
        }
    }
    distances
}
