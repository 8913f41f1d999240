//! Where Cargo and `rustc` look for the file of a module.

/// Whether Cargo takes the file as the root of a target, by the default layout of a package.
pub(crate) fn is_target_root(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.rsplit_once('/').map_or(folder, |(_, last)| last);
    match folder {
        "src" => matches!(name, "lib.rs" | "main.rs"),
        "bin" | "tests" | "benches" | "examples" | "fuzz_targets" => true,
        // A target of several files lies in a folder of its own, as `tests/name/main.rs`.
        _ => matches!(name, "build.rs" | "main.rs"),
    }
}

/// The two places where the file of `mod module;` in the file `path` may lie. One of them exists at most.
pub(crate) fn module_files(path: &str, module: &str) -> [String; 2] {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let own_folder =
        if is_target_root(path) || name == "mod.rs" { folder } else { path.trim_end_matches(".rs") };
    [format!("{own_folder}/{module}.rs"), format!("{own_folder}/{module}/mod.rs")]
}

/// The file that `#[path = "file"] mod …;` in the file `path` stands for.
pub(crate) fn explicit_file(path: &str, file: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{file}")
}
