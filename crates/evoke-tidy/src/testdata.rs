//! Rule for test data: every tree says what it is for.

use std::collections::BTreeSet;

use crate::tree::Tree;
use crate::violation::Violation;

/// Every folder directly below `testdata` has a `README.md`.
pub fn every_tree_has_a_readme(tree: &Tree) -> Vec<Violation> {
    let folders: BTreeSet<&str> = tree
        .files()
        .filter_map(|(path, _)| path.strip_prefix("testdata/"))
        .filter_map(|rest| rest.split_once('/'))
        .map(|(folder, _)| folder)
        .collect();
    folders
        .into_iter()
        .map(|folder| format!("testdata/{folder}/README.md"))
        .filter(|readme| !tree.exists(readme))
        .map(|readme| Violation::new(&readme, "is missing"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_without_readme_is_a_violation() {
        let tree = Tree::from_files([
            ("testdata/README.md", ""),
            ("testdata/good/README.md", ""),
            ("testdata/good/src/A.java", ""),
            ("testdata/bad/src/A.java", ""),
        ]);
        assert_eq!(every_tree_has_a_readme(&tree), [Violation::new("testdata/bad/README.md", "is missing")]);
    }
}
