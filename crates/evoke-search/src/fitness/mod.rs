//! How far a run was from covering a goal: at least 0, and 0 exactly when the run covered it. Pure functions of a goal
//! and a trace; nothing here runs anything.
//!
//! What the trace reached is as far as it says, normalised; what it did not reach is farther, by a rule for each kind of
//! goal.

mod ancestors;
mod branch;
mod coupled;
mod fitness_functions;
mod line;
mod method_entry;
mod near_goals;
mod normalise;
mod strong_mutation;
mod trace_index;
mod weak_mutation;

pub(crate) use fitness_functions::FitnessFunctions;
pub(crate) use near_goals::{NearGoal, NearGoals};
pub(crate) use normalise::normalise;
pub(crate) use trace_index::TraceIndex;

#[cfg(test)]
mod tests;
