//! Rules for Rust files: each opens with a module comment, and each is compiled.
//!
//! Reachability follows `mod name;` items line by line from the files Cargo builds. Modules declared by macros or
//! inside inline modules are not followed; there are none.

use std::collections::BTreeSet;

use crate::module_files::{explicit_file, is_target_root, module_files};
use crate::tree::Tree;
use crate::violation::Violation;

/// Every `.rs` file opens with `//!`.
pub fn every_source_says_what_it_is(tree: &Tree) -> Vec<Violation> {
    tree.rust_sources()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(path, _)| Violation::new(path, "does not open with `//!`"))
        .collect()
}

/// Every `.rs` file is a root of a Cargo target or declared by a `mod` in a file that is reachable.
pub fn every_source_is_reachable(tree: &Tree) -> Vec<Violation> {
    let mut reached = BTreeSet::new();
    let mut pending: Vec<String> = tree
        .rust_sources()
        .filter(|(path, _)| is_target_root(path))
        .map(|(path, _)| path.to_owned())
        .collect();
    while let Some(path) = pending.pop() {
        if let Some(text) = tree.text(&path) {
            pending.extend(declared_files(&path, text));
            reached.insert(path);
        }
    }
    tree.rust_sources()
        .filter(|(path, _)| !reached.contains(*path))
        .map(|(path, _)| Violation::new(path, "is declared by no `mod` and never compiled"))
        .collect()
}

/// The files that the `mod name;` items of `path` may stand for. Of the two places of a module one exists at most.
fn declared_files(path: &str, text: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut explicit_path = None;
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("#[path = \"") {
            explicit_path = rest.split('"').next();
        } else if let Some(module) = declared_module(line) {
            match explicit_path.take() {
                Some(file) => files.push(explicit_file(path, file)),
                None => files.extend(module_files(path, module)),
            }
        }
    }
    files
}

/// The name in a line such as `pub(crate) mod name;`.
fn declared_module(line: &str) -> Option<&str> {
    let (visibility, rest) = match line.split_once("mod ") {
        Some((visibility, rest)) => (visibility.trim(), rest),
        None => return None,
    };
    let is_visibility = visibility.is_empty() || visibility.starts_with("pub");
    let (name, _) = rest.split_once(';')?;
    (is_visibility && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(violations: Vec<Violation>) -> Vec<String> {
        violations.into_iter().map(|violation| violation.path).collect()
    }

    #[test]
    fn file_without_module_comment_is_a_violation() {
        let tree = Tree::from_files([("a/src/lib.rs", "//! A.\n"), ("a/src/b.rs", "// B.\n//! B.\n")]);
        assert_eq!(paths(every_source_says_what_it_is(&tree)), ["a/src/b.rs"]);
    }

    #[test]
    fn file_declared_by_no_mod_is_a_violation() {
        let tree = Tree::from_files([
            ("a/src/lib.rs", "mod b;\n// mod orphan;\n"),
            ("a/src/b.rs", ""),
            ("a/src/orphan.rs", ""),
        ]);
        assert_eq!(paths(every_source_is_reachable(&tree)), ["a/src/orphan.rs"]);
    }

    #[test]
    fn file_declared_only_by_an_orphan_is_a_violation_too() {
        let tree = Tree::from_files([
            ("a/src/lib.rs", ""),
            ("a/src/orphan.rs", "mod child;"),
            ("a/src/orphan/child.rs", ""),
        ]);
        assert_eq!(paths(every_source_is_reachable(&tree)), ["a/src/orphan.rs", "a/src/orphan/child.rs"]);
    }

    #[test]
    fn modules_are_found_beside_and_below_their_parent() {
        let tree = Tree::from_files([
            (
                "a/src/main.rs",
                "pub(crate) mod b;\n#[cfg(test)]\nmod tests;\n#[path = \"odd/name.rs\"]\nmod c;\n",
            ),
            ("a/src/b/mod.rs", "mod d;"),
            ("a/src/b/d.rs", "mod e;"),
            ("a/src/b/d/e.rs", ""),
            ("a/src/tests.rs", ""),
            ("a/src/odd/name.rs", ""),
            ("a/tests/whole.rs", "mod shared;"),
            ("a/tests/shared/mod.rs", ""),
            ("a/build.rs", ""),
            ("a/fuzz/fuzz_targets/parse.rs", ""),
        ]);
        assert_eq!(every_source_is_reachable(&tree), []);
    }
}
