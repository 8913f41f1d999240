//! Names a reader understands without looking anything up: of variables and of test methods. All names follow from the
//! tests and the class alone, so that the same suite gets the same names.

mod conditions;
mod focus;
mod group_names;
mod identifier;
mod last_resort;
mod order;
mod outcome;
mod parameters;
mod phrases;
mod test_names;
#[cfg(test)]
mod tests;
mod variables;
mod words;

pub use conditions::Conditions;
pub(crate) use group_names::{GroupName, SuiteNames, name_suite};
pub(crate) use identifier::{capitalized, unique};
pub(crate) use order::in_order;
pub(crate) use parameters::parameter_names;
pub use test_names::name_tests;
pub(crate) use variables::{call_list_names, is_constant_name, is_usable, type_noun, variable_names};
