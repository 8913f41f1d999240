//! This repository keeps its own rules.

use std::path::Path;

use evoke_tidy::{Tree, check};

#[test]
fn repository_breaks_no_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Tree::read(&root).unwrap();
    assert!(tree.exists("crates/evoke-tidy/tests/repository.rs"), "{} is not the repository", root.display());
    let violations: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
    assert!(violations.is_empty(), "{} violations\n{}", violations.len(), violations.join("\n"));
}
