//! Classes that have nothing to call: their static fields are read.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

#[test]
fn class_of_constants_is_initialised_by_reading_one() {
    for jdk in jdks() {
        let project = Project::of("constants", &jdk, |_, text| text);
        let (output, record) =
            project.generate(&["constants.Platform", "--budget-statements", "5000", "--seed", "1"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let branches = &record["classes"][0]["goals"]["branch"];
        assert_eq!(
            (branches["covered"].as_u64(), branches["total"].as_u64()),
            (Some(1), Some(2)),
            "not covered is the way that was not gone: {record:#}"
        );
        let text = fs::read_to_string(project.path("evoke-tests/constants/PlatformEvokeTest.java")).unwrap();
        assert!(text.contains("Platform.HAS_SQL") || text.contains("Platform.ORDER"), "{text}");
        assert!(!text.contains("LIMIT"), "the compiler writes the constant in its place: {text}");
        let arguments = [
            &["measure", "evoke-tests", "--class", "constants.Platform", "--criteria", "branch"][..],
            &["--classpath", "classes", "--json"],
        ];
        let output = project.evoke(&arguments.concat());
        let measured: Value = serde_json::from_slice(&output.stdout).unwrap();
        let branches = &measured["subjects"][0]["criteria"]["branch"];
        assert_eq!(branches["covered"], 1, "the initialiser went one way: {measured:#}");
    }
}
