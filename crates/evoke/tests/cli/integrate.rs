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
fn pairs_of_a_project_have_callers_of_its_modules_and_callees_they_depend_on() {
    let project = Project::copy_of("shop", &jdks()[0]);
    let output = project.evoke(&["pairs", "--project", ".", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs: Vec<(&str, &str)> = record["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair["caller"].as_str().unwrap(), pair["callee"].as_str().unwrap()))
        .collect();
    let expected = [
        ("shop.orders.Order", "shop.pricing.Discount"),
        ("shop.orders.Line", "shop.pricing.Money"),
        ("shop.orders.Order", "shop.orders.OrderState"),
    ];
    assert_eq!(pairs, expected);
}

#[test]
fn every_way_to_call_is_covered_by_a_suite() {
    let project = Project::of("calls", &jdks()[0], |_, text| text);
    for (caller, callee, total) in [
        ("Desk", "Scale", 12),
        ("Counter", "CityTariff", 4),
        ("CityTariff", "Tariff", 2),
        ("Tariff", "CityTariff", 4),
    ] {
        let pair = integrate(&project, caller, callee, &[]);
        // No weight is above 20 and below 5.
        let reachable = if caller == "Tariff" { total - 1 } else { total };
        assert_eq!(counts(&pair), (reachable, total), "{pair:#}");
    }
}

#[test]
fn all_pairs_are_integrated_in_their_order_within_one_budget() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let arguments = ["integrate", "--all", "--top", "2", "--classpath", "classes", "--json", "result.json"];
    let output = project.evoke(&[&arguments[..], &["--budget-statements", "20000", "--seed", "1"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("result.json")).unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let pairs: Vec<&str> =
        record["classes"].as_array().unwrap().iter().map(|pair| pair["callee"].as_str().unwrap()).collect();
    assert_eq!(pairs, ["GreenPerson", "HybridCar"]);
    for suite in ["PersonWithGreenPersonEvokeTest", "GreenPersonWithHybridCarEvokeTest"] {
        assert!(project.path(&format!("evoke-tests/{suite}.java")).is_file(), "{suite}");
    }
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
