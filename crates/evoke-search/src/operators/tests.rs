//! Operators: results are type-correct, and things happen as often as they are defined to.

use std::collections::BTreeSet;

use evoke_analysis::{CallableId, CallableKind, Constants, StubId};
use evoke_testcase::{Statement, StubInstance, StubReturn, TestCase, Value};
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::generation::{Ingredients, Knowledge, TestFactory};
use crate::sample_cluster::{SampleCluster, assert_type_correct, call};
use crate::{CrossoverName, SearchConfig, SearchRng};

/// A test of independent literals.
fn literals(values: impl IntoIterator<Item = i32>) -> TestCase {
    TestCase::new(values.into_iter().map(|value| Statement::Value(Value::Int(value))).collect())
}

#[test]
fn mutants_of_mutants_stay_type_correct_and_within_the_cap() {
    let sample = SampleCluster::with_stub();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    for round in 0..200 {
        let mut test = factory.random_test(&mut rng);
        for _ in 0..50 {
            mutate(&mut test, round % 2 == 0, &factory, &mut rng);
            test.remove_unused_values();
            assert_type_correct(&test, &sample.cluster);
            assert!(test.len() <= config.max_length);
        }
    }
}

/// A raw type takes what its readers do not (JLS 5.1.9).
#[test]
fn null_of_a_raw_type_gives_way_to_nothing_that_its_readers_do_not_take() {
    let (sample, take) = SampleCluster::with_raw_type();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(2);
    let original = TestCase::new(vec![Statement::Value(Value::Null(sample.boxes)), call(take, None, &[0])]);
    for _ in 0..1_000 {
        let mut test = original.clone();
        mutate(&mut test, false, &factory, &mut rng);
        assert_type_correct(&test, &sample.cluster);
    }
}

#[test]
fn about_half_of_all_mutations_change_something() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(13);
    let original = literals((0..10).map(|value| value * 1_000_003));
    let mut n_mutated = 0;
    for _ in 0..1_000 {
        let mut test = original.clone();
        mutate(&mut test, false, &factory, &mut rng);
        n_mutated += usize::from(test != original);
    }
    // Each operator has its turn in a third of all cases, and touches something in two thirds of these.
    assert!((450..600).contains(&n_mutated), "{n_mutated}");
}

#[test]
fn method_of_a_stub_that_gives_nothing_comes_to_throw_and_no_longer_does() {
    let mut sample = SampleCluster::with_stub();
    let stub = &mut sample.cluster.stubs[0];
    stub.methods.retain(|method| !method.gives());
    stub.methods[0].thrown = vec!["java/io/IOException".into(), "java/lang/IllegalStateException".into()];
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(5);
    let instance = StubInstance {
        stub: StubId(0),
        arguments: [].as_slice().into(),
        returns: vec![StubReturn::Default],
        callbacks: Vec::new(),
    };
    let mut test = TestCase::new(vec![Statement::Stub(Box::new(instance))]);
    let mut endings = Vec::new();
    for _ in 0..200 {
        mutation::change(&mut test, &factory, &mut rng);
        assert_type_correct(&test, &sample.cluster);
        let Statement::Stub(instance) = &test.statements()[0] else { panic!("{test:?}") };
        if !endings.contains(&instance.returns[0]) {
            endings.push(instance.returns[0]);
        }
    }
    assert_eq!(endings.len(), 3, "{endings:?}");
}

#[test]
fn specimen_gives_way_to_another_where_any_object_will_do() {
    let (sample, [take_any, take_first, read]) = SampleCluster::with_specimens();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let callables = sample.cluster.callables.iter();
    let constructors: Vec<CallableId> =
        callables.filter(|it| it.kind == CallableKind::Constructor).map(|it| it.id).collect();
    let mut rng = SearchRng::seed_from_u64(8);
    let mut n_changed = |takes| {
        let original = TestCase::new(vec![call(constructors[0], None, &[]), call(takes, None, &[0])]);
        (0..300)
            .filter(|_| {
                let mut test = original.clone();
                mutation::change(&mut test, &factory, &mut rng);
                assert_type_correct(&test, &sample.cluster);
                assert!(!test.statements().iter().any(|it| it.calls(read) && it.references().is_empty()));
                let other = call(constructors[1], None, &[]);
                test.statements() == [other, original.statements()[1].clone()]
            })
            .count()
    };
    let n_any = n_changed(take_any);
    assert!(n_any > 30, "{n_any}");
    assert_eq!(n_changed(take_first), 0);
}

