//! Compiles the verifier's Java classes for Java 8 and writes the table that embeds them in the library.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let sources = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../runtime/evoke/verify");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");

    let classes = out.join("verify");
    if classes.exists() {
        fs::remove_dir_all(&classes)?;
    }
    fs::create_dir_all(&classes)?;
    compile(&files_with_extension(&sources, "java")?, &classes)?;

    let mut table = String::from("&[\n");
    for class in files_with_extension(&classes.join("evoke/verify"), "class")? {
        let name = class.file_name().ok_or("a class file without a name")?.to_string_lossy();
        writeln!(table, "    (\"evoke/verify/{name}\", include_bytes!({:?})),", class.display().to_string())?;
    }
    table.push_str("]\n");
    fs::write(out.join("runner_classes.rs"), table)?;
    Ok(())
}

fn compile(sources: &[PathBuf], classes: &Path) -> Result<(), Box<dyn Error>> {
    let javac = env::var_os("JAVA_HOME")
        .map(|home| Path::new(&home).join("bin/javac"))
        .filter(|javac| javac.exists())
        .map_or_else(|| OsString::from("javac"), PathBuf::into_os_string);
    // A JDK 8 compiler knows only the second form.
    let mut complaint = String::new();
    for level in [&["--release", "8"][..], &["-source", "8", "-target", "8"]] {
        let output = Command::new(&javac)
            .args(level)
            .args(["-nowarn", "-Xlint:-options", "-encoding", "UTF-8", "-d"])
            .arg(classes)
            .args(sources)
            .output()
            .map_err(|error| {
                format!("run `{}` (install a JDK or set JAVA_HOME): {error}", javac.display())
            })?;
        if output.status.success() {
            return Ok(());
        }
        complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    Err(format!("javac failed on the verifier's classes:\n{complaint}").into())
}

fn files_with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
