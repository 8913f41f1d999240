//! Types whose own methods have to be overridden for others to go another way.

use std::fs;

use crate::support::{Project, jdks, stderr};

#[test]
fn methods_that_others_call_are_overridden_where_that_leads_on() {
    for jdk in jdks() {
        let project = Project::of("overriding", &jdk, |_, text| text);
        for (class, overridden) in [("Lookup", "boolean knows(String key) {"), ("Report", "int indent() {")] {
            let name = format!("overriding.{class}");
            let (output, record) = project.generate(&[&name, "--budget-statements", "40000", "--seed", "1"]);
            assert!(output.status.success(), "{}", stderr(&output));
            let of_class = &record["classes"][0];
            let branches = &of_class["goals"]["branch"];
            assert_eq!(branches["covered"], branches["total"], "{:#}", of_class["uncovered"]);
            assert_eq!(of_class["dropped_tests"], 0, "{of_class:#}");
            let path = format!("evoke-tests/overriding/{class}EvokeTest.java");
            let text = fs::read_to_string(project.path(&path)).unwrap();
            assert!(text.contains(overridden), "no `{overridden}` in:\n{text}");
            assert!(!text.contains("isTitled() {"), "a final method is overridden:\n{text}");
        }
    }
}
