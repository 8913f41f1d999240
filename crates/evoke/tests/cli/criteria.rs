//! Every criterion from its goals to the result file, on a class whose goals are known.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// Generates a suite for `criteria.Meter` and gives its record.
fn meter(project: &Project, criteria: &str) -> Value {
    let arguments = ["criteria.Meter", "--budget-statements", "60000", "--seed", "3", "--criteria", criteria];
    let (output, record) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    record["classes"][0].clone()
}

fn counts(class: &Value, criterion: &str) -> (u64, u64) {
    let goals = &class["goals"][criterion];
    (goals["covered"].as_u64().unwrap(), goals["total"].as_u64().unwrap())
}

fn uncovered(class: &Value) -> BTreeSet<&str> {
    class["uncovered"].as_array().unwrap().iter().map(|goal| goal["goal"].as_str().unwrap()).collect()
}

#[test]
fn criteria_about_calls_have_the_goals_of_what_a_test_can_call() {
    for jdk in jdks() {
        let project = Project::of("criteria", &jdk, |_, text| text);
        let criteria = "top-level-method,no-exception-top-level-method,input,output,exception,direct-branch";
        let class = meter(&project, criteria);
        assert_eq!(counts(&class, "top-level-method"), (6, 6), "{class:#}");
        assert_eq!(counts(&class, "no-exception-top-level-method"), (6, 6), "{class:#}");
        // Of raise(int) three parts, of label(String) three, of reads(Boolean) three.
        assert_eq!(counts(&class, "input"), (9, 9), "{class:#}");
        // Argument out of range (explicit), no text (declared), too short and unboxed null (implicit).
        assert_eq!(counts(&class, "exception"), (4, 4), "{class:#}");
        // Of level() three parts, of state() three, of label(String) three, of reads(Boolean) two.
        assert_eq!(counts(&class, "output"), (8, 11), "{class:#}");
        // Entries of the constructor, raise(int), level(), reads(Boolean); two outcomes in state() and in label(String).
        assert_eq!(counts(&class, "direct-branch"), (8, 8), "{class:#}");
        let never = [
            "Meter.label(String) returns null",
            "Meter.level() returns negative",
            "Meter.state() returns null",
        ];
        assert_eq!(uncovered(&class), BTreeSet::from(never));
    }
}

#[test]
fn methods_that_only_others_call_are_entered_but_not_called_by_the_test() {
    let project = Project::of("criteria", &jdks()[0], |_, text| text);
    let class = meter(&project, "method,top-level-method");
    let (entered, methods) = counts(&class, "method");
    assert_eq!(entered, methods, "{class:#}");
    assert!(methods > counts(&class, "top-level-method").1, "{class:#}");
}

#[test]
fn default_stands_for_the_eight_of_the_original_combination() {
    let project = Project::of("criteria", &jdks()[0], |_, text| text);
    let class = meter(&project, "default");
    let names: BTreeSet<&str> = class["goals"].as_object().unwrap().keys().map(String::as_str).collect();
    let eight = [
        "branch",
        "direct-branch",
        "exception",
        "line",
        "no-exception-top-level-method",
        "output",
        "top-level-method",
        "weak-mutation",
    ];
    assert_eq!(names, BTreeSet::from(eight));
}

#[test]
fn coverage_of_all_goals_is_reported_whatever_guides() {
    let project = Project::of("criteria", &jdks()[0], |_, text| text);
    let all = meter(&project, "default");
    for selection in ["smart", "branch-only"] {
        let arguments =
            ["criteria.Meter", "--budget-statements", "60000", "--seed", "3", "--criteria", "default"];
        let (output, record) = project
            .generate(&[&arguments[..], &["--goal-selection", selection, "--line-threshold", "2"]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        // How many exceptions there are is for each search to find.
        for criterion in all["goals"].as_object().unwrap().keys().filter(|it| *it != "exception") {
            let ((covered, total), expected) = (counts(class, criterion), counts(&all, criterion));
            assert_eq!(total, expected.1, "{selection} {criterion}");
            // Not all that can be: nothing leads to the goals that do not guide.
            assert!(covered * 10 >= expected.0 * 8, "{selection} {criterion}: {covered} of {expected:?}");
        }
    }
}
