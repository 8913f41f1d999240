//! Compiles and runs Java with the JDKs that tests are to use: see
//! [`Jdk::for_tests`]. A missing JDK fails the test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use evoke_classfile::Jdk;

/// The JDKs to test with.
pub(crate) fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

/// Library jars to test with: those of `EVOKE_TEST_JARS`; none if it is not set.
pub(crate) fn jars() -> Vec<PathBuf> {
    std::env::var_os("EVOKE_TEST_JARS").map(|jars| std::env::split_paths(&jars).collect()).unwrap_or_default()
}

/// Whether to take long over it.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("EVOKE_TEST_ALL").is_some_and(|value| value == "1")
}

/// Runs a tool of the JDK and returns what it printed.
pub(crate) fn run<A: AsRef<OsStr>>(jdk: &Jdk, tool: &str, arguments: &[A]) -> String {
    let output = Command::new(jdk.home.join("bin").join(tool)).args(arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{tool} failed: {}\n{stdout}\n{stderr}", output.status);
    stdout.into_owned()
}

/// Compiles one source of `tests/with_jdk/java` into `folder`, with further `javac` options.
pub(crate) fn compile(jdk: &Jdk, source: &str, folder: &Path, options: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/with_jdk/java").join(source);
    fs::create_dir_all(folder).unwrap();
    let mut arguments = vec!["-g".to_owned(), "-parameters".to_owned(), "-nowarn".to_owned()];
    arguments.extend(options.iter().map(ToString::to_string));
    arguments.extend(["-d".to_owned(), folder.display().to_string(), path.display().to_string()]);
    run(jdk, "javac", &arguments);
}

/// All class files under a folder, with the path relative to it, sorted.
pub(crate) fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
