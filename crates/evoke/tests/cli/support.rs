//! Copies and compiles `testdata` trees, and runs the binary on them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use evoke_classfile::Jdk;
use evoke_junit::{JUnitVersion, locate_junit};
use tempfile::TempDir;
use walkdir::WalkDir;

/// A temporary folder with compiled classes in `classes`, where the binary is run.
pub(crate) struct Project {
    folder: TempDir,
    jdk: Jdk,
}

/// JDKs to run on. There must be one.
pub(crate) fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

impl Project {
    /// Compiles the sources of a tree under `testdata`, after `fill` has changed their text.
    pub(crate) fn of(tree: &str, jdk: &Jdk, fill: impl Fn(&Path, String) -> String) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap(), jdk: jdk.clone() };
        let sources = project.path("sources");
        fs::create_dir(&sources).unwrap();
        let mut files = Vec::new();
        for entry in fs::read_dir(testdata().join(tree)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "java") {
                let copy = sources.join(path.file_name().unwrap());
                let text = fill(project.folder.path(), fs::read_to_string(&path).unwrap());
                fs::write(&copy, text).unwrap();
                files.push(copy);
            }
        }
        files.sort();
        project.compile(&files);
        project
    }

    /// Compiles sources into `classes`, beside what is there.
    pub(crate) fn compile(&self, sources: &[PathBuf]) {
        let classes = self.path("classes");
        self.javac(&classes, sources, std::slice::from_ref(&classes));
    }

    /// Compiles suites in the folder given, to see that they do.
    pub(crate) fn compile_suites(&self, sources: &[PathBuf]) {
        let junit = locate_junit(JUnitVersion::V5, &[]).unwrap();
        let out = tempfile::tempdir().unwrap();
        self.javac(out.path(), sources, &[vec![self.path("classes")], junit].concat());
    }

    fn javac(&self, out: &Path, sources: &[PathBuf], class_path: &[PathBuf]) {
        let status = Command::new(self.jdk.home.join("bin/javac"))
            .args(["-g", "-nowarn", "-d"])
            .arg(out)
            .arg("-cp")
            .arg(env::join_paths(class_path).unwrap())
            .args(sources)
            .status()
            .unwrap();
        assert!(status.success(), "javac failed");
    }

    /// A copy of a whole tree under `testdata`, with nothing compiled.
    pub(crate) fn copy_of(tree: &str, jdk: &Jdk) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap(), jdk: jdk.clone() };
        let root = testdata().join(tree);
        for entry in WalkDir::new(&root) {
            let entry = entry.unwrap();
            let relative = entry.path().strip_prefix(&root).unwrap();
            // What a build made there is not part of the tree.
            if entry.file_type().is_file() && !relative.iter().any(|part| part == "target") {
                let copy = project.folder.path().join(relative);
                fs::create_dir_all(copy.parent().unwrap()).unwrap();
                fs::copy(entry.path(), copy).unwrap();
            }
        }
        project
    }

    /// A path in the folder.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    /// Runs `evoke` in the folder.
    pub(crate) fn evoke(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Starts `evoke` in the folder.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// A command of `evoke` in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_evoke"));
        command.args(arguments).current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk.home);
        command
    }

    /// Runs `evoke generate` on the compiled classes and gives the record of `--json`.
    pub(crate) fn generate(&self, arguments: &[&str]) -> (Output, serde_json::Value) {
        let mut all = vec!["generate", "--classpath", "classes", "--json", "result.json"];
        all.extend(arguments);
        let output = self.evoke(&all);
        let text = fs::read_to_string(self.path("result.json"))
            .unwrap_or_else(|_| panic!("no result; stderr:\n{}", String::from_utf8_lossy(&output.stderr)));
        (output, serde_json::from_str(&text).unwrap())
    }
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// The suite of a class of a tree as JUnit 4 or 5 tests, on one JDK: its text, and the class's record. All branches have to be covered.
pub(crate) fn full_suite(
    (tree, class): (&str, &str),
    jdk: &Jdk,
    junit: &str,
    statements: &str,
) -> (String, serde_json::Value) {
    let project = Project::of(tree, jdk, |_, text| text);
    let arguments = [class, "--budget-statements", statements, "--seed", "1", "--junit", junit];
    let (output, mut record) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let class = record["classes"][0].take();
    let branches = &class["goals"]["branch"];
    assert_eq!(branches["covered"], branches["total"], "{:#}", class["uncovered"]);
    let text = fs::read_to_string(project.path(class["file"].as_str().unwrap())).unwrap();
    (text, class)
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
