//! Rule for dependencies between the files of a crate: they form no circle.
//!
//! A circle is a strongly connected component of more than one file (Tarjan, 1972). Its files can only be read, tested
//! and moved together, whatever the folders say. Targets under `src` are looked at; tests and benches are not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::file_dependencies::{FileDependencies, file_dependencies};
use crate::module_tree::ModuleTree;
use crate::tree::Tree;
use crate::violation::Violation;

/// Crates that still have circles. Nothing is added here.
const NOT_YET_CLEAN: &[&str] = &[];

/// Files of a crate that depend on each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The files, ordered by path.
    pub files: Vec<String>,
    /// Every dependency between two of them.
    pub dependencies: Vec<Dependency>,
}

/// That one file names something of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The file that names.
    pub from: String,
    /// The file that defines.
    pub to: String,
    /// One of the names, as it is written in `from`.
    pub witness: String,
}

impl fmt::Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} names `{}` of {}", self.from, self.witness, self.to)
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "circle of {} files", self.files.len())?;
        for (index, dependency) in self.dependencies.iter().enumerate() {
            write!(f, "{} {dependency}", if index == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

/// No crate has a circle between its files.
pub fn no_circles(tree: &Tree) -> Vec<Violation> {
    crates(tree)
        .into_iter()
        .filter(|name| !NOT_YET_CLEAN.contains(name))
        .flat_map(|name| match circles(tree, name) {
            Ok(circles) => circles
                .iter()
                .map(|circle| Violation::new(&format!("crates/{name}/src"), circle.to_string()))
                .collect(),
            Err(path) => vec![Violation::new(&path, "is not Rust that can be parsed")],
        })
        .collect()
}

/// Folders below `crates` that hold a package.
pub fn crates(tree: &Tree) -> BTreeSet<&str> {
    tree.files()
        .filter_map(|(path, _)| path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"))
        .filter(|name| !name.contains('/'))
        .collect()
}

/// The circles between the files of `crates/<name>/src`, ordered by their first file. Paths are relative to that
/// folder.
///
/// # Errors
/// The path of a file that cannot be parsed.
pub fn circles(tree: &Tree, name: &str) -> Result<Vec<Circle>, String> {
    let folder = format!("crates/{name}/src/");
    let mut dependencies = FileDependencies::new();
    for (root, _) in tree.rust_sources().filter(|(path, _)| is_root(path, &folder)) {
        dependencies.extend(file_dependencies(&ModuleTree::read(tree, root)?));
    }
    let short = |path: &String| path.strip_prefix(&folder).unwrap_or(path).to_owned();
    let dependencies = dependencies
        .iter()
        .map(|((from, to), witness)| ((short(from), short(to)), witness.clone()))
        .collect();
    Ok(components(&dependencies))
}

fn is_root(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|file| {
        matches!(file, "lib.rs" | "main.rs")
            || file.strip_prefix("bin/").is_some_and(|name| !name.contains('/'))
    })
}

/// The strongly connected components of more than one file.
fn components(dependencies: &FileDependencies) -> Vec<Circle> {
    let mut graph = DiGraph::<&str, ()>::new();
    let mut nodes = BTreeMap::new();
    for (from, to) in dependencies.keys() {
        let ends = [from, to].map(|file| *nodes.entry(file).or_insert_with(|| graph.add_node(file)));
        graph.add_edge(ends[0], ends[1], ());
    }
    let mut circles: Vec<Circle> = tarjan_scc(&graph)
        .into_iter()
        .filter(|component| component.len() > 1)
        .map(|component| circle(component.iter().map(|node| graph[*node]).collect(), dependencies))
        .collect();
    circles.sort_by(|a, b| a.files.cmp(&b.files));
    circles
}

fn circle(files: BTreeSet<&str>, dependencies: &FileDependencies) -> Circle {
    let dependencies = dependencies
        .iter()
        .filter(|((from, to), _)| files.contains(from.as_str()) && files.contains(to.as_str()))
        .map(|((from, to), witness)| Dependency {
            from: from.clone(),
            to: to.clone(),
            witness: witness.clone(),
        })
        .collect();
    Circle { files: files.into_iter().map(str::to_owned).collect(), dependencies }
}

#[cfg(test)]
mod tests;
