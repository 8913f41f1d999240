//! What random tests look like: types, lengths, and how often what is drawn.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, Constants, Occurring, Primitive, Type, TypeTable};
use evoke_testcase::{Statement, StubReturn, TestCase, Value, verify};
use rand_pcg::rand_core::SeedableRng;

use super::callable_choice::CallableChoice;
use super::{Ingredients, Knowledge, TestFactory};
use crate::sample_cluster::{SampleCluster, assert_type_correct};
use crate::{GenerationConfig, SearchConfig, SearchRng, Technique};

fn random_tests(config: &SearchConfig, sample: &SampleCluster, n: usize) -> Vec<TestCase> {
    let ingredients = Ingredients::new(config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    (0..n).map(|_| factory.random_test(&mut rng)).collect()
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

/// As receivers they are cast in source.
#[test]
fn objects_that_are_declared_to_be_of_a_supertype_are_receivers_and_no_arguments() {
    let (sample, make) = SampleCluster::with_wider_generator();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let mut knowledge = Knowledge::new(&config, &sample.cluster);
    knowledge.run_time_types.note(make, sample.boxes);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let tests: Vec<TestCase> = (0..500).map(|_| factory.random_test(&mut rng)).collect();
    let is_receiver = |test: &TestCase| {
        test.statements().iter().any(|it| matches!(it, Statement::Invoke { receiver: Some(_), .. }))
    };
    assert!(tests.iter().any(is_receiver));
    for test in tests {
        assert_eq!(verify(&test, &sample.cluster), Ok(()));
    }
}

#[test]
fn every_member_under_test_is_called_about_equally_often() {
    let sample = SampleCluster::new();
    let mut calls: BTreeMap<CallableId, usize> = BTreeMap::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let n = 10_000;
    for _ in 0..n {
        let mut test = TestCase::default();
        assert!(factory.insert_call_under_test(&mut test, 0, &mut rng));
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
fn array_of_a_class_that_the_test_cannot_name_is_not_made() {
    let mut sample = SampleCluster::new();
    let hidden = sample.cluster.types.intern_class("other/Hidden");
    let array = sample.cluster.types.intern(Type::Array(hidden), false);
    let sample = sample.finish();
    let mut n_arrays = 0;
    for test in random_tests(&SearchConfig::default(), &sample, 300) {
        for statement in test.statements() {
            if let Statement::NewArray { array_type, .. } = statement {
                assert_ne!(*array_type, array);
                n_arrays += 1;
            }
        }
    }
    assert!(n_arrays > 100, "{n_arrays}");
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
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut n_small, mut n_extreme) = (0, 0);
    for _ in 0..10_000 {
        match factory.literals().primitive(Primitive::Int, &mut rng) {
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
    let mut callables = Knowledge::new(&SearchConfig::default(), &sample.cluster).callables;
    let mut rng = SearchRng::seed_from_u64(1);
    let mut count = |callables: &CallableChoice, callable| {
        let choose = |_: &i32| callables.choose(&sample.cluster.under_test, &mut rng) == Some(callable);
        (0..11_000).filter(choose).count()
    };
    let before = count(&callables, sample.draw);
    callables.note_stall(sample.draw);
    let once = count(&callables, sample.draw);
    callables.note_stall(sample.draw);
    let twice = count(&callables, sample.draw);
    assert!(
        (900..1_100).contains(&before) && (80..200).contains(&once) && twice < 60,
        "{before} {once} {twice}"
    );
    assert_eq!(callables.choose(&[sample.draw], &mut rng), Some(sample.draw), "there is no other");
}

#[test]
fn half_of_the_values_come_from_the_constants_most_of_them_the_classs_own() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let mut constants = Constants::default();
    constants.own.integers = vec![Occurring { value: 1_000_000, count: 9 }];
    constants.used.integers = vec![Occurring { value: 2_000_000, count: 1 }];
    let ingredients = Ingredients::new(&config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut n_own, mut n_used) = (0, 0);
    for _ in 0..10_000 {
        match factory.literals().primitive(Primitive::Int, &mut rng) {
            Value::Int(999_999..=1_000_001) => n_own += 1,
            Value::Int(1_999_999..=2_000_001) => n_used += 1,
            _ => {}
        }
    }
    assert!((3_500..4_000).contains(&n_own), "{n_own}");
    assert!((1_000..1_500).contains(&n_used), "{n_used}");
}

#[test]
fn constants_that_are_switched_off_are_not_drawn() {
    let sample = SampleCluster::new();
    let config = SearchConfig { disabled: [Technique::Constants].into(), ..SearchConfig::default() };
    let mut constants = Constants::default();
    constants.own.integers = vec![Occurring { value: 1_000_000, count: 9 }];
    let ingredients = Ingredients::new(&config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    for _ in 0..2_000 {
        assert_ne!(factory.literals().primitive(Primitive::Int, &mut rng), Value::Int(1_000_000));
    }
}

#[test]
fn strings_of_the_constants_are_drawn_whole_and_in_parts() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let mut constants = Constants::default();
    constants.own.strings = vec![Occurring { value: "yyyy-MM-dd".encode_utf16().collect(), count: 1 }];
    let ingredients = Ingredients::new(&config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let drawn: Vec<String> =
        (0..5_000).map(|_| String::from_utf16_lossy(factory.literals().string(&mut rng).units())).collect();
    let n_whole = drawn.iter().filter(|text| *text == "yyyy-MM-dd").count();
    assert!((900..1_400).contains(&n_whole), "{n_whole}");
    let is_date =
        |text: &String| text.len() == 10 && text.split('-').all(|field| field.parse::<u32>().is_ok());
    assert!(drawn.iter().any(is_date), "the format is filled in");
    assert!(drawn.iter().any(|text| text == "yyyy-MM"), "parts are tried");
}

#[test]
fn strings_match_the_regular_expressions_of_the_constants() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let mut constants = Constants::default();
    constants.own.patterns = vec![Occurring { value: "[x-z]{6}!".encode_utf16().collect(), count: 1 }];
    let ingredients = Ingredients::new(&config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let oracle = regex::Regex::new("^[x-z]{6}!$").unwrap();
    let n_matching = (0..1_000)
        .filter(|_| oracle.is_match(&String::from_utf16_lossy(factory.literals().string(&mut rng).units())))
        .count();
    assert!(n_matching > 100, "{n_matching}");
}

#[test]
fn type_that_nothing_gives_is_implemented_by_the_test() {
    let sample = SampleCluster::with_stub();
    let config = SearchConfig::default();
    let (mut n_stubs, mut n_polynomials, mut n_arguments, mut n_throws) = (0, 0, 0, 0);
    for test in random_tests(&config, &sample, 2_000) {
        assert_type_correct(&test, &sample.cluster);
        for statement in test.statements() {
            let Statement::Stub(instance) = statement else { continue };
            assert_eq!(instance.returns.len(), 2, "one a method that gives something");
            n_stubs += 1;
            n_polynomials += u32::from(matches!(instance.returns[0], StubReturn::Polynomial { .. }));
            n_throws += u32::from(instance.returns[0] == StubReturn::Throw(0));
            n_arguments += u32::from(instance.returns[1] == StubReturn::Parameter(0));
        }
    }
    assert!(n_stubs > 100, "{n_stubs}");
    assert!(n_polynomials > n_stubs / 2 && n_polynomials < n_stubs, "{n_polynomials} of {n_stubs}");
    assert!(n_throws > n_stubs / 100 && n_throws < n_stubs / 5, "{n_throws} of {n_stubs}");
    assert!(n_arguments > n_stubs / 10 && n_arguments < n_stubs / 2, "{n_arguments} of {n_stubs}");
}

#[test]
fn method_of_a_stub_calls_what_it_is_given_where_that_is_not_switched_off() {
    let sample = SampleCluster::with_stub();
    let n_calling = |config: &SearchConfig| {
        let tests = random_tests(config, &sample, 1_000);
        let calls_back =
            |statement: &&Statement| matches!(statement, Statement::Stub(it) if !it.callbacks.is_empty());
        tests.iter().flat_map(evoke_testcase::TestCase::statements).filter(calls_back).count()
    };
    let with_disabled = |disabled| SearchConfig { disabled, ..SearchConfig::default() };
    assert!(n_calling(&with_disabled(BTreeSet::new())) > 20);
    assert_eq!(n_calling(&with_disabled([Technique::Callbacks].into())), 0);
}

#[test]
fn nothing_is_implemented_by_the_test_where_that_is_switched_off() {
    let sample = SampleCluster::with_stub();
    let config = SearchConfig { disabled: [Technique::Stubs].into(), ..SearchConfig::default() };
    let is_stub = |statement: &Statement| matches!(statement, Statement::Stub(_));
    assert!(!random_tests(&config, &sample, 500).iter().any(|test| test.statements().iter().any(is_stub)));
}

/// Calls of `add` on a receiver of which `is_counted` says yes, in 500 random tests without this part.
fn count_adds(
    sample: &SampleCluster,
    disabled: Technique,
    is_counted: fn(&Statement, usize) -> bool,
) -> usize {
    let add = sample.cluster.modifiers[&sample.boxes][0];
    let generation = GenerationConfig { filled_container: 0.5, chain_link: 0.5, ..Default::default() };
    let config = SearchConfig { disabled: [disabled].into(), generation, ..SearchConfig::default() };
    let mut n_counted = 0;
    for test in random_tests(&config, sample, 500) {
        assert_type_correct(&test, &sample.cluster);
        let mut n_by_receiver = vec![0; test.len()];
        for statement in test.statements() {
            let Statement::Invoke { callable, receiver: Some(receiver), .. } = statement else { continue };
            if *callable == add {
                n_by_receiver[receiver.index()] += 1;
                let n_on_receiver = n_by_receiver[receiver.index()];
                n_counted += usize::from(is_counted(test.definition(*receiver), n_on_receiver));
            }
        }
    }
    n_counted
}

#[test]
fn elements_are_put_into_a_new_container() {
    let mut sample = SampleCluster::new();
    let add = sample.cluster.modifiers[&sample.boxes][0];
    "addBox".clone_into(&mut sample.cluster.callables[add.index()].name);
    let is_third: fn(&Statement, usize) -> bool = |_, n_on_receiver| n_on_receiver == 3;
    let filled = count_adds(&sample, Technique::CallChains, is_third);
    let unfilled = count_adds(&sample, Technique::FilledContainers, is_third);
    assert!(filled > 2 * unfilled, "{filled} of {unfilled}");
}

#[test]
fn calls_that_give_their_receivers_type_are_chained() {
    let sample = SampleCluster::new();
    let add = sample.cluster.modifiers[&sample.boxes][0];
    assert_eq!(sample.cluster.callable(add).return_type, sample.boxes);
    let is_chained: fn(&Statement, usize) -> bool =
        |definition, _| matches!(definition, Statement::Invoke { receiver: Some(_), .. });
    let chained = count_adds(&sample, Technique::FilledContainers, is_chained);
    let unchained = count_adds(&sample, Technique::CallChains, is_chained);
    assert!(chained > 2 * unchained, "{chained} of {unchained}");
}

/// The lengths of the rows written into each array of arrays.
#[test]
fn class_that_the_code_names_is_the_literal_more_often_than_not() {
    let mut sample = SampleCluster::new();
    sample.cluster.named_classes = vec![sample.shape];
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let drawn = (0..900).map(|_| factory.class_literal(TypeTable::CLASS, &mut rng));
    let n_named = drawn.filter(|drawn| *drawn == Some(sample.shape)).count();
    assert!((550..650).contains(&n_named), "half, and a third of the rest: {n_named}");
}

#[test]
fn client_is_given_what_it_connects_with_before_it_connects() {
    let sample = SampleCluster::with_client();
    let is_named = |statement: &Statement, name: &str| matches!(statement, Statement::Invoke { callable, .. } if sample.cluster.callable(*callable).name == name);
    let mut n_connected = 0;
    for test in random_tests(&SearchConfig::default(), &sample, 500) {
        assert_type_correct(&test, &sample.cluster);
        let position = |name: &str| test.statements().iter().position(|it| is_named(it, name));
        n_connected += usize::from(
            position("setSocket").zip(position("connect")).is_some_and(|(first, then)| first < then),
        );
    }
    assert!(n_connected > 150, "{n_connected}");
}

fn rows_of(test: &TestCase) -> Vec<Vec<u32>> {
    let length = |statement: &Statement| match statement {
        Statement::NewArray { length, .. } => Some(*length),
        _ => None,
    };
    let rows = |array: usize| -> Vec<u32> {
        let row = |statement: &Statement| match statement {
            Statement::WriteElement { array: written, value, .. } if written.index() == array => {
                length(test.definition(*value))
            }
            _ => None,
        };
        test.statements().iter().filter_map(row).collect()
    };
    (0..test.len()).map(rows).filter(|rows| rows.len() > 1).collect()
}

#[test]
fn rows_of_an_array_of_arrays_mostly_have_one_length() {
    let sample = SampleCluster::with_matrix();
    let share = |config: &SearchConfig| {
        let tests = random_tests(config, &sample, 500);
        let all: Vec<Vec<u32>> = tests.iter().flat_map(rows_of).collect();
        let alike = all.iter().filter(|rows| rows.iter().all(|row| row == &rows[0])).count();
        assert!(all.len() > 20, "{}", all.len());
        alike as f64 / all.len() as f64
    };
    let config = SearchConfig::default();
    let mut without = SearchConfig::default();
    without.disabled.insert(Technique::RelatedSizes);
    let (with, without) = (share(&config), share(&without));
    assert!(with > 0.75 && with > without + 0.1, "{with} {without}");
}
