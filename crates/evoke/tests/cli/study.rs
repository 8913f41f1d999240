//! Studies: run, resumed, killed, reported, refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use evoke_study::{Figure, RunStatus, Store, StoredRun};

use crate::support::{Project, jdks, stderr};

/// Two configurations on two small classes.
fn study_file(seeds: u32) -> String {
    format!(
        r#"name = "small"
command = "search"
seeds = {seeds}
budget = {{ statements = 300 }}
jobs = 2

[options]
criteria = ["branch", "line"]

[[subjects]]
classpath = "classes"
classes = ["shapes.Basket", "shapes.Shape"]

[configurations.mosa]
algorithm = "mosa"

[configurations.random]
algorithm = "random"
"#
    )
}

pub(crate) fn project(seeds: u32) -> Project {
    let project = Project::of("shapes", &jdks()[0], |_, text| text);
    fs::write(project.path("study.toml"), study_file(seeds)).unwrap();
    project
}

pub(crate) fn runs(file: &Path) -> Vec<StoredRun> {
    Store::open_to_read(file).unwrap().read().unwrap().runs
}

/// What runs gave but for what a wall clock says.
fn table(file: &Path) -> Vec<StoredRun> {
    let mut runs = runs(file);
    for run in &mut runs {
        run.outcome.figures.retain(|name, _| !Figure::of_name(name).is_some_and(Figure::is_timed));
        // When coverage was told depends on the clock, what it came to does not.
        run.outcome.timeline.clear();
    }
    runs
}

/// The same runs in the same order gave the same, but for those in which a busy machine had a test run out of time.
pub(crate) fn assert_same_table(found: &Path, expected: &Path) {
    let (found, expected) = (table(found), table(expected));
    let ids = |runs: &[StoredRun]| runs.iter().map(|run| run.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&found), ids(&expected));
    let is_clocked = |run: &StoredRun| run.outcome.figures.get(Figure::Timeouts.name()) != Some(&0.0);
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found.outcome.status, expected.outcome.status, "{}", found.id);
        assert!(
            is_clocked(found) || is_clocked(expected) || found == expected,
            "{found:?} is not {expected:?}"
        );
    }
}

#[test]
fn study_runs_everything_once_and_goes_on_where_it_was() {
    let project = project(1);
    let first = project.evoke(&["study", "run", "study.toml"]);
    assert!(first.status.success(), "{}", stderr(&first));
    let file = project.path("study.sqlite");
    let found = runs(&file);
    assert_eq!(found.len(), 4);
    for run in &found {
        assert_eq!(run.outcome.status, RunStatus::Ok, "{run:?}");
        assert!(run.outcome.goals["branch"].covered > 0 && run.outcome.goals.contains_key("line"));
        assert!(run.outcome.figures.contains_key(Figure::Tests.name()));
    }
    let wider = fs::read_to_string(project.path("study.toml")).unwrap().replace("seeds = 1", "seeds = 2");
    fs::write(project.path("study.toml"), wider).unwrap();
    let second = project.evoke(&["study", "run", "study.toml"]);
    let said = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(said.starts_with("4 runs done, 4 before"), "{said}");
    assert_eq!(runs(&file)[..4], found, "runs that were there are as they were");
}

#[test]
fn study_that_is_killed_at_random_moments_gives_the_table_of_one_that_is_not() {
    const KILLS: u32 = 30;
    let project = project(8);
    let whole = project.evoke(&["study", "run", "study.toml", "--out", "whole.sqlite"]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    let file = project.path("killed.sqlite");
    let mut n_done = BTreeMap::new();
    // Fixed moments from a few milliseconds to more than a run takes: before the plan is kept, between results, while runs are under way.
    for kill in 0..KILLS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_evoke"))
            .args(["study", "run", "study.toml", "--out", "killed.sqlite", "--quiet"])
            .current_dir(project.path("."))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(u64::from(kill * 7919 % 800)));
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            n_done.insert(kill, Store::open_to_read(&file).map_or(0, |store| store.done().unwrap().len()));
        }
    }
    assert!(n_done.values().is_sorted(), "a result was lost: {n_done:?}");
    let rest = project.evoke(&["study", "run", "study.toml", "--out", "killed.sqlite"]);
    assert!(rest.status.success(), "{}", stderr(&rest));
    assert_same_table(&file, &project.path("whole.sqlite"));
}

