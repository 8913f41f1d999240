//! Compiles `runtime/` for Java 8 with the `javac` it finds and writes a table of the class files for embedding.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match compile_runtime() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compile_runtime() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../runtime");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out_dir = PathBuf::from(env::var("OUT_DIR")?);
    let classes = out_dir.join("runtime");
    if classes.exists() {
        fs::remove_dir_all(&classes)?;
    }
    fs::create_dir_all(&classes)?;
    let javac = javac();
    let sources = files_below(&root, "java")?;
    let output = Command::new(&javac)
        .args(java_8_arguments(&javac)?)
        .args(["-g:source,lines", "-encoding", "UTF-8", "-proc:none", "-d"])
        .arg(&classes)
        .args(&sources)
        .output()?;
    if !output.status.success() {
        return Err(format!("compile the runtime: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    fs::write(out_dir.join("runtime_classes.rs"), class_table(&classes)?)?;
    Ok(())
}

fn javac() -> PathBuf {
    match env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Path::new(&home).join("bin").join("javac"),
        None => PathBuf::from("javac"),
    }
}

/// `--release` came with version 9; version 8 compiles for itself.
fn java_8_arguments(javac: &Path) -> Result<&'static [&'static str], Box<dyn Error>> {
    let version = Command::new(javac).arg("-version").output().map_err(|error| {
        let javac = javac.display();
        format!("run `{javac}`: {error}\nhint: install a JDK (17 or newer) or set JAVA_HOME to one; its javac compiles runtime/")
    })?;
    let text = [version.stdout, version.stderr].concat();
    let is_8 = String::from_utf8_lossy(&text).contains("javac 1.8");
    Ok(if is_8 { &[] } else { &["--release", "8", "-Xlint:-options"] })
}

fn class_table(classes: &Path) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("&[\n");
    for file in files_below(classes, "class")? {
        let name = file.strip_prefix(classes)?.with_extension("");
        let name = name.to_str().ok_or("class name is not UTF-8")?.replace('\\', "/");
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())?;
    }
    table.push_str("]\n");
    Ok(table)
}

/// Files with the extension, sorted.
fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
