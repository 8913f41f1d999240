//! Properties of the distances that hold for all values, tried on many drawn ones by a Java program.

use tempfile::TempDir;

use crate::jdk_tools as java;

#[test]
fn distances_are_zero_exactly_for_relations_that_hold() {
    let folder = TempDir::new().unwrap();
    let runtime = java::runtime_classes(folder.path());
    // A class of the runtime's own package may see its distances.
    java::compile(&runtime, Some(&runtime), &[java::test_source("evoke/runtime/DistanceProperties.java")]);
    let output = java::run(&[runtime], "evoke.runtime.DistanceProperties", &[]);
    assert_eq!(output.trim(), "40000 held");
}
