//! What random tests look like: types, lengths, and how often what is drawn.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, Primitive, TypeTable};
use evoke_testcase::{Statement, StubReturn, TestCase, Value};
use rand_pcg::rand_core::SeedableRng;

use super::TestGenerator;
use crate::sample_cluster::{SampleCluster, assert_type_correct};
use crate::{SearchConfig, SearchRng};

fn random_tests(config: &SearchConfig, sample: &SampleCluster, n: usize) -> Vec<TestCase> {
    let generator = TestGenerator::new(config, &sample.cluster);
    let mut rng = SearchRng::seed_from_u64(1);
    (0..n).map(|_| generator.random_test(&mut rng)).collect()
}

#[test]
fn random_tests_are_type_correct_and_within_the_cap() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    for test in random_tests(&config, &sample, 2_000) {
        assert_type_correct(&test, &sample.cluster);
        assert!(!test.is_empty() && test.len() <= config.max_length);
    }
}

#[test]
fn every_member_under_test_is_called_about_equally_often() {
    let sample = SampleCluster::new();
    let mut calls: BTreeMap<CallableId, usize> = BTreeMap::new();
    let config = SearchConfig::default();
    let generator = TestGenerator::new(&config, &sample.cluster);
    let mut rng = SearchRng::seed_from_u64(1);
    let n = 10_000;
    for _ in 0..n {
        let mut test = TestCase::default();
        assert!(generator.insert_call_under_test(&mut test, 0, &mut rng));
        if let Some(Statement::Invoke { callable, .. }) = test.statements().last() {
            *calls.entry(*callable).or_default() += 1;
        }
    }
    let expected = n / sample.cluster.under_test.len();
    for callable in &sample.cluster.under_test {
        let count = calls.get(callable).copied().unwrap_or_default();
        assert!(count.abs_diff(expected) < expected / 5, "{callable:?}: {count} instead of {expected}");
    }
}

#[test]
fn parameter_of_a_type_that_nothing_gives_is_null() {
    let sample = SampleCluster::new();
    let mut seen = 0;
    for test in random_tests(&SearchConfig::default(), &sample, 500) {
        for statement in test.statements() {
            if let Statement::Invoke { callable, arguments, .. } = statement
                && *callable == sample.draw
            {
                seen += 1;
                assert_eq!(test.definition(arguments[0]), &Statement::Value(Value::Null(sample.shape)));
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn object_parameters_receive_strings_arrays_and_objects() {
    let sample = SampleCluster::new();
    let (mut strings, mut arrays, mut objects) = (0, 0, 0);
    for test in random_tests(&SearchConfig::default(), &sample, 1_000) {
        for statement in test.statements() {
            if let Statement::Invoke { callable, arguments, .. } = statement
                && *callable == sample.first
            {
                match test.definition(arguments[1]) {
                    Statement::Value(Value::String(_)) => strings += 1,
                    Statement::NewArray { .. } => arrays += 1,
                    Statement::Invoke { .. } => objects += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(strings > 20 && arrays > 20 && objects > 20, "{strings} {arrays} {objects}");
}

#[test]
fn constructor_that_needs_itself_ends_within_the_cap() {
    let sample = SampleCluster::with_only_recursive_generators();
    for test in random_tests(&SearchConfig::default(), &sample, 200) {
        assert_type_correct(&test, &sample.cluster);
        assert!(test.len() <= SearchConfig::default().max_length);
    }
}

#[test]
fn same_seed_gives_the_same_tests() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    assert_eq!(random_tests(&config, &sample, 50), random_tests(&config, &sample, 50));
}

#[test]
fn numbers_are_gaussian_with_a_share_of_special_values() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let generator = TestGenerator::new(&config, &sample.cluster);
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut n_small, mut n_extreme) = (0, 0);
    for _ in 0..10_000 {
        match generator.values.primitive(Primitive::Int, &mut rng) {
            Value::Int(i32::MIN | i32::MAX) => n_extreme += 1,
            Value::Int(value) if value.abs() <= 2048 => n_small += 1,
            Value::Int(_) => {}
            other => panic!("not an int: {other:?}"),
        }
    }
    // 0.3 of values are special, 0.1 of those extreme; of the others 68 % are within one standard deviation.
    assert!((250..350).contains(&n_extreme), "{n_extreme}");
    assert!((7_250..7_700).contains(&n_small), "{n_small}");
}

#[test]
fn void_is_never_defined_by_a_variable_that_is_used() {
    let sample = SampleCluster::new();
    for test in random_tests(&SearchConfig::default(), &sample, 200) {
        for variable in test.statements().iter().flat_map(Statement::references) {
            let ty = test.definition(variable).defined_type(&sample.cluster);
            assert!(ty.is_some_and(|ty| ty != TypeTable::VOID));
        }
    }
}

#[test]
fn callables_that_stall_are_called_rarely() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let generator = TestGenerator::new(&config, &sample.cluster);
    let mut rng = SearchRng::seed_from_u64(1);
    let mut count = |callable| {
        let choose =
            |_: &i32| generator.callables.choose(&sample.cluster.under_test, &mut rng) == Some(callable);
        (0..11_000).filter(choose).count()
    };
    let before = count(sample.draw);
    generator.callables.note_stall(sample.draw);
    let once = count(sample.draw);
    generator.callables.note_stall(sample.draw);
    let twice = count(sample.draw);
    assert!(
        (900..1_100).contains(&before) && (80..200).contains(&once) && twice < 60,
        "{before} {once} {twice}"
    );
    assert_eq!(generator.callables.choose(&[sample.draw], &mut rng), Some(sample.draw), "there is no other");
}

#[test]
fn type_that_nothing_gives_is_implemented_by_the_test() {
    let sample = SampleCluster::with_stub();
    let config = SearchConfig::default();
    let (mut n_stubs, mut n_polynomials, mut n_arguments) = (0, 0, 0);
    for test in random_tests(&config, &sample, 2_000) {
        assert_type_correct(&test, &sample.cluster);
        for statement in test.statements() {
            let Statement::Stub(instance) = statement else { continue };
            assert_eq!(instance.returns.len(), 2, "one a method that gives something");
            n_stubs += 1;
            n_polynomials += u32::from(matches!(instance.returns[0], StubReturn::Polynomial { .. }));
            n_arguments += u32::from(instance.returns[1] == StubReturn::Parameter(0));
        }
    }
    assert!(n_stubs > 100, "{n_stubs}");
    assert!(n_polynomials > n_stubs / 2 && n_polynomials < n_stubs, "{n_polynomials} of {n_stubs}");
    assert!(n_arguments > n_stubs / 10 && n_arguments < n_stubs / 2, "{n_arguments} of {n_stubs}");
}

#[test]
fn nothing_is_implemented_by_the_test_where_that_is_switched_off() {
    let sample = SampleCluster::with_stub();
    let mut config = SearchConfig::default();
    config.generation.stubs = false;
    let is_stub = |statement: &Statement| matches!(statement, Statement::Stub(_));
    assert!(!random_tests(&config, &sample, 500).iter().any(|test| test.statements().iter().any(is_stub)));
}
