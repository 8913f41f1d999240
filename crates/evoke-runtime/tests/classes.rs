//! The sets of classes.

use evoke_runtime::{ClassBytes, MEASURE_CLASSES, SEARCH_CLASSES, VERIFIER_CLASSES};

fn mentions(class: &ClassBytes, package: &str) -> bool {
    class.bytes.windows(package.len()).any(|bytes| bytes == package.as_bytes())
}

#[test]
fn neither_of_two_sets_has_or_mentions_classes_of_the_other() {
    for (set, own, other) in [
        (SEARCH_CLASSES, "evoke/runtime/", "evoke/verify/"),
        (VERIFIER_CLASSES, "evoke/verify/", "evoke/runtime/"),
    ] {
        for class in set {
            assert!(class.name.starts_with(own) && !mentions(class, other), "{}", class.name);
        }
    }
}

#[test]
fn classes_are_those_of_java_8() {
    const JAVA_8: [u8; 2] = [0, 52];
    for class in SEARCH_CLASSES.iter().chain(VERIFIER_CLASSES).chain(MEASURE_CLASSES) {
        assert_eq!(class.bytes[6..8], JAVA_8, "{}", class.name);
    }
}
