//! Classes a second on the guava jar of `EVOKE_TEST_JARS`: finding goals, instrumenting as class under test,
//! and as dependency.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark that cannot go on fails")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evoke_analysis::ClassUnderTest;
use evoke_classfile::{ClassFile, ClassPath, Jdk, Origin};
use evoke_instrument::{InstrumentOptions, Instrumenter};

fn guava_classes() -> Vec<Vec<u8>> {
    let jars = std::env::var_os("EVOKE_TEST_JARS").expect("EVOKE_TEST_JARS");
    let mut jars = std::env::split_paths(&jars);
    let is_guava = |name: &std::ffi::OsStr| name.to_str().is_some_and(|name| name.starts_with("guava-"));
    let guava = jars.find(|jar| jar.file_name().is_some_and(is_guava)).expect("guava in EVOKE_TEST_JARS");
    let class_path = ClassPath::open(&[guava], &Jdk::for_tests().unwrap()[0]).unwrap();
    let mut classes = Vec::new();
    class_path
        .for_each_class(&mut |_, origin, bytes| {
            if matches!(origin, Origin::Entry(_)) {
                classes.push(bytes.to_vec());
            }
        })
        .unwrap();
    classes
}

fn guava(criterion: &mut Criterion) {
    let classes = guava_classes();
    let parsed: Vec<ClassFile> = classes.iter().map(|bytes| ClassFile::parse(bytes).unwrap()).collect();
    let criteria = [evoke_analysis::Criterion::Branch, evoke_analysis::Criterion::Line];
    let mut group = criterion.benchmark_group("guava");
    group.sample_size(20).throughput(Throughput::Elements(classes.len() as u64));
    group.bench_function("find goals", |bencher| {
        bencher.iter(|| {
            for class in &parsed {
                black_box(ClassUnderTest::analyse(std::slice::from_ref(class), &criteria));
            }
        });
    });
    let instrumenter =
        Instrumenter::new(&ClassUnderTest::analyse(&parsed, &criteria), InstrumentOptions::default());
    group.bench_function("instrument as class under test", |bencher| {
        bencher.iter(|| {
            for (class, bytes) in parsed.iter().zip(&classes) {
                black_box(instrumenter.instrument_under_test(&class.name, bytes));
            }
        });
    });
    group.bench_function("instrument as dependency", |bencher| {
        bencher.iter(|| {
            for (class, bytes) in parsed.iter().zip(&classes) {
                black_box(instrumenter.instrument_dependency(&class.name, bytes));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, guava);
criterion_main!(benches);