#[test]
fn run_that_takes_too_long_is_ended_and_told_and_can_be_tried_again() {
    let project = project(1);
    // A tenth of a second is enough for some searches, but not for writing and verifying a suite.
    let text = study_file(1).replace("\"search\"", "\"generate\"");
    fs::write(project.path("study.toml"), format!("timeout = \"100ms\"\n{text}")).unwrap();
    let output = project.evoke(&["study", "run", "study.toml"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("timeout: took longer than 0.1 s"), "{}", stderr(&output));
    let file = project.path("study.sqlite");
    let others: Vec<_> =
        runs(&file).into_iter().filter(|run| run.outcome.status != RunStatus::Timeout).collect();
    assert!(others.is_empty(), "{others:?}");
    fs::write(project.path("study.toml"), text).unwrap();
    let again = project.evoke(&["study", "run", "study.toml", "--retry"]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(runs(&file).iter().all(|run| run.outcome.status == RunStatus::Ok));
}

#[test]
fn class_that_is_not_on_its_class_path_is_told_before_anything_runs() {
    let project = project(1);
    let text = fs::read_to_string(project.path("study.toml")).unwrap();
    fs::write(project.path("study.toml"), text.replace("shapes.Shape", "shapes.Shap")).unwrap();
    let output = project.evoke(&["study", "run", "study.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.starts_with("error: study.toml:12: class `shapes.Shap` is not on the class path; did you mean"),
        "{said}"
    );
    assert!(!project.path("study.sqlite").exists());
}

#[test]
fn wrong_study_file_is_one_line_with_the_place_and_what_is_allowed() {
    let project = project(1);
    let text = fs::read_to_string(project.path("study.toml")).unwrap();
    fs::write(project.path("study.toml"), text.replace("\"random\"", "\"randum\"")).unwrap();
    let output = project.evoke(&["study", "run", "study.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.starts_with("error: study.toml:18: unknown algorithm `randum`; known: dynamosa,"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn queue_on_another_machine_is_refused_without_protection() {
    let project = project(1);
    fs::write(project.path("token"), "t\n").unwrap();
    for command in [
        &["study", "run", "study.toml", "--queue", "nats://example.org:4222"][..],
        &["study", "work", "--queue", "nats://example.org:4222"],
        &["study", "work", "--queue", "nats://example.org:4222", "--queue-token-file", "token"],
    ] {
        let output = project.evoke(command);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("no TLS"), "{}", stderr(&output));
    }
    assert!(!project.path("study.sqlite").exists() || runs(&project.path("study.sqlite")).is_empty());
}

#[test]
fn queue_that_is_not_there_is_told_and_the_study_can_go_on_without_it() {
    let project = project(1);
    // Nothing listens at a port that only the system gives out.
    let output = project.evoke(&["study", "run", "study.toml", "--queue", "nats://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("connect to `nats://127.0.0.1:1`"), "{}", stderr(&output));
    let output = project.evoke(&["study", "run", "study.toml"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn file_of_the_user_is_never_overwritten() {
    let project = project(1);
    fs::write(project.path("notes.sqlite"), "mine").unwrap();
    let output = project.evoke(&["study", "run", "study.toml", "--out", "notes.sqlite"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(project.path("notes.sqlite")).unwrap(), "mine");
}

#[test]
fn report_is_written_in_every_form_and_over_earlier_reports_alone() {
    let project = project(3);
    assert!(project.evoke(&["study", "run", "study.toml", "-q"]).status.success());
    let report = project.evoke(&["study", "report", "study.sqlite"]);
    let said = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(said.contains("| mosa | random |"), "{said}");
    let all = ["study", "report", "study.sqlite", "--html", "r.html", "--markdown", "r.md", "--csv", "r.csv"];
    for _ in 0..2 {
        let written = project.evoke(&all);
        assert!(written.status.success(), "{}", stderr(&written));
    }
    assert_eq!(fs::read_to_string(project.path("r.md")).unwrap(), said);
    assert!(fs::read_to_string(project.path("r.html")).unwrap().contains("<svg"));
    assert!(fs::read_to_string(project.path("r.csv")).unwrap().contains("mosa,shapes.Basket,"));
    fs::write(project.path("r.md"), "mine").unwrap();
    assert_eq!(project.evoke(&all).status.code(), Some(2));
    assert_eq!(fs::read_to_string(project.path("r.md")).unwrap(), "mine");
    let none = project.evoke(&["study", "report", "none.sqlite"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("does not exist"), "{}", stderr(&none));
}
