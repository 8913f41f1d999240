//! Ways to make one test better for one goal, other than evolution: each gets a share of the budget that grows while it
//! succeeds and shrinks while it does not.

pub(crate) mod alternating_variable;
pub(crate) mod input_to_state;
pub(crate) mod read_numbers;
mod share;
pub(crate) mod shortage;

pub(crate) use share::AdaptiveShare;
