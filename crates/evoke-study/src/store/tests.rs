//! The database of a study, written, read, refused.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use evoke_report::{GoalCount, TimelinePoint};

use super::*;
use crate::budget::Budget;
use crate::configuration::{Options, StudyCommand};
use crate::figure::Figure;
use crate::outcome::RunStatus;
use crate::program::ProgramIdentity;
use crate::subject::{Origin, Subject};

fn study() -> Study {
    Study {
        name: "s".to_owned(),
        configurations: Vec::new(),
        subjects: Vec::new(),
        subject_lines: Vec::new(),
        seeds: Vec::new(),
        budget: Budget::Statements(7),
        jobs: None,
        timeout: Duration::from_secs(1),
        cost_runs: 0,
        baseline: None,
        text: "name = \"s\"".to_owned(),
    }
}

fn run(id: &str, seed: u64) -> PlannedRun {
    PlannedRun {
        id: id.to_owned(),
        configuration: "plain".to_owned(),
        command: StudyCommand::Search,
        subject: Subject {
            class: "a.B".to_owned(),
            callee: None,
            origin: Origin::ClassPath("c".to_owned()),
            branches: Some(3),
        },
        class_path: "c".to_owned(),
        code: "c".to_owned(),
        options: Options::from([("algorithm".to_owned(), Some("mosa".to_owned()))]),
        seed,
        budget: Budget::Statements(7),
        cost_runs: 0,
        timeout: Duration::from_secs(1),
        program: ProgramIdentity { version: "1".to_owned(), digest: "d".to_owned(), jdk: "17".to_owned() },
    }
}

fn outcome(covered: u32) -> Outcome {
    let mut outcome = Outcome {
        status: RunStatus::Ok,
        reason: None,
        goals: BTreeMap::from([("branch".to_owned(), GoalCount { covered, total: 9 })]),
        timeline: vec![TimelinePoint { seconds: 0.5, statements: 3, covered: u64::from(covered) }],
        figures: BTreeMap::new(),
    };
    outcome.set(Figure::Tests, 2.0);
    outcome
}

#[test]
fn what_was_written_is_read_in_the_order_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("not/yet/there/s.sqlite");
    let plan = [run("one", 1), run("two", 2), run("three", 3)];
    let mut store = Store::open(&path).unwrap();
    store.set_plan(&study(), &plan).unwrap();
    store.add(&plan[1], &outcome(5), "here").unwrap();
    store.add(&plan[0], &outcome(4), "here").unwrap();
    drop(store);
    let read = Store::open_to_read(&path).unwrap().read().unwrap();
    assert_eq!((read.n_planned, read.runs.len()), (3, 2));
    assert_eq!(read.runs.iter().map(|run| run.seed).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(read.runs[0].outcome, outcome(4));
    assert_eq!(read.runs[0].branches, Some(3));
}

#[test]
fn run_that_is_there_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("s.sqlite")).unwrap();
    let plan = [run("one", 1)];
    store.set_plan(&study(), &plan).unwrap();
    store.add(&plan[0], &outcome(4), "here").unwrap();
    store.add(&plan[0], &outcome(8), "there").unwrap();
    assert_eq!(store.read().unwrap().runs[0].outcome, outcome(4));
}

#[test]
fn runs_of_another_plan_stay_but_are_not_part_of_the_study() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("s.sqlite")).unwrap();
    let plan = [run("one", 1), run("two", 2)];
    store.set_plan(&study(), &plan).unwrap();
    store.add(&plan[0], &outcome(4), "here").unwrap();
    store.set_plan(&study(), &plan[1..]).unwrap();
    assert!(store.read().unwrap().runs.is_empty());
    store.set_plan(&study(), &plan).unwrap();
    assert_eq!(store.read().unwrap().runs.len(), 1);
}

#[test]
fn failed_runs_of_the_plan_can_be_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("s.sqlite")).unwrap();
    let plan = [run("one", 1), run("two", 2)];
    store.set_plan(&study(), &plan).unwrap();
    store.add(&plan[0], &outcome(4), "here").unwrap();
    let crashed = Outcome::without_record(RunStatus::Crashed, "ended by signal 11".to_owned());
    store.add(&plan[1], &crashed, "here").unwrap();
    assert_eq!(store.forget_failed().unwrap(), 1);
    assert_eq!(store.done().unwrap().into_iter().collect::<Vec<_>>(), ["one"]);
}

#[test]
fn file_of_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "mine").unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::NotAStudy(_))));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    let other = folder.path().join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::NotAStudy(_))));
}

#[test]
fn file_of_another_form_is_refused_with_both_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    drop(Store::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 9).unwrap();
    let message = Store::open(&path).unwrap_err().to_string();
    assert!(message.contains("form 9") && message.contains("form 1"), "{message}");
}

#[test]
fn two_processes_cannot_write_to_one_study_while_others_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let mut store = Store::open(&path).unwrap();
    store.set_plan(&study(), &[run("one", 1)]).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Busy(_))));
    assert_eq!(Store::open_to_read(&path).unwrap().read().unwrap().n_planned, 1);
}

#[test]
fn file_that_is_not_there_cannot_be_read() {
    assert!(matches!(Store::open_to_read(Path::new("/no/such.sqlite")), Err(StoreError::Missing(_))));
}
