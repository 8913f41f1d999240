//! Mutants as goals of the search: what a suite notices that is searched for by them, and how that is told.

use std::fs;

use evoke_classfile::Jdk;
use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// A mutant that tests infect without noticing it: where it looks at the bonus in place of the points, the condition beside it has the
/// same effect.
const MASKED: (&str, &str) = ("line 6", "variable becomes bonus");

/// A suite for `grades.Grades`: the class as its record has it, and the text of the suite.
fn suite(jdk: &Jdk, criteria: &str) -> (Project, Value, String) {
    let project = Project::of("grades", jdk, |_, text| text);
    let budget = ["--budget-statements", "30000", "--seed", "1", "--guide", "none"];
    let (output, record) =
        project.generate(&[&["grades.Grades", "--criteria", criteria][..], &budget].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("evoke-tests/grades/GradesEvokeTest.java")).unwrap();
    (project, record["classes"][0].clone(), text)
}

/// What becomes of each mutant when the suite is run on it: place, change and fate.
fn fates(project: &Project) -> Vec<(String, String, String)> {
    let arguments = ["mutate", "grades.Grades", "--tests", "evoke-tests", "--classpath", "classes", "--json"];
    let output = project.evoke(&arguments);
    let record: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let mutants = record["subjects"][0]["mutation"]["mutants"].as_array().unwrap().clone();
    let text = |mutant: &Value, field: &str| mutant[field].as_str().unwrap().to_owned();
    mutants.iter().map(|it| (text(it, "place"), text(it, "change"), text(it, "fate"))).collect()
}

fn fate_of_masked(fates: &[(String, String, String)]) -> &str {
    let found = fates.iter().find(|(place, change, _)| (place.as_str(), change.as_str()) == MASKED);
    found.map(|(_, _, fate)| fate.as_str()).unwrap()
}

#[test]
fn mutant_that_is_infected_by_most_tests_and_noticed_by_few_is_noticed() {
    for jdk in jdks() {
        let (project, ..) = suite(&jdk, "branch,weak-mutation");
        assert_eq!(fate_of_masked(&fates(&project)), "survived");

        let (project, class, text) = suite(&jdk, "branch,strong-mutation");
        let fates = fates(&project);
        assert_eq!(fate_of_masked(&fates), "killed", "{text}");
        let n_killed = fates.iter().filter(|(_, _, fate)| fate == "killed").count() as u64;
        let goals = &class["goals"]["strong-mutation"];
        assert_eq!(goals["total"].as_u64(), Some(fates.len() as u64), "{class:#}");
        assert!(goals["covered"].as_u64().unwrap() <= n_killed, "{class:#}");
        assert!(goals["covered"].as_u64().unwrap() * 10 >= n_killed * 9, "{n_killed} killed: {class:#}");
    }
}

#[test]
fn record_and_comments_say_which_mutants_tests_notice_and_why_others_are_left() {
    let (_, class, text) = suite(&jdks()[0], "branch,strong-mutation");
    let tests = class["verified"].as_array().unwrap();
    let notices = |test: &Value| test["notices"].as_array().cloned().unwrap_or_default();
    let masked = Value::from("Grades.java:6 variable becomes bonus");
    assert!(tests.iter().any(|test| notices(test).contains(&masked)), "{class:#}");
    assert!(text.contains("// fails if Grades.java:"), "{text}");
    let left = class["uncovered"].as_array().unwrap();
    assert!(left.iter().all(|goal| goal["goal"].as_str().unwrap().contains(" (noticed)")), "{class:#}");
    assert!(left.iter().all(|goal| !goal["reason"].as_str().unwrap().is_empty()), "{class:#}");
}

#[test]
fn same_seed_and_budget_give_the_same_suite() {
    let jdk = &jdks()[0];
    let ((_, _, one), (_, _, other)) =
        (suite(jdk, "branch,strong-mutation"), suite(jdk, "branch,strong-mutation"));
    assert_eq!(one, other);
}
