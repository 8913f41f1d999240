//! Code that a class hands to the objects it works with and to no test: what reaches it, and how that is written.

use std::fs;
use std::path::Path;

use crate::support::{Project, jdks, stderr};

/// The uncovered branches of `handed.Dispatcher`, and the suite.
fn dispatcher(project: &Project, more: &[&str]) -> (u64, String) {
    let mut arguments = vec!["handed.Dispatcher", "--budget-statements", "60000", "--seed", "1"];
    arguments.extend(more);
    let (output, record) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let class = &record["classes"][0];
    assert_eq!(class["dropped_tests"], 0, "{class:#}");
    let branches = &class["goals"]["branch"];
    let text = fs::read_to_string(project.path("evoke-tests/handed/DispatcherEvokeTest.java")).unwrap();
    (branches["total"].as_u64().unwrap() - branches["covered"].as_u64().unwrap(), text)
}

#[test]
fn objects_of_the_test_call_back_what_they_are_handed() {
    for jdk in jdks() {
        let project = Project::of("handed", &jdk, |_: &Path, text| text);
        let (n_uncovered, text) = dispatcher(&project, &[]);
        assert_eq!(n_uncovered, 0, "{text}");
        assert!(text.contains(".request(") && text.contains(".cancel();"), "{text}");
        assert!(text.contains("if (runCalls++ < 3) {"), "{text}");

        let (n_uncovered, _) = dispatcher(&project, &["--disable", "callbacks"]);
        assert!(n_uncovered >= 6, "{n_uncovered}");
    }
}
