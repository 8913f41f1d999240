//! Names a reader understands without looking anything up: of variables and of test methods. All names follow from the
//! tests and the class alone, so that the same suite gets the same names.

mod conditions;
mod identifier;
mod phrases;
mod test_names;
#[cfg(test)]
mod tests;
mod variables;
mod words;

pub use conditions::Conditions;
pub(crate) use identifier::{capitalized, unique};
pub use test_names::name_tests;
pub(crate) use variables::{is_usable, variable_names};
