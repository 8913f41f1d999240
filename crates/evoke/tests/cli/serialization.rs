//! What a class does when its objects are written to a stream and read back.

use crate::support::{full_suite, jdks};

#[test]
fn code_that_only_serialization_calls_is_covered_by_copies_that_the_suite_makes_itself() {
    let jdks = jdks();
    for (jdk, junit) in jdks.iter().flat_map(|jdk| [(jdk, "5"), (jdk, "4")]) {
        let (text, _) = full_suite(("frozen", "frozen.Thermometer"), jdk, junit, "50000");
        assert!(text.contains("Thermometer copy = copyBySerialization(thermometer);"), "{text}");
        assert!(text.contains("void serializationThrowsInvalidObjectException"), "{text}");
        assert!(text.contains("copy.highest()") && !text.contains("evoke.runtime"), "{text}");
    }
}
