//! What suites assert, from class files to the verified suite.

use std::fs;

use crate::support::{Project, jdks, stderr};

const ARGUMENTS: [&str; 5] = ["ledger.Account", "--budget-statements", "20000", "--seed", "1"];

#[test]
fn what_gives_a_mutant_away_is_asserted() {
    for jdk in jdks() {
        let project = Project::of("ledger", &jdk, |_, text| text);
        let (output, record) = project.generate(&ARGUMENTS);
        assert!(output.status.success(), "{}", stderr(&output));
        let count = |of: &str| record["classes"][0]["mutants"][of].as_u64().unwrap();
        assert!(count("killed") > 0 && count("killed") <= count("reached"), "{record:#}");
        assert!(count("reached") <= count("total"), "{record:#}");
        // Without the balance that came back, nobody would miss `balance += amount`.
        let text = fs::read_to_string(project.path("evoke-tests/ledger/AccountEvokeTest.java")).unwrap();
        let refused = text.split("@Test").find(|test| test.contains("assertFalse(")).unwrap();
        assert!(refused.contains(".getBalance());"), "{text}");
    }
}

#[test]
fn suite_whose_assertions_only_tell_something_was_run_on_no_mutant() {
    let project = Project::of("ledger", &jdks()[0], |_, text| text);
    let (output, record) = project.generate(&[&ARGUMENTS[..], &["--assertions", "telling"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(record["classes"][0].get("mutants").is_none(), "{record:#}");
}
