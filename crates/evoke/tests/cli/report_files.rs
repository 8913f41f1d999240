//! The files about a run for other tools.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// A log of code scanning, as results with rule, line and file.
fn results(project: &Project, file: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(&fs::read_to_string(project.path(file)).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0]["results"].as_array().unwrap().clone()
}

#[test]
fn what_is_left_is_told_at_its_line_and_each_test_with_its_verification() {
    let project = Project::of("goals", &jdks()[0], |_, text| text);
    fs::create_dir_all(project.path("src/goals")).unwrap();
    fs::copy(project.path("sources/Ladder.java"), project.path("src/goals/Ladder.java")).unwrap();
    let files = ["--sarif", "left.sarif", "--junit-xml", "verified.xml"];
    let (output, record) =
        project.generate(&[&["goals.Ladder", "--budget-statements", "10"], &files[..]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let class = &record["classes"][0];
    let results = results(&project, "left.sarif");
    assert!(!results.is_empty());
    assert_eq!(results.len(), class["uncovered"].as_array().unwrap().len());
    for result in &results {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/goals/Ladder.java");
        assert!(place["region"]["startLine"].as_u64().unwrap() > 1, "{result}");
    }
    let xml = fs::read_to_string(project.path("verified.xml")).unwrap();
    let tests = class["verified"].as_array().unwrap();
    assert_eq!(class["tests"].as_u64().unwrap(), tests.len() as u64);
    for test in tests {
        let name = test["name"].as_str().unwrap();
        assert!(xml.contains(&format!("<testcase name=\"{name}\" classname=\"goals.Ladder\"")), "{xml}");
        assert!(!test["lines"].as_array().unwrap().is_empty(), "{test}");
    }
}

#[test]
fn merged_results_are_written_in_the_same_forms() {
    let project = Project::of("goals", &jdks()[0], |_, text| text);
    let run = ["generate", "--classes", "classes", "--out", "suites", "--budget", "10s"];
    let output = project
        .evoke(&[&run[..], &["--shard", "1/1", "--json", "part.json", "--sarif", "part.sarif"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let merge = ["merge", "part.json", "--sarif", "all.sarif", "--junit-xml", "all.xml"];
    let output = project.evoke(&merge);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(results(&project, "part.sarif"), results(&project, "all.sarif"));
    assert!(
        fs::read_to_string(project.path("all.xml")).unwrap().contains("<testsuite name=\"goals.Ladder\"")
    );
    let output = project.evoke(&["merge", "part.json", "--sarif", "missing/all.sarif"]);
    assert!(stderr(&output).contains("--sarif takes a file"), "{}", stderr(&output));
}