#[test]
fn children_are_type_correct_and_within_the_cap() {
    let sample = SampleCluster::with_stub();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(2);
    let mut n_children = 0;
    for _ in 0..2_000 {
        let parents = [factory.random_test(&mut rng), factory.random_test(&mut rng)];
        for child in cross_over(&parents[0], &parents[1], &factory, &mut rng).iter().flatten() {
            assert_type_correct(child, &sample.cluster);
            assert!(child.len() <= config.max_length);
            n_children += 1;
        }
    }
    assert!(n_children > 2_000);
}

#[test]
fn children_join_the_head_of_one_parent_and_the_tail_of_the_other() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(3);
    let first = literals(0..10);
    let second = literals(100..120);
    for _ in 0..100 {
        let [child, other] =
            cross_over(&first, &second, &factory, &mut rng).map(|child| child.expect("short"));
        let cut =
            child.statements().iter().filter(|statement| first.statements().contains(statement)).count();
        assert_eq!(child.statements()[..cut], first.statements()[..cut]);
        let tail = &child.statements()[cut..];
        assert!(second.statements().ends_with(tail));
        assert_eq!(
            (2 * cut).abs_diff(20 - tail.len()),
            (20 - tail.len()) % 2,
            "the same share of both parents"
        );
        assert_eq!(child.len() + other.len(), 30, "what one child leaves the other takes");
    }
}

#[test]
fn most_children_hold_statements_of_both_parents() {
    let sample = SampleCluster::new();
    let config = SearchConfig { crossover: CrossoverName::SinglePoint, ..SearchConfig::default() };
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(11);
    let (first, second) = (literals(0..10), literals(100..110));
    let mut n_mixed = 0;
    for _ in 0..100 {
        for child in cross_over(&first, &second, &factory, &mut rng).iter().flatten() {
            let has_of = |parent: &TestCase| {
                parent.statements().iter().any(|statement| child.statements().contains(statement))
            };
            n_mixed += usize::from(has_of(&first) && has_of(&second));
        }
    }
    assert!(n_mixed > 170, "nine of ten cuts leave something of both: {n_mixed} of 200");
}

#[test]
fn hmx_gives_children_arguments_that_neither_parent_has() {
    let sample = SampleCluster::new();
    let config = SearchConfig { crossover: CrossoverName::Hmx, ..SearchConfig::default() };
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(12);
    let new_box = sample.cluster.generators(sample.boxes)[0];
    let parent = |value| {
        let mut test = literals([value]);
        let arguments = [evoke_testcase::VariableRef(0)].into_iter().collect();
        test.push(Statement::Invoke { callable: new_box, receiver: None, arguments });
        test
    };
    let (first, second) = (parent(1_000), parent(2_000));
    let mut n_new = 0;
    for _ in 0..100 {
        for child in cross_over(&first, &second, &factory, &mut rng).iter().flatten() {
            let is_new = |statement: &Statement| matches!(statement, Statement::Value(Value::Int(value)) if ![1_000, 2_000].contains(value));
            n_new += usize::from(child.statements().iter().any(is_new));
        }
    }
    assert!(n_new > 150, "{n_new} of 200");
}

#[test]
fn child_beyond_the_cap_is_dropped() {
    let sample = SampleCluster::new();
    let crossover = CrossoverName::SinglePoint;
    let config = SearchConfig { max_length: 10, crossover, ..SearchConfig::default() };
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(4);
    for _ in 0..100 {
        let children = cross_over(&literals(0..2), &literals(0..20), &factory, &mut rng);
        assert!(children.iter().flatten().all(|child| child.len() <= 10));
        assert!(children.iter().any(Option::is_none), "22 statements do not fit into twice 10");
    }
}

