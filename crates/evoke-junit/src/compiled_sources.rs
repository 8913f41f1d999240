//! Sources of suites that others wrote in, compiled classes out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::java_process;
use crate::junit_environment::JUnitEnvironment;

/// Sources could not be compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// Files could not be written, or the compiler not be started.
    #[error("run javac: {0}")]
    Io(#[from] io::Error),
    /// What the compiler says first.
    #[error("the suite does not compile: {0}")]
    Refused(String),
}

/// Compiles sources into a folder; gives the binary names of the top-level classes in it, sorted.
///
/// # Errors
/// Files could not be written, or the compiler refuses the sources.
pub fn compile_sources(
    environment: &JUnitEnvironment,
    sources: &[PathBuf],
    folder: &Path,
) -> Result<Vec<String>, CompileError> {
    fs::create_dir_all(folder)?;
    let output = Command::new(java_process::tool(&environment.jdk, "javac"))
        .args(["-nowarn", "-proc:none", "-implicit:none", "-encoding", "UTF-8", "-d"])
        .arg(folder)
        .arg("-classpath")
        .arg(environment.joined_class_path(&[])?)
        .args(sources)
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let complaint = text.lines().find(|line| line.contains("error: ")).or_else(|| text.lines().next());
        return Err(CompileError::Refused(complaint.unwrap_or("javac says nothing").to_owned()));
    }
    Ok(top_level_classes(folder)?)
}

/// Binary names of the classes of a folder that are not nested in others, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn top_level_classes(folder: &Path) -> io::Result<Vec<String>> {
    let mut classes = Vec::new();
    collect_classes(folder, "", &mut classes)?;
    classes.sort();
    Ok(classes)
}

fn collect_classes(folder: &Path, package: &str, classes: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_classes(&path, &format!("{package}{name}."), classes)?;
        } else if path.extension().is_some_and(|extension| extension == "class") && !name.contains('$') {
            classes.push(format!("{package}{name}"));
        }
    }
    Ok(())
}
