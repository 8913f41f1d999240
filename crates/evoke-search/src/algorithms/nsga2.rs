//! NSGA-II (Deb et al., 2002) over tests with every uncovered goal as an objective: survival by fronts of dominance and,
//! within the last one, by the distance to neighbours; binary tournaments. What MOSA's preference criterion is compared
//! with.

use super::frontier::Frontier;
use super::population::{Individual, Survival, objectives_of, ranked_by_front, surviving};
use crate::selection::{assign_neighbour_distances, non_dominated_fronts};

/// Survival by rank and crowding distance.
pub(super) struct Nsga2;

impl Survival for Nsga2 {
    fn survivors(&mut self, individuals: Vec<Individual>, size: usize, _: &Frontier) -> Vec<Individual> {
        let objectives = objectives_of(&individuals);
        let fronts = non_dominated_fronts(&objectives, size);
        let standings = ranked_by_front(fronts, size, |front| assign_neighbour_distances(&objectives, front));
        surviving(individuals, standings)
    }
}
