//! What a class does when its objects are written to a stream and read back.

use std::fs;

use crate::support::{Project, jdks, stderr};

#[test]
fn code_that_only_serialization_calls_is_covered_by_copies_that_the_suite_makes_itself() {
    let jdks = jdks();
    for (jdk, junit) in jdks.iter().flat_map(|jdk| [(jdk, "5"), (jdk, "4")]) {
        let project = Project::of("frozen", jdk, |_, text| text);
        let (output, record) = project.generate(&[
            "frozen.Thermometer",
            "--budget-statements",
            "50000",
            "--seed",
            "1",
            "--junit",
            junit,
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        let branches = &class["goals"]["branch"];
        assert_eq!(branches["covered"], branches["total"], "{:#}", class["uncovered"]);
        let text = fs::read_to_string(project.path("evoke-tests/frozen/ThermometerEvokeTest.java")).unwrap();
        assert!(text.contains("Thermometer copy = copyBySerialization(thermometer);"), "{text}");
        assert!(text.contains("void serializationThrowsInvalidObjectException()"), "{text}");
        assert!(text.contains("copy.highest()") && !text.contains("evoke.runtime"), "{text}");
    }
}
