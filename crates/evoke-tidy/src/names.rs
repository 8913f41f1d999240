//! Rule for file names: a file is named after what it holds.

use crate::tree::Tree;
use crate::violation::Violation;

/// Names that say nothing about what is inside and therefore take in everything.
const BANNED: [&str; 4] = ["utils.rs", "helpers.rs", "common.rs", "imp.rs"];

/// No Rust file or module folder has a name that says nothing.
pub fn no_junk_drawers(tree: &Tree) -> Vec<Violation> {
    tree.rust_sources()
        .filter(|(path, _)| path.split('/').any(is_banned))
        .map(|(path, _)| Violation::new(path, "has a name that says nothing about its content"))
        .collect()
}

fn is_banned(component: &str) -> bool {
    BANNED.iter().any(|name| component == *name || component == name.trim_end_matches(".rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junk_drawers_are_violations_as_file_and_as_folder() {
        let tree =
            Tree::from_files([("a/src/utils.rs", ""), ("a/src/common/mod.rs", ""), ("a/src/archive.rs", "")]);
        let found: Vec<_> = no_junk_drawers(&tree).into_iter().map(|violation| violation.path).collect();
        assert_eq!(found, ["a/src/common/mod.rs", "a/src/utils.rs"]);
    }
}