#[test]
fn each_statement_is_removed_with_probability_one_in_n() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(5);
    let n_rounds = 10_000;
    let (mut n_removed, mut n_untouched) = (0, 0);
    for _ in 0..n_rounds {
        let mut test = literals(0..10);
        mutation::remove(&mut test, &factory, &mut rng);
        n_removed += 10 - test.len();
        n_untouched += usize::from(test.len() == 10);
    }
    assert!((9_700..10_300).contains(&n_removed), "one a round on average: {n_removed}");
    let expected = 0.9_f64.powi(10);
    assert!((n_untouched as f64 / f64::from(n_rounds) - expected).abs() < 0.02, "{n_untouched}");
}

#[test]
fn each_literal_is_changed_with_probability_one_in_n() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(6);
    let original = literals((0..10).map(|value| value * 1_000_003));
    let mut n_changed = 0;
    for _ in 0..10_000 {
        let mut test = original.clone();
        mutation::change(&mut test, &factory, &mut rng);
        n_changed += test.statements().iter().zip(original.statements()).filter(|(a, b)| a != b).count();
    }
    assert!((9_600..10_300).contains(&n_changed), "one a round on average: {n_changed}");
}

#[test]
fn numbers_move_by_the_configured_deviation() {
    let sample = SampleCluster::new();
    let mut config = SearchConfig::default();
    config.mutation.redraw = 0.0;
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(7);
    let mut squares = 0.0;
    for _ in 0..10_000 {
        let mut test = literals([1_000_000]);
        mutation::change(&mut test, &factory, &mut rng);
        let Statement::Value(Value::Int(value)) = test.statements()[0] else { panic!("{test:?}") };
        assert_ne!(value, 1_000_000);
        squares += f64::from(value - 1_000_000).powi(2);
    }
    let deviation = (squares / 10_000.0).sqrt();
    assert!((19.5..21.5).contains(&deviation), "20, and a little from rounding away from 0: {deviation}");
}

#[test]
fn further_insertions_have_halving_probabilities() {
    let sample = SampleCluster::new();
    let mut config = SearchConfig::default();
    // A call without parameters, so that an insertion is one statement.
    config.generation.variable_call_weight = 0.0;
    config.generation.new_argument_weight = 0.0;
    let mut cluster = sample.cluster;
    let mut plain = cluster.callable(sample.draw).clone();
    plain.receiver = None;
    plain.parameters.clear();
    plain.id = CallableId(cluster.callables.len() as u32);
    cluster.under_test = vec![plain.id];
    cluster.callables.push(plain);
    let ingredients = Ingredients::new(&config, &cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(8);
    let mut counts = [0; 40];
    for _ in 0..10_000 {
        let mut test = literals([1]);
        mutation::insert(&mut test, false, &factory, &mut rng);
        counts[test.len() - 1] += 1;
    }
    assert!((4_850..5_150).contains(&counts[0]), "{counts:?}");
    assert!((3_600..3_900).contains(&counts[1]), "1/2 · 3/4: {counts:?}");
    assert!((1_000..1_200).contains(&counts[2]), "1/2 · 1/4 · 7/8: {counts:?}");
}

#[test]
fn nothing_is_inserted_after_a_statement_that_throws() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(9);
    let mut n_inserted = 0;
    for _ in 0..1_000 {
        let mut test = literals([1, 2, 3]);
        n_inserted += usize::from(mutation::insert(&mut test, true, &factory, &mut rng));
        assert_eq!(test.statements().last(), literals([3]).statements().last());
    }
    assert!(n_inserted > 300);
}

#[test]
fn readers_of_a_removed_statement_read_another_of_its_type() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(10);
    let new_box = sample.cluster.generators(sample.boxes)[0];
    let call = |argument| Statement::Invoke {
        callable: new_box,
        receiver: None,
        arguments: [evoke_testcase::VariableRef(argument)].into_iter().collect(),
    };
    let mut test = literals([7, 8]);
    test.push(call(1));
    rebind::remove_rebinding(&mut test, &mut [false, true, false], factory.cluster, &mut rng);
    assert_eq!(test.statements()[1], call(0));

    let mut test = literals([7]);
    test.push(call(0));
    rebind::remove_rebinding(&mut test, &mut [true, false], factory.cluster, &mut rng);
    assert!(test.is_empty(), "nothing of the type is left");
}

