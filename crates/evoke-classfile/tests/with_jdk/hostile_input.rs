//! Damaged classes are refused or read, and never end in a panic.

use evoke_classfile::rewrite::rewrite;
use evoke_classfile::{ClassFile, ClassName, ClassPath};
use proptest::prelude::*;

use crate::jdk_tools;
use crate::probes::Probe;

/// Classes with switches, handlers, frames of every kind, generics, records and lambdas.
const NAMES: [&str; 6] = [
    "java/util/regex/Pattern",
    "java/util/HashMap",
    "java/lang/String",
    "java/lang/Enum",
    "java/util/concurrent/CompletableFuture",
    "java/lang/runtime/ObjectMethods",
];

/// Reads and rewrites in every way; what comes out must be a result.
fn survive(bytes: &[u8]) {
    let _ = ClassFile::parse(bytes);
    for probe in [Probe::Nothing, Probe::Everywhere, Probe::IntLocalAndPad(300)] {
        if let Ok(rewritten) = rewrite(bytes, &mut { probe }) {
            let _ = ClassFile::parse(&rewritten.bytes);
        }
    }
}

fn originals() -> Vec<Vec<u8>> {
    let jdk = jdk_tools::jdks().remove(0);
    let class_path = ClassPath::open(&[], &jdk).unwrap();
    NAMES.iter().map(|name| class_path.find(&ClassName::new(name)).unwrap().unwrap()).collect()
}

#[test]
fn truncated_class_is_refused() {
    for bytes in originals() {
        for length in (0..bytes.len()).step_by(97) {
            assert!(ClassFile::parse(&bytes[..length]).is_err());
            assert!(rewrite(&bytes[..length], &mut { Probe::Nothing }).is_err());
        }
    }
}

#[test]
fn damaged_class_never_panics() {
    let originals = originals();
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6);
    proptest!(ProptestConfig::with_cases(400), |(which in 0..NAMES.len(), damage in damage)| {
        let mut bytes = originals[which].clone();
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        survive(&bytes);
    });
}
