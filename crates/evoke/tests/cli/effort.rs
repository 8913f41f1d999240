//! What the tests of a search cost by the seven proxies, on a class where that can be counted by hand.

use serde_json::{Value, json};

use crate::support::{Project, jdks, stderr};

fn search(project: &Project, arguments: &[&str]) -> Value {
    let common = ["__search", "effort.Loops", "--classpath", "classes", "--budget-statements", "3000"];
    let output = project.evoke(&[&common, arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    record["classes"][0].clone()
}

#[test]
fn proxies_are_what_can_be_counted_in_the_source() {
    for jdk in jdks() {
        let project = Project::of("effort", &jdk, |_, text| text);
        for algorithm in ["adynamosa", "dynamosa"] {
            let class = search(&project, &["--algorithm", algorithm, "--count-effort"]);
            assert_eq!(class["tests"], 1, "{class:#}");
            // The loop's condition runs five times. `make` is called four times, and allocates thrice after the first.
            // Lines: `sum`, the loop's beginning and its body and rounds four times each, `if`, `return`, `make`
            // four times. The test is one call.
            assert_eq!(class["proxies"], json!([4.0, 4.0, 1.0, 3.0, 16.0, 0.0, 1.0]), "{algorithm}");
        }
    }
}

#[test]
fn proxies_are_only_in_the_record_where_they_were_asked_for() {
    let project = Project::of("effort", &jdks()[0], |_, text| text);
    assert_eq!(search(&project, &["--algorithm", "adynamosa"]).get("proxies"), None);
}

#[test]
fn counting_changes_nothing_but_the_record() {
    let project = Project::of("shapes", &jdks()[0], |_, text| text);
    let counts = |arguments: &[&str]| {
        let common = ["__search", "shapes.Basket", "--classpath", "classes", "--budget-statements", "5000"];
        let output = project.evoke(&[&common, arguments].concat());
        let record: Value = serde_json::from_slice(&output.stdout).unwrap();
        ["goals", "tests", "tests_executed", "statements_executed"]
            .map(|field| record["classes"][0][field].clone())
    };
    assert_eq!(counts(&["--count-effort"]), counts(&[]));
}

#[test]
fn minimised_tests_are_fewer_and_cover_the_same() {
    let project = Project::of("shapes", &jdks()[0], |_, text| text);
    let search = |arguments: &[&str]| {
        let common = ["__search", "shapes.Basket", "--classpath", "classes", "--budget-statements", "5000"];
        let output = project.evoke(&[&common, arguments].concat());
        let record: Value = serde_json::from_slice(&output.stdout).unwrap();
        let class = &record["classes"][0];
        let length = class["proxies"][6].as_f64().unwrap();
        (class["goals"].clone(), class["tests"].as_u64().unwrap(), length)
    };
    let (goals, tests, length) = search(&["--count-effort"]);
    let (goals_of_minimised, fewer, shorter) = search(&["--count-effort", "--minimise"]);
    assert_eq!(goals_of_minimised, goals);
    assert!(fewer < tests && shorter < length, "{fewer} {tests}, {shorter} {length}");
}