#[test]
fn bits_that_the_code_asks_for_are_set_and_taken_away() {
    let sample = SampleCluster::new();
    let mut config = SearchConfig::default();
    config.mutation.redraw = 0.0;
    let mut constants = Constants::default();
    constants.own.masks.push(evoke_analysis::Occurring { value: 0x3000, count: 1 });
    let ingredients = Ingredients::new(&config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(&config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(3);
    let mut seen = BTreeSet::new();
    for _ in 0..300 {
        let mut test = literals([0x9_5000]);
        mutation::change(&mut test, &factory, &mut rng);
        if let Statement::Value(Value::Int(value)) = test.statements()[0] {
            seen.insert(value);
        }
    }
    for wanted in [0x9_7000, 0x9_4000, 0x1000] {
        assert!(seen.contains(&wanted), "no {wanted:x}");
    }
}

/// Mutants of a text, with a word among the constants of the class.
fn mutated_texts(config: &SearchConfig) -> Vec<String> {
    mutated_texts_before(config, &[])
}

/// The same of a test with other values after it.
fn mutated_texts_before(config: &SearchConfig, others: &[Value]) -> Vec<String> {
    mutated_texts_with(config, Constants::default(), others)
}

fn mutated_texts_with(config: &SearchConfig, mut constants: Constants, others: &[Value]) -> Vec<String> {
    let sample = SampleCluster::new();
    let word: Vec<u16> = "keyword".encode_utf16().collect();
    constants.own.strings.push(evoke_analysis::Occurring { value: word, count: 1 });
    let ingredients = Ingredients::new(config, &sample.cluster, &constants);
    let knowledge = Knowledge::new(config, &sample.cluster);
    let factory = TestFactory::new(&ingredients, &knowledge);
    let mut rng = SearchRng::seed_from_u64(1);
    let text = Value::String("12 abc".into());
    let values = [text].iter().chain(others).cloned().map(Statement::Value).collect();
    let original = TestCase::new(values);
    let mut texts = Vec::new();
    for _ in 0..3000 {
        let mut test = original.clone();
        mutation::change(&mut test, &factory, &mut rng);
        if let Statement::Value(Value::String(text)) = &test.statements()[0] {
            texts.push(String::from_utf16_lossy(text.units()));
        }
    }
    texts
}

#[test]
fn words_of_the_code_are_put_into_texts_and_parts_repeated_and_put_in_brackets() {
    let texts = mutated_texts(&SearchConfig::default());
    for wanted in ["12 keywordabc", "12 abc12 abc", "12 [abc]", "keyword abc", "12"] {
        assert!(texts.iter().any(|text| text == wanted), "no {wanted} in {texts:?}");
    }
    let mut without = SearchConfig::default();
    without.disabled.insert(crate::Technique::WordEdits);
    let texts = mutated_texts(&without);
    assert!(texts.iter().all(|text| !text.contains("keyword")), "{texts:?}");
}

#[test]
fn texts_get_lines_where_code_reads_such() {
    let has_lines = |text: &String| text.contains('\n');
    let constants = Constants { has_lines: true, ..Constants::default() };
    let texts = mutated_texts_with(&SearchConfig::default(), constants, &[]);
    for wanted in ["12 abc\n12 abc", "keyword\n12 abc", "12 abc\r\nkeyword"] {
        assert!(texts.iter().any(|text| text == wanted), "no {wanted:?} in {texts:?}");
    }
    assert!(!mutated_texts(&SearchConfig::default()).iter().any(has_lines));
}

#[test]
fn another_text_or_character_of_the_test_is_put_into_a_text() {
    let others = [Value::String("::=".into()), Value::Char(0x416)];
    let texts = mutated_texts_before(&SearchConfig::default(), &others);
    for wanted in ["::=", "\u{416}"] {
        assert!(texts.iter().any(|text| text.contains(wanted)), "no {wanted} in {texts:?}");
    }
    let texts = mutated_texts(&SearchConfig::default());
    assert!(texts.iter().all(|text| !text.contains("::=")), "{texts:?}");
}
