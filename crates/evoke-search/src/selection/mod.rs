//! Who survives and who breeds: ranks and crowding distances over objective vectors, and tournaments on them.

mod crowding;
mod neighbour_crowding;
mod non_dominated_sort;
mod objectives;
mod preference_sorting;
mod rank_selection;
mod strength;
mod tournament;

pub(crate) use crowding::assign_crowding_distances;
pub(crate) use neighbour_crowding::assign_neighbour_distances;
pub(crate) use non_dominated_sort::non_dominated_fronts;
pub(crate) use objectives::Objectives;
pub(crate) use preference_sorting::preference_sort;
pub(crate) use rank_selection::select_rank;
pub(crate) use strength::select_by_strength;
pub(crate) use tournament::{Standing, tournament};

#[cfg(test)]
mod tests;
