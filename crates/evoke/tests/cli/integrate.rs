//! Pairs of classes, on the example of the paper that coupled branches are from.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// Integrates a pair of the tree `pairs`, and gives its record.
fn integrate(project: &Project, caller: &str, callee: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["integrate", caller, callee, "--classpath", "classes", "--json", "result.json"];
    arguments.extend(["--budget-statements", "20000", "--seed", "1"]);
    arguments.extend(more);
    let output = project.evoke(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let record: Value =
        serde_json::from_str(&fs::read_to_string(project.path("result.json")).unwrap()).unwrap();
    record["classes"][0].clone()
}

fn counts(pair: &Value) -> (u64, u64) {
    let goals = &pair["goals"]["coupled-branch"];
    (goals["covered"].as_u64().unwrap(), goals["total"].as_u64().unwrap())
}

#[test]
fn suite_of_a_pair_says_which_coupled_branches_its_tests_are_for() {
    for jdk in jdks() {
        let project = Project::of("pairs", &jdk, |_, text| text);
        let pair = integrate(&project, "Person", "Car", &[]);
        assert_eq!(counts(&pair), (2, 2), "{pair:#}");
        assert_eq!(pair["callee"], "Car");
        let suite = fs::read_to_string(project.path("evoke-tests/PersonWithCarEvokeTest.java")).unwrap();
        for branch in ["fuelAmount >= 100", "fuelAmount < 100"] {
            let comment = format!("    // Person.java:13 !lazy -> Car.java:8 {branch}\n");
            assert!(suite.contains(&comment), "{suite}");
        }
    }
}

#[test]
fn superclass_is_tested_through_the_subclass_that_it_calls() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let pair = integrate(&project, "Person", "GreenPerson", &["--algorithm", "dynamosa"]);
    // No charger is ever free, since tests do not know how to open one.
    assert_eq!(counts(&pair), (4, 6), "{pair:#}");
    let suite = fs::read_to_string(project.path("evoke-tests/PersonWithGreenPersonEvokeTest.java")).unwrap();
    assert!(suite.contains("new GreenPerson()") && suite.contains(".driveToHome()"), "{suite}");
    for uncovered in pair["uncovered"].as_array().unwrap() {
        assert!(uncovered["reason"].as_str().unwrap().starts_with("its condition was reached"), "{pair:#}");
    }
}

#[test]
fn subclass_is_tested_with_what_it_inherits() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let pair = integrate(&project, "GreenPerson", "Person", &[]);
    assert_eq!(counts(&pair), (2, 2), "{pair:#}");
}

#[test]
fn pairs_of_a_class_path_come_with_the_most_coupled_branches_first() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let output = project.evoke(&["pairs", "--classpath", "classes", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs: Vec<(&str, &str, u64)> = record["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| {
            let name = |key: &str| pair[key].as_str().unwrap();
            (name("caller"), name("callee"), pair["coupled_branches"].as_u64().unwrap())
        })
        .collect();
    let expected = [
        ("Person", "GreenPerson", 6),
        ("GreenPerson", "HybridCar", 4),
        ("GreenPerson", "Person", 2),
        ("Person", "Car", 2),
    ];
    assert_eq!(pairs, expected);
}

#[test]
fn pair_is_drawn_from_the_callers_branch_to_the_callees() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let output = project.evoke(&["pairs", "Person", "Car", "--classpath", "classes", "--dot"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let graph = String::from_utf8(output.stdout).unwrap();
    assert_eq!(graph.matches(" -> s1;").count(), 1, "{graph}");
    assert_eq!(graph.matches("  s1 -> e").count(), 2, "{graph}");
}

#[test]
fn classes_that_are_no_pair_are_refused_with_a_hint() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let refused = |arguments: &[&str]| {
        let output = project.evoke(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("hint: "), "{}", stderr(&output));
    };
    refused(&["integrate", "Person", "Person", "--classpath", "classes"]);
    refused(&["integrate", "Person", "Boat", "--classpath", "classes"]);
    refused(&["integrate", "Person", "Car", "--classpath", "classes", "--algorithm", "mio"]);
    refused(&["generate", "Person", "--classpath", "classes", "--criteria", "coupled-branch"]);
}
