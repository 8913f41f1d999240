//! Writes the Java sources that are made from the layout and from templates, compiles all sources for Java 8 with the `javac` it
//! finds, and writes the Rust that embeds the class files and names their members.

mod embedding;
mod java_sources;
mod jdk_tools;
#[expect(unreachable_pub, reason = "public in the library that it is also part of")]
#[path = "../src/layout.rs"]
mod layout;
mod members;
mod template;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jdk_tools::JdkTools;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out_dir = PathBuf::from(env::var("OUT_DIR")?);
    for input in ["java", "stubs", "templates", "build", "src/layout.rs"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let tools = JdkTools::find()?;
    let generated = emptied(&out_dir.join("java"))?;
    java_sources::write_constant_classes(&generated)?;
    java_sources::expand_templates(&package.join("templates"), &generated)?;
    let stubs = emptied(&out_dir.join("stubs"))?;
    java_sources::expand_templates(&package.join("stubs"), &stubs)?;

    // The first two sets are compiled apart, so that neither can use the other; the third one uses both.
    let mut rust = String::new();
    let mut before: Vec<PathBuf> = Vec::new();
    for (set, table) in [
        ("evoke/runtime", "search_classes.rs"),
        ("evoke/verify", "verifier_classes.rs"),
        ("evoke/measure", "measure_classes.rs"),
    ] {
        let mut sources = java_sources::files_below(&package.join("java").join(set), "java")?;
        sources.extend(java_sources::files_below(&generated.join(set), "java")?);
        let classes = emptied(&out_dir.join(table).with_extension(""))?;
        let visible = if set == "evoke/measure" { before.as_slice() } else { &[] };
        tools.compile(&sources, &stubs, visible, &classes)?;
        before.push(classes.clone());
        let files = java_sources::files_below(&classes, "class")?;
        fs::write(out_dir.join(table), embedding::class_table(&classes, &files)?)?;
        rust.push_str(&members::modules(&tools.declarations(&files)?)?);
    }
    fs::write(out_dir.join("members.rs"), rust)?;
    Ok(())
}

fn emptied(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}
