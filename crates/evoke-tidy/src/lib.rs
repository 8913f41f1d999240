//! Checks the rules of the repository that no compiler checks, one line per violation.
//!
//! A rule is a function from the [`Tree`] of files to its [`Violation`]s and never touches the disk, so each is
//! tested on trees made up in memory. `tests/repository.rs` applies all of them to this repository.

mod architecture;
mod circles;
mod file_dependencies;
mod module_files;
mod module_tree;
mod name_resolution;
mod names;
mod sources;
mod testdata;
mod tree;
mod violation;

pub use architecture::{crate_table_matches_workspace, named_paths_exist};
pub use circles::{Circle, Dependency, circles, crates, no_circles};
pub use names::no_junk_drawers;
pub use sources::{every_source_is_reachable, every_source_says_what_it_is};
pub use testdata::every_tree_has_a_readme;
pub use tree::Tree;
pub use violation::Violation;

/// The violations of all rules, in the order of the rules.
pub fn check(tree: &Tree) -> Vec<Violation> {
    [
        every_source_says_what_it_is,
        every_source_is_reachable,
        no_junk_drawers,
        no_circles,
        named_paths_exist,
        crate_table_matches_workspace,
        every_tree_has_a_readme,
    ]
    .iter()
    .flat_map(|rule| rule(tree))
    .collect()
}
