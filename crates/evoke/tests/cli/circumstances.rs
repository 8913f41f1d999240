//! Classes in circumstances that stand against a suite: in a jar that is signed or sealed, without a class that they need, with assertions.

use std::fs;
use std::process::Command;

use evoke_classfile::Jdk;
use serde_json::Value;

use crate::support::{Project, jdks, stderr};

fn untouched(_: &std::path::Path, text: String) -> String {
    text
}

/// Runs a tool of the JDK in the folder of a project.
fn run_tool(project: &Project, jdk: &Jdk, tool: &str, arguments: &[&str]) {
    let tool_path = jdk.home.join("bin").join(tool);
    let output = Command::new(tool_path).args(arguments).current_dir(project.path("")).output().unwrap();
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stdout));
}

/// Packs the classes of a project into a jar and signs it.
fn signed_jar(project: &Project, jdk: &Jdk) {
    let run = |tool: &str, arguments: &[&str]| run_tool(project, jdk, tool, arguments);
    let store = ["-keystore", "keys", "-storepass", "password"];
    let key = ["-genkeypair", "-alias", "me", "-keyalg", "RSA", "-keypass", "password", "-dname", "CN=me"];
    run("keytool", &[&key[..], &store].concat());
    run("jar", &["cf", "shapes.jar", "-C", "classes", "."]);
    run("jarsigner", &[&store[..], &["shapes.jar", "me"]].concat());
}

fn reasons(record: &Value) -> Vec<&str> {
    let uncovered = record["classes"][0]["uncovered"].as_array().unwrap();
    uncovered.iter().map(|goal| goal["reason"].as_str().unwrap()).collect()
}

#[test]
fn class_in_a_signed_jar_gets_tests_in_a_package_of_their_own() {
    let jdk = &jdks()[0];
    let project = Project::of("shapes", jdk, untouched);
    signed_jar(&project, jdk);
    let arguments = ["generate", "shapes.Circle", "--classpath", "shapes.jar", "--budget-statements", "5000"];
    let output = project.evoke(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("evoke-tests/shapes/evoketest/CircleEvokeTest.java")).unwrap();
    assert!(text.contains("package shapes.evoketest;"), "{text}");
    assert!(text.contains("import shapes.Circle;"), "{text}");
}

#[test]
fn class_in_a_jar_that_seals_its_package_gets_tests_in_a_package_of_their_own() {
    let jdk = &jdks()[0];
    let project = Project::of("shapes", jdk, untouched);
    fs::write(project.path("manifest"), "Sealed: true\n").unwrap();
    run_tool(&project, jdk, "jar", &["cfm", "shapes.jar", "manifest", "-C", "classes", "."]);
    let output = project.evoke(&[
        "generate",
        "shapes.Circle",
        "--classpath",
        "shapes.jar",
        "--budget-statements",
        "5000",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("evoke-tests/shapes/evoketest/CircleEvokeTest.java")).unwrap();
    assert!(text.contains("package shapes.evoketest;"), "{text}");
}

#[test]
fn class_that_cannot_be_linked_names_the_class_that_is_missing() {
    let project = Project::of("shapes", &jdks()[0], untouched);
    fs::remove_file(project.path("classes/shapes/Shape.class")).unwrap();
    let (output, record) = project.generate(&["shapes.Circle", "--budget-statements", "2000"]);
    assert_eq!(output.status.code(), Some(1));
    let missing = "class shapes.Shape is missing from the class path";
    let reason = record["classes"][0]["reason"].as_str().unwrap();
    assert!(reason.contains(missing), "{reason}");
    let reasons = reasons(&record);
    assert!(!reasons.is_empty() && reasons.iter().all(|reason| reason.contains(missing)), "{reasons:?}");
}

#[test]
fn tests_hold_with_assertions_and_without() {
    let project = Project::of("guarded", &jdks()[0], untouched);
    let (output, record) = project.generate(&["guarded.Guarded", "--budget-statements", "20000"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let branches = &record["classes"][0]["goals"]["branch"];
    assert_eq!(branches["covered"], branches["total"], "{:#}", record["classes"][0]["uncovered"]);
    let text = fs::read_to_string(project.path(record["classes"][0]["file"].as_str().unwrap())).unwrap();
    assert!(text.contains("assumeTrue(this.getClass().desiredAssertionStatus());"), "{text}");
}

#[test]
fn test_that_keeps_the_class_from_being_initialised_costs_the_others_nothing() {
    let project = Project::of("closing", &jdks()[0], untouched);
    let (output, record) = project.generate(&["closing.Table", "--budget-statements", "20000"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let branches = &record["classes"][0]["goals"]["branch"];
    assert!(branches["covered"].as_u64() >= Some(14), "{branches}: {:#}", record["classes"][0]["uncovered"]);
}

#[test]
fn search_whose_tests_spoil_static_state_puts_it_back() {
    let project = Project::of("closing", &jdks()[0], untouched);
    let n_covered = |arguments: &[&str]| {
        let budget = ["closing.Valve", "--budget-statements", "20000"];
        let (output, record) = project.generate(&[&budget, arguments].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        record["classes"][0]["goals"]["branch"]["covered"].as_u64().unwrap()
    };
    // All but the constructor, and what a valve does that is broken: no other test would pass after that.
    assert_eq!(n_covered(&[]), 6);
    assert!(n_covered(&["--disable", "state-watch"]) < 6);
}

#[test]
fn search_whose_tests_need_what_others_left_puts_it_back() {
    let project = Project::of("closing", &jdks()[0], untouched);
    let covered = |arguments: &[&str]| {
        let budget = ["closing.Permit", "--budget-statements", "20000"];
        let (output, record) = project.generate(&[&budget, arguments].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let branches = &record["classes"][0]["goals"]["branch"];
        (branches["covered"].as_u64().unwrap(), branches["total"].as_u64().unwrap())
    };
    // All but what a permit does before anybody has registered: no other test would pass after one that has.
    let (n_covered, n_branches) = covered(&[]);
    assert_eq!(n_covered, n_branches - 1);
    let (n_covered, _) = covered(&["--disable", "state-watch"]);
    assert!(n_covered < n_branches - 1);
}

#[test]
fn class_whose_first_object_computes_what_all_share_is_covered() {
    let project = Project::of("constants", &jdks()[0], untouched);
    let (output, record) = project.generate(&["constants.Scale", "--budget-statements", "20000"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let branches = &record["classes"][0]["goals"]["branch"];
    assert_eq!(branches["covered"], branches["total"], "{branches}: {:#}", record["classes"][0]["uncovered"]);
}
