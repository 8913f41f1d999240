//! As much of Java's syntax as suites need: a tree, the imports that a tree needs, and a printer that sets parentheses
//! by precedence and breaks long lines by structure. Nothing here knows of tests under search, or of JUnit beyond that some
//! statements check something and can be left out.

mod assertions;
mod checks;
mod imports;
mod line_ends;
pub(crate) mod literal;
mod logical_line;
mod precedence;
mod printer;
#[cfg(test)]
mod printer_tests;
mod raw_types;
mod tree;
mod types;
mod unused;
mod walk;

pub(crate) use assertions::{assertion_mut, assertions, drop_assertion, without_assertions};
pub(crate) use checks::{is_check, n_before_checks};
pub(crate) use imports::{Import, assertion_imports, class_imports, class_names, imports};
pub(crate) use line_ends::adapt_line_ends;
pub(crate) use printer::{method_head, on_one_line, printed, printed_class};
pub(crate) use raw_types::to_raw_types;
pub(crate) use tree::{
    Assertion, ClassBody, Constructor, Expression, If, Instantiation, LambdaBody, Method, NestedClass,
    Operator, Parameter, Statement, Supertype, Switch, Try,
};
pub(crate) use types::{ClassType, Type, TypeArgument};
pub(crate) use unused::without_unused_variables;
pub(crate) use walk::{each_expression, each_inside, each_instantiation};
