//! Classes of one run share processes, and nothing else.

use std::fs;

use crate::support::{Project, jdks, stderr};

const SETTING: [&str; 6] = ["--budget-statements", "4000", "--seed", "3", "--jobs", "1"];

/// The suite of the last of these classes.
fn suite_after(project: &Project, classes: &[&str]) -> String {
    let (output, record) = project.generate(&[classes, &SETTING].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let file = record["classes"].as_array().unwrap().last().unwrap()["file"].as_str().unwrap();
    fs::read_to_string(project.path(file)).unwrap()
}

#[test]
fn what_a_class_leaves_behind_does_not_change_the_suite_of_the_next() {
    for jdk in jdks() {
        let project = Project::of("litter", &jdk, |_, text| text);
        let alone = suite_after(&project, &["litter.Finder"]);
        assert!(alone.contains("find(") && alone.contains("isClean("), "{alone}");
        assert_eq!(suite_after(&project, &["litter.Litterer", "litter.Finder"]), alone);
    }
}

#[test]
fn class_that_ends_its_worker_costs_the_next_one_nothing() {
    let jdk = &jdks()[0];
    let project = Project::of("crash", jdk, |_, text| text);
    let alone = suite_after(&project, &["crash.Table"]);
    assert_eq!(suite_after(&project, &["crash.Memory", "crash.Table"]), alone);
}
