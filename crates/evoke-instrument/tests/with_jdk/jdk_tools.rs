//! Compiles and runs Java with the first of [`Jdk::for_tests`]. A missing JDK fails the
//! test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use evoke_classfile::Jdk;

/// The JDK to test with.
pub(crate) fn jdk() -> Jdk {
    Jdk::for_tests().unwrap().remove(0)
}

/// Writes the classes that probes call, and gives their folder.
pub(crate) fn runtime_classes(folder: &Path) -> PathBuf {
    let classes = folder.join("runtime");
    evoke_runtime::write_class_files(evoke_runtime::SEARCH_CLASSES, &classes).unwrap();
    classes
}

/// A source of `tests/with_jdk/java`.
pub(crate) fn test_source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/with_jdk/java").join(name)
}

/// Compiles sources with debug information into a folder.
pub(crate) fn compile(classes: &Path, class_path: Option<&Path>, sources: &[PathBuf]) {
    fs::create_dir_all(classes).unwrap();
    let mut javac = Command::new(jdk().home.join("bin/javac"));
    // Not `--release`, which hides `sun.misc`.
    let for_java_8 = ["-source", "8", "-target", "8"];
    javac.args(["-g", "-nowarn", "-Xlint:-options"]).args(for_java_8).arg("-d").arg(classes);
    if let Some(class_path) = class_path {
        javac.arg("-cp").arg(class_path);
    }
    output_of(javac.args(sources));
}

/// Runs a main class under the verifier and returns what it printed.
pub(crate) fn run(class_path: &[PathBuf], main: &str, arguments: &[String]) -> String {
    let mut java = Command::new(jdk().home.join("bin/java"));
    java.args(["-Xverify:all", "-XX:TieredStopAtLevel=1", "-cp"]);
    java.arg(std::env::join_paths(class_path).unwrap());
    output_of(java.arg(main).args(arguments))
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}\n{stderr}", output.status);
    stdout.into_owned()
}
