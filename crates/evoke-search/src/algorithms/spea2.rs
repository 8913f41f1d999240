//! SPEA2 (Zitzler, Laumanns and Thiele, 2001) over tests with every uncovered goal as an objective: survival by strength
//! and density, binary tournaments. Its archive of non-dominated individuals is the population here; the one of covering
//! tests is shared with the other algorithms.

use super::frontier::Frontier;
use super::population::{Individual, Survival, objectives_of, surviving};
use crate::selection::{Standing, select_by_strength};

/// Environmental selection.
pub(super) struct Spea2;

impl Survival for Spea2 {
    fn survivors(&mut self, individuals: Vec<Individual>, size: usize, _: &Frontier) -> Vec<Individual> {
        let selected = select_by_strength(&objectives_of(&individuals), size);
        let standings = selected.into_iter().map(|(individual, fitness)| {
            let standing = Standing { rank: u32::from(fitness >= 1.0), crowding_distance: -fitness };
            (individual, standing)
        });
        surviving(individuals, standings.collect())
    }
}
