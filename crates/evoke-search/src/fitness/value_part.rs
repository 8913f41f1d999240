//! Distance to a part of the values that a method is given or returns: `nu` of how far the nearest value was from it, 1 if
//! there was no value because the method was not called.

use evoke_analysis::PartId;

use super::{IndexedTrace, normalise};

/// The fitness of a run for passing or returning a value of the part.
pub(super) fn fitness(part: PartId, trace: &IndexedTrace<'_>) -> f64 {
    trace.value_distance(part).map_or(1.0, normalise)
}
