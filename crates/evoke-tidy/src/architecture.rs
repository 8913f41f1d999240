//! Rules that keep `ARCHITECTURE.md` true: what it names exists, and its table lists the crates there are.

use std::collections::BTreeSet;

use crate::tree::Tree;
use crate::violation::Violation;

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Endings by which a word without a slash is taken for a file.
const FILE_ENDINGS: [&str; 6] = [".rs", ".toml", ".md", ".py", ".java", ".csv"];

/// Every path in backticks or as the target of a link in `ARCHITECTURE.md` exists.
pub fn named_paths_exist(tree: &Tree) -> Vec<Violation> {
    let Some(text) = tree.text(DOCUMENT) else {
        return vec![Violation::new(DOCUMENT, "is missing")];
    };
    let paths: BTreeSet<&str> =
        code_spans(text).filter(|span| is_path(span)).chain(link_targets(text)).collect();
    paths
        .into_iter()
        .filter(|path| !tree.exists(path))
        .map(|path| Violation::new(DOCUMENT, format!("names `{path}`, which does not exist")))
        .collect()
}

/// The first column of the crate table is the set of workspace members.
pub fn crate_table_matches_workspace(tree: &Tree) -> Vec<Violation> {
    let listed: BTreeSet<&str> =
        tree.text(DOCUMENT).unwrap_or_default().lines().filter_map(crate_of_row).collect();
    let members: BTreeSet<&str> = tree
        .files()
        .filter(|(path, _)| is_member_manifest(path))
        .filter_map(|(_, manifest)| package_name(manifest))
        .collect();
    let unlisted = members.difference(&listed).map(|name| format!("does not list the crate `{name}`"));
    let unknown =
        listed.difference(&members).map(|name| format!("lists `{name}`, which is not in the workspace"));
    unlisted.chain(unknown).map(|problem| Violation::new(DOCUMENT, problem)).collect()
}

/// What stands in single backticks, without fenced blocks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines()
        .filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            !fenced && !fence
        })
        .flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Local targets of Markdown links, without fragments.
fn link_targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
}

fn is_path(span: &str) -> bool {
    let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    plain && (span.contains('/') || FILE_ENDINGS.iter().any(|ending| span.ends_with(ending)))
}

/// The name in a row such as ``| `evoke-jvm` | … |``.
fn crate_of_row(line: &str) -> Option<&str> {
    let name = line.strip_prefix("| `")?.split_once('`')?.0;
    (name == "evoke" || name.starts_with("evoke-")).then_some(name)
}

/// Whether the path is `crates/<folder>/Cargo.toml`.
fn is_member_manifest(path: &str) -> bool {
    path.strip_prefix("crates/")
        .and_then(|rest| rest.split_once('/'))
        .is_some_and(|(_, file)| file == "Cargo.toml")
}

fn package_name(manifest: &str) -> Option<&str> {
    manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(violations: Vec<Violation>) -> Vec<String> {
        violations.into_iter().map(|violation| violation.problem).collect()
    }

    #[test]
    fn path_that_does_not_exist_is_a_violation() {
        let text = "See `docs/`, `src/gone.rs`, `Cargo.toml`, `evoke generate a/b`, [this](docs/a.md#x), [that](b.md).";
        let tree = Tree::from_files([(DOCUMENT, text), ("docs/a.md", ""), ("Cargo.toml", "")]);
        assert_eq!(
            problems(named_paths_exist(&tree)),
            ["names `b.md`, which does not exist", "names `src/gone.rs`, which does not exist"]
        );
    }

    #[test]
    fn paths_in_fenced_blocks_are_not_looked_for() {
        let tree = Tree::from_files([(DOCUMENT, "```\n`a/b.rs`\n```\n`c/d.rs`\n")]);
        assert_eq!(problems(named_paths_exist(&tree)), ["names `c/d.rs`, which does not exist"]);
    }

    #[test]
    fn missing_document_is_a_violation() {
        assert_eq!(problems(named_paths_exist(&Tree::default())), ["is missing"]);
    }

    #[test]
    fn crate_table_and_workspace_must_agree_both_ways() {
        let tree = Tree::from_files([
            (DOCUMENT, "| `evoke` | x |\n| `evoke-gone` | x |\n| `Other` | x |\n"),
            ("crates/evoke/Cargo.toml", "[package]\nname = \"evoke\"\n"),
            ("crates/evoke-new/Cargo.toml", "[package]\nname = \"evoke-new\"\n"),
            ("crates/evoke-new/fuzz/Cargo.toml", "[package]\nname = \"evoke-fuzz\"\n"),
        ]);
        assert_eq!(
            problems(crate_table_matches_workspace(&tree)),
            ["does not list the crate `evoke-new`", "lists `evoke-gone`, which is not in the workspace"]
        );
    }
}
