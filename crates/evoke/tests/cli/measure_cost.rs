//! What tests cost, on suites of both versions of JUnit that allocate known amounts.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// A suite whose test `large` allocates ten million bytes, `small` next to none; one test fails and one is skipped.
const SUITE: &str = r"package costs;

IMPORTS

public class CostTest {
    static byte[] kept;

    @Test
    public void small() { }

    @Test
    public void large() {
        kept = new byte[10_000_000];
    }

    @Test
    public void fails() {
        throw new IllegalStateException();
    }

    @SKIP
    @Test
    public void skipped() { }
}
";

fn suite(version: u32) -> String {
    let (imports, skip) = match version {
        4 => ("import org.junit.Ignore;\nimport org.junit.Test;", "Ignore"),
        _ => ("import org.junit.jupiter.api.Disabled;\nimport org.junit.jupiter.api.Test;", "Disabled"),
    };
    SUITE.replace("IMPORTS", imports).replace("SKIP", skip)
}

/// A project with a suite of this text in `suites/CostTest.java`.
fn project(jdk: &evoke_classfile::Jdk, text: &str) -> Project {
    let project = Project::of("shapes", jdk, |_, text| text);
    fs::create_dir(project.path("suites")).unwrap();
    fs::write(project.path("suites/CostTest.java"), text).unwrap();
    project
}

fn tests(class: &Value) -> Vec<(&str, f64, u64)> {
    class["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| {
            let bytes = test["cost"]["allocated_bytes"]["median"].as_f64().unwrap();
            (test["test"].as_str().unwrap(), bytes, test["failed_runs"].as_u64().unwrap())
        })
        .collect()
}

#[test]
fn each_test_is_measured_as_often_as_asked_for() {
    for jdk in jdks() {
        for version in [4, 5] {
            let project = project(&jdk, &suite(version));
            let arguments =
                ["measure-cost", "suites", "--classpath", "classes", "--runs", "2", "--json", "cost.json"];
            let output = project.evoke(&arguments);
            assert_eq!(output.status.code(), Some(1), "one test fails:\n{}", stderr(&output));
            let record: Value =
                serde_json::from_str(&fs::read_to_string(project.path("cost.json")).unwrap()).unwrap();
            assert_eq!(record["runs"], 2);
            let class = &record["classes"][0];
            assert_eq!(class["class"], "costs.CostTest");
            let mut tests = tests(class);
            tests.sort_by_key(|test| test.0);
            let names: Vec<&str> = tests.iter().map(|test| test.0).collect();
            assert_eq!(names, ["fails", "large", "small"], "JUnit {version}");
            let failed: Vec<u64> = tests.iter().map(|test| test.2).collect();
            assert_eq!(failed, [2, 0, 0], "JUnit {version}");
            assert!((10_000_000.0..14_000_000.0).contains(&tests[1].1), "JUnit {version}: {tests:?}");
            assert!((0.0..4_000_000.0).contains(&tests[2].1), "JUnit {version}: {tests:?}");
            let median = |value: &Value| value["seconds"]["median"].as_f64().unwrap();
            assert!(median(&class["total"]) >= median(&class["tests"][0]["cost"]));
            let table = String::from_utf8(output.stdout).unwrap();
            assert!(table.contains("  fails") && table.contains("failed in 2 of 2 runs"), "{table}");
        }
    }
}

/// Measures a suite that cannot be: exit code 2, one line that says why with these words, and a hint.
fn check(text: &str, extra: &[&str], words: &[&str]) {
    let project = project(&jdks()[0], text);
    let arguments = [&["measure-cost", "suites", "--classpath", "classes", "--runs", "1"], extra].concat();
    let output = project.evoke(&arguments);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("error: ") && lines[1].starts_with("hint: "), "{text}");
    assert!(words.iter().all(|word| lines[0].contains(word)), "{text}");
}

#[test]
fn suite_that_does_not_compile_is_answered_with_its_first_error() {
    let text = suite(5).replace("new byte[10_000_000]", "new byte[nowhere]");
    check(&text, &[], &["CostTest.java:14", "cannot find symbol"]);
}

#[test]
fn source_without_tests_is_no_suite() {
    check("class CostTest { }", &[], &["no JUnit test in `suites`"]);
    check("// org.junit.jupiter.api.Test\nclass CostTest { }", &[], &["no test in `suites`"]);
}

#[test]
fn test_that_ends_the_jvm_or_hangs_is_named() {
    for version in [4, 5] {
        let ends = suite(version).replace("kept = new byte[10_000_000];", "System.exit(0);");
        check(&ends, &[], &["the JVM ended in `costs.CostTest.large`"]);
    }
    let hangs = suite(5).replace("kept = new byte[10_000_000];", "while (true) { }");
    check(&hangs, &["--timeout", "5s"], &["`costs.CostTest.large` did not end", "5 s"]);
}

#[test]
fn suites_of_two_versions_are_measured_apart() {
    let project = project(&jdks()[0], &suite(5));
    fs::write(project.path("suites/OtherTest.java"), suite(4).replace("CostTest", "OtherTest")).unwrap();
    let output = project.evoke(&["measure-cost", "suites", "--classpath", "classes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: suites of JUnit 4 and of JUnit 5 are mixed\nhint: "));
}

#[test]
fn path_that_is_no_suite_is_named() {
    let project = project(&jdks()[0], &suite(5));
    for path in ["nowhere", "classes"] {
        let output = project.evoke(&["measure-cost", path, "--classpath", "classes"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).lines().next().unwrap().contains(&format!("`{path}`")),
            "{}",
            stderr(&output)
        );
    }
}
