//! Checks the rules of the repository that no compiler checks, one line per violation.
//!
//! A rule is a function from the [`Tree`] of files to its [`Violation`]s and never touches the disk, so each is
//! tested on trees made up in memory. `tests/repository.rs` applies all of them to this repository.

mod architecture;
mod names;
mod sources;
mod testdata;
mod tree;

use std::fmt;

pub use architecture::{crate_table_matches_workspace, named_paths_exist};
pub use names::no_junk_drawers;
pub use sources::{every_source_is_reachable, every_source_says_what_it_is};
pub use testdata::every_tree_has_a_readme;
pub use tree::Tree;

/// One place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// File, relative to the root of the repository.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
}

impl Violation {
    fn new(path: &str, problem: impl Into<String>) -> Self {
        Self { path: path.to_owned(), problem: problem.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}

/// The violations of all rules, in the order of the rules.
pub fn check(tree: &Tree) -> Vec<Violation> {
    [
        every_source_says_what_it_is,
        every_source_is_reachable,
        no_junk_drawers,
        named_paths_exist,
        crate_table_matches_workspace,
        every_tree_has_a_readme,
    ]
    .iter()
    .flat_map(|rule| rule(tree))
    .collect()
}
