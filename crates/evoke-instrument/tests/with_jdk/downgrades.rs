//! Classes that cannot take all probes: they still run, and say what they lack.

use std::fs;

use evoke_analysis::{ClassUnderTest, Criterion};
use evoke_classfile::rewrite::RewriteError;
use evoke_classfile::{ClassFile, ClassName};
use evoke_instrument::{
    Downgrade, Extent, InstrumentOptions, Instrumented, Instrumenter, Loss, LossReason, LostProbes,
};
use tempfile::TempDir;

use crate::jdk_tools as java;

const WITH_MUTANTS: [Criterion; 3] = [Criterion::Branch, Criterion::Line, Criterion::WeakMutation];

/// The class file of `Subject`, whose source this is.
fn compiled(source: &str) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("Subject.java");
    fs::write(&path, source).unwrap();
    let classes = folder.path().join("classes");
    java::compile(&classes, None, &[path]);
    fs::read(classes.join("Subject.class")).unwrap()
}

fn instrumenter(bytes: &[u8], criteria: &[Criterion]) -> Instrumenter {
    let class = ClassUnderTest::analyse(&[ClassFile::parse(bytes).unwrap()], criteria);
    Instrumenter::new(&class, InstrumentOptions::default())
}

fn as_class_under_test(bytes: &[u8], criteria: &[Criterion]) -> Instrumented {
    instrumenter(bytes, criteria).instrument_under_test(&subject(), bytes)
}

fn subject() -> ClassName {
    ClassName::new("Subject")
}

fn losses(instrumented: &Instrumented) -> Vec<(Extent, LostProbes)> {
    let losses = instrumented.downgrade.iter().flat_map(|downgrade| &downgrade.losses);
    losses.map(|loss| (loss.extent.clone(), loss.probes)).collect()
}

/// A class with so many constants that the numbers of its mutants do not fit beside them.
fn class_of_many_constants() -> String {
    let method = |number: u32| {
        let terms: Vec<String> = (0..600).map(|term| (100_000 + number * 600 + term).to_string()).collect();
        format!("int m{number}(int x) {{ return x + {}; }}\n", terms.join(" - x + "))
    };
    format!("class Subject {{\n{}}}\n", (0..100).map(method).collect::<String>())
}

/// A class with a method of one line and 9 bytes for each time.
fn class_of_long_method(times: usize) -> String {
    format!("class Subject {{ static void run(int[] a) {{ {} }} }}", "a[a[0]]++; ".repeat(times))
}

#[test]
fn class_with_room_for_all_probes_lacks_nothing() {
    let bytes = compiled("class Subject { boolean is(int a) { return a > 3; } }");
    assert_eq!(as_class_under_test(&bytes, &WITH_MUTANTS).downgrade, None);
    assert_eq!(instrumenter(&bytes, &WITH_MUTANTS).instrument_dependency(&subject(), &bytes).downgrade, None);
}

#[test]
fn class_with_too_full_a_constant_pool_goes_without_mutants_and_says_so() {
    let bytes = compiled(&class_of_many_constants());
    let with_mutants = as_class_under_test(&bytes, &WITH_MUTANTS);
    let without = as_class_under_test(&bytes, &[Criterion::Branch, Criterion::Line]);
    assert!(with_mutants.bytes == without.bytes);
    assert_eq!(without.downgrade, None);
    let loss = Loss {
        extent: Extent::Class,
        probes: LostProbes::MutantsAndEffort,
        reason: LossReason::Class(RewriteError::ConstantPoolFull),
    };
    assert_eq!(with_mutants.downgrade, Some(Downgrade { class: subject(), losses: vec![loss] }));
}

#[test]
fn method_that_mutants_make_too_large_goes_without_them_and_says_so() {
    let bytes = compiled(&class_of_long_method(3000));
    let instrumented = as_class_under_test(&bytes, &WITH_MUTANTS);
    let method = Extent::Method("run([I)V".to_owned());
    assert_eq!(losses(&instrumented), [(method, LostProbes::MutantsAndEffort)]);
    assert_eq!(as_class_under_test(&bytes, &[Criterion::Branch, Criterion::Line]).downgrade, None);
}

#[test]
fn method_that_any_probe_makes_too_large_goes_without_all_and_says_so() {
    let bytes = compiled(&class_of_long_method(7281));
    let instrumented = as_class_under_test(&bytes, &WITH_MUTANTS);
    let downgrade = instrumented.downgrade.unwrap();
    assert_eq!(
        downgrade.to_string(),
        "Subject: run([I)V has no probes and no limits (the method would become too large)"
    );
}

#[test]
fn class_that_cannot_be_rewritten_runs_as_it_is_and_says_so() {
    let bytes = compiled("class Subject { boolean is(int a) { return a > 3; } }");
    let instrumenter = instrumenter(&bytes, &WITH_MUTANTS);
    let cut = &bytes[..bytes.len() - 1];
    for instrumented in [
        instrumenter.instrument_under_test(&subject(), cut),
        instrumenter.instrument_dependency(&subject(), cut),
    ] {
        assert_eq!(instrumented.bytes, cut);
        assert_eq!(losses(&instrumented), [(Extent::Class, LostProbes::All)]);
    }
}
