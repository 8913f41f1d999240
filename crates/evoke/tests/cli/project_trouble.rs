//! What keeps a run on a project from what it is to do: each told in a line, with the documented exit code and nothing half written.

use std::fs;

use crate::project::{refused, shop};
use crate::support::{Project, jdks};

const SHAPES: [&str; 9] =
    ["generate", "--classes", "classes", "--out", "suites", "--budget", "40s", "--include", "{Circle,Shape}"];

fn shapes() -> Project {
    Project::of("shapes", &jdks()[0], |_, text| text)
}

#[test]
fn folder_of_tests_that_is_below_a_file_is_refused_before_the_search() {
    let project = shop();
    fs::write(project.path("orders/src/test"), "mine").unwrap();
    refused(&project, &["generate", "--module", "orders"], 2, &["orders/src/test` is not a folder"]);
    assert_eq!(fs::read_to_string(project.path("orders/src/test")).unwrap(), "mine");
}

#[test]
fn record_that_finds_no_room_is_told_with_the_suites_in_place() {
    let project = shapes();
    let run = [&SHAPES[..], &["--json", "/dev/full"]].concat();
    refused(&project, &run, 3, &["cannot write `/dev/full`: No space left on device"]);
    assert!(project.path("suites/shapes/CircleEvokeTest.java").is_file());
}
