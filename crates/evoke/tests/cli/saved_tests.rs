//! `--save-tests` and `--start-from`: tests that outlive the run that found them.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

fn shapes() -> Project {
    Project::of("shapes", &jdks()[0], |_, text| text)
}

fn covered(record: &Value, criterion: &str) -> u64 {
    record["classes"][0]["goals"][criterion]["covered"].as_u64().unwrap()
}

#[test]
fn search_that_starts_from_saved_tests_begins_with_what_they_cover() {
    for jdk in jdks() {
        let project = Project::of("shapes", &jdk, |_, text| text);
        let long = ["shapes.Basket", "--budget-statements", "60000", "--save-tests", "basket.tests"];
        let (output, first) = project.generate(&long);
        assert!(output.status.success(), "{}", stderr(&output));
        let text = fs::read_to_string(project.path("basket.tests")).unwrap();
        assert!(text.starts_with("evoke-tests 1\n"), "{text}");
        let short = ["shapes.Basket", "--budget-statements", "1", "--start-from", "basket.tests"];
        let (output, second) = project.generate(&short);
        assert!(output.status.success(), "{}", stderr(&output));
        for criterion in ["branch", "line"] {
            let (before, after) = (covered(&first, criterion), covered(&second, criterion));
            assert!(before > 0 && after >= before, "{criterion}: {before} before, {after} after");
        }
    }
}

#[test]
fn saved_test_that_names_what_is_gone_is_left_out_and_told() {
    let project = shapes();
    let arguments = ["shapes.Basket", "--budget-statements", "20000", "--save-tests", "basket.tests"];
    assert!(project.generate(&arguments).0.status.success());
    let text = fs::read_to_string(project.path("basket.tests")).unwrap();
    fs::write(project.path("basket.tests"), text.replace("shapes/Basket.add", "shapes/Basket.gone")).unwrap();
    let arguments = ["shapes.Basket", "--budget-statements", "20000", "--start-from", "basket.tests", "-v"];
    let (output, _) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("shapes/Basket.gone"), "{}", stderr(&output));
}

#[test]
fn file_that_holds_no_tests_is_refused_with_its_line() {
    let project = shapes();
    fs::write(project.path("notes.txt"), "evoke-tests 1\nclass shapes.Basket\nnothing of ours\n").unwrap();
    let output =
        project.evoke(&["generate", "shapes.Basket", "--cp", "classes", "--start-from", "notes.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("notes.txt:3: "), "{}", stderr(&output));
    assert!(stderr(&output).contains("hint: "), "{}", stderr(&output));
}

#[test]
fn tests_are_not_saved_over_a_file_of_the_user() {
    let project = shapes();
    fs::write(project.path("notes.txt"), "mine\n").unwrap();
    let arguments = ["generate", "shapes.Circle", "--cp", "classes", "--save-tests", "notes.txt"];
    let output = project.evoke(&arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(project.path("notes.txt")).unwrap(), "mine\n");
}
