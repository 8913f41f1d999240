//! Damaged class files are analysed and instrumented, or refused with an error; nothing panics.

use std::fs;

use evoke_analysis::{ClassUnderTest, Criterion};
use evoke_classfile::ClassFile;
use evoke_instrument::{Extent, InstrumentOptions, Instrumented, Instrumenter};
use tempfile::TempDir;

use crate::jdk_tools as java;

/// Does with a class what a run would do; whether it was taken. One that is refused comes out as it was, and says so.
fn is_accepted(bytes: &[u8]) -> bool {
    let Ok(class) = ClassFile::parse(bytes) else { return false };
    let name = class.name.clone();
    let class_under_test = ClassUnderTest::analyse(&[class], &Criterion::ALL);
    let instrumenter = Instrumenter::new(&class_under_test, InstrumentOptions::default());
    let is_taken = |instrumented: Instrumented| {
        let losses = instrumented.downgrade.map_or_else(Vec::new, |downgrade| downgrade.losses);
        let is_refused = losses.iter().any(|loss| loss.extent == Extent::Class);
        assert!(!is_refused || instrumented.bytes == bytes);
        !is_refused
    };
    is_taken(instrumenter.instrument_under_test(&name, bytes))
        && is_taken(instrumenter.instrument_dependency(&name, bytes))
}

#[test]
fn class_with_any_one_byte_damaged_is_taken_or_refused() {
    let folder = TempDir::new().unwrap();
    let classes = folder.path().join("classes");
    java::compile(&classes, None, &[java::test_source("Branches.java")]);
    let bytes = fs::read(classes.join("Branches.class")).unwrap();
    assert!(is_accepted(&bytes));
    let mut n_accepted = 0;
    for position in 0..bytes.len() {
        for damage in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[position] ^= damage;
            n_accepted += usize::from(is_accepted(&damaged));
        }
    }
    assert!(n_accepted > 0 && n_accepted < 3 * bytes.len());
}

#[test]
fn truncated_class_is_refused() {
    let folder = TempDir::new().unwrap();
    let classes = folder.path().join("classes");
    java::compile(&classes, None, &[java::test_source("Branches.java")]);
    let bytes = fs::read(classes.join("Branches.class")).unwrap();
    assert!((0..bytes.len()).all(|length| !is_accepted(&bytes[..length])));
}
