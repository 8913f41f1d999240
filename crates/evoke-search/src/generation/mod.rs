//! Random tests and random parts of tests, always type-correct: arguments are assignable to their parameters,
//! receivers are never `null` literals, and writes to arrays stay inside them.
//!
//! [`Ingredients`] do not change during a search, [`Knowledge`] grows while tests run, and [`TestFactory`] builds from both.
//! A *generator* is a callable that gives a value of a type.

mod arguments;
mod array;
mod callable_choice;
mod callbacks;
mod cluster_index;
mod covering_calls;
mod dynamic_pool;
mod familiar;
mod files;
mod format_pieces;
mod fragment;
mod generator_costs;
mod goal_reach;
mod ingredients;
mod insertion;
mod knowledge;
mod literals;
mod manner;
mod markup;
mod member_lookup;
mod numeric_strings;
mod object_pool;
mod pool;
mod pools;
mod preparation;
mod random_test;
mod reader;
mod regular_expression;
mod related_sizes;
mod relations;
mod repair;
mod reply;
mod requirement;
mod run_time_types;
mod settings;
mod state_writers;
mod static_pool;
mod strings;
mod stub;
mod stub_uses;
mod supply;
mod test_factory;
mod twins;
mod weighted;

pub(crate) use array::MAX_ARRAY_LENGTH;
pub use callable_choice::CallCounts;
pub(crate) use familiar::choose_familiar;
pub(crate) use fragment::Fragment;
pub(crate) use goal_reach::GoalReach;
pub(crate) use ingredients::Ingredients;
pub(crate) use knowledge::Knowledge;
pub(crate) use literals::number_type;
pub(crate) use manner::Manner;
pub(crate) use regular_expression::match_of;
pub(crate) use requirement::{Requirement, choose_fitting, requirements};
pub(crate) use supply::Supply;
pub(crate) use test_factory::TestFactory;

#[cfg(test)]
mod tests;
