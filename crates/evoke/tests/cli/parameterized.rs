//! Tests that differ in their values alone as one, from command line to verified file.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

fn suite(project: &Project, more: &[&str]) -> (String, Value) {
    let mut arguments = vec!["tariffs.Tariff", "--budget-statements", "40000", "--seed", "2", "--verbose"];
    arguments.extend(more);
    let (output, record) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!stderr(&output).contains(" lost `"), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("evoke-tests/tariffs/TariffEvokeTest.java")).unwrap();
    (text, record["classes"][0].clone())
}

/// Names and lines of the tests of a record.
fn covered_lines(class: &Value) -> Vec<(String, Value)> {
    let tests = class["verified"].as_array().unwrap();
    tests.iter().map(|test| (test["name"].as_str().unwrap().to_owned(), test["lines"].clone())).collect()
}

#[test]
fn alike_tests_become_one_that_covers_the_same_row_by_row() {
    for jdk in jdks() {
        let project = Project::of("tariffs", &jdk, |_, text| text);
        let (plain, before) = suite(&project, &[]);
        assert!(!plain.contains("Parameterized"), "{plain}");
        let (text, after) = suite(&project, &["--parameterized"]);
        assert!(text.contains("@ParameterizedTest(name = \"") && text.contains("@CsvSource("), "{text}");
        assert!(text.matches("@Test").count() < plain.matches("@Test").count(), "{text}");
        assert_eq!((&before["goals"], &before["tests"]), (&after["goals"], &after["tests"]), "{text}");
        assert_eq!(after["dropped_tests"], 0);
        let (before, after) = (covered_lines(&before), covered_lines(&after));
        let lines = |tests: &[(String, Value)]| {
            let mut lines: Vec<String> = tests.iter().map(|(_, lines)| lines.to_string()).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&before), lines(&after));
        assert!(after.iter().any(|(name, _)| name.ends_with("[3]")), "{after:?}");
    }
}

#[test]
fn parameters_are_refused_for_junit_4_and_for_a_junit_5_without_them() {
    let project = Project::of("tariffs", &jdks()[0], |_, text| text);
    let refused = |more: &[&str]| {
        let mut arguments =
            vec!["generate", "tariffs.Tariff", "--parameterized", "--budget-statements", "1000"];
        arguments.extend(more);
        let output = project.evoke(&arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        stderr(&output)
    };
    let of_4 = refused(&["--classpath", "classes", "--junit", "4"]);
    assert!(of_4.contains("JUnit 4 has no tests that take values") && of_4.contains("hint: "), "{of_4}");
    let api = project.path("api/org/junit/jupiter/api/Test.class");
    fs::create_dir_all(api.parent().unwrap()).unwrap();
    fs::write(api, []).unwrap();
    let of_5 = refused(&["--classpath", "classes:api"]);
    assert!(of_5.contains("not its parameterised tests") && of_5.contains("junit-jupiter-params"), "{of_5}");
}
