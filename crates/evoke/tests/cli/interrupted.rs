//! Runs of projects that end at any moment: what they leave is whole, and the next run goes on from it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use walkdir::WalkDir;

use crate::support::{Project, jdks, stderr};

/// Runs that are ended early, by each signal.
const RUNS: u64 = 20;

const RUN: [&str; 8] =
    ["generate", "--classes", "classes", "--out", "suites", "--again", "--json", "result.json"];

/// The suites below a folder, if it is there.
fn suites(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).into_iter().flatten().map(walkdir::DirEntry::into_path);
    files.filter(|path| path.to_string_lossy().ends_with("EvokeTest.java")).collect()
}

/// Copies the suites that there are into a folder of this name; `evoke clean` removes those that are whole.
fn copy_suites(project: &Project, name: &str) {
    for (number, file) in suites(&project.path("suites")).into_iter().enumerate() {
        let copy = project.path(&format!("copies/{name}-{number}/{}", file.file_name().unwrap().display()));
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
}

/// Checks what a run left that was ended: no file in the folder of suites but these, whole, and all that is kept for later runs readable.
/// `seen` has the suites that are known to compile.
fn check_what_is_left(project: &Project, seen: &mut BTreeSet<String>, may_leave_unnamed: bool) {
    let is_file = |entry: &walkdir::DirEntry| entry.file_type().is_file();
    let below = |folder: &str| WalkDir::new(project.path(folder)).into_iter().flatten().filter(is_file);
    let new = |path: &PathBuf| seen.insert(fs::read_to_string(path).unwrap());
    for file in below("suites") {
        assert!(file.file_name().to_string_lossy().ends_with("EvokeTest.java"), "{}", file.path().display());
    }
    let new: Vec<PathBuf> = suites(&project.path("suites")).into_iter().filter(new).collect();
    if !new.is_empty() {
        project.compile_suites(&new);
    }
    for file in below(".evoke") {
        let name = file.file_name().to_string_lossy().into_owned();
        if file.path().extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(file.path()).unwrap();
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{name}: {text}");
        } else {
            let is_unnamed = may_leave_unnamed && name.starts_with(".evoke-");
            assert!(name == ".gitignore" || is_unnamed, "{name}");
        }
    }
}

fn ends_early_and_goes_on(signal: &str) {
    let project = Project::of("shapes", &jdks()[0], |_, text| text);
    let (mut n_kept, mut seen) = (0, BTreeSet::new());
    for run in 0..RUNS {
        let mut child = project.start(&[&RUN[..], &["--budget", "9s"]].concat());
        // Moments that are spread over all phases.
        thread::sleep(Duration::from_millis(150 + run * 1_597 % 6_000));
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        child.wait().unwrap();
        copy_suites(&project, &run.to_string());
        check_what_is_left(&project, &mut seen, signal == "-KILL");
        n_kept = suites(&project.path("suites")).len().max(n_kept);
    }
    assert!(n_kept > 0, "no run came so far that it left a suite");
    let output = project.evoke(&[&RUN[..], &["--budget", "100s"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    copy_suites(&project, "last");
    let cleaned = project.evoke(&["clean", "copies"]);
    assert_eq!(cleaned.status.code(), Some(0), "{}", stderr(&cleaned));
    assert_eq!(suites(&project.path("copies")), Vec::<PathBuf>::new(), "half a suite was left");
    let record: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(project.path("result.json")).unwrap()).unwrap();
    for class in record["classes"].as_array().unwrap() {
        assert_eq!(class["status"], "ok", "{class}");
    }
}

#[test]
fn run_that_is_interrupted_leaves_whole_suites_and_the_next_goes_on() {
    ends_early_and_goes_on("-INT");
}

#[test]
fn run_that_is_killed_leaves_whole_suites_and_the_next_goes_on() {
    ends_early_and_goes_on("-KILL");
}
