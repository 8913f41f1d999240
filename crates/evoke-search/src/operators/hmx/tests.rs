//! Which calls are paired, and what becomes of their arguments.

use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::sample_cluster::{SampleCluster, assert_type_correct};

fn test_of(value: Value, callable: CallableId) -> TestCase {
    let mut test = TestCase::new(vec![Statement::Value(value)]);
    test.push(Statement::Invoke {
        callable,
        receiver: None,
        arguments: [VariableRef(0)].into_iter().collect(),
    });
    test
}

fn literal(test: &TestCase) -> &Value {
    let Statement::Value(value) = &test.statements()[0] else { panic!("{test:?}") };
    value
}

#[test]
fn numbers_of_calls_with_the_same_signature_are_crossed() {
    let sample = SampleCluster::new();
    let new_box = sample.cluster.generators(sample.boxes)[0];
    let mut rng = SearchRng::seed_from_u64(1);
    let mut n_changed = 0;
    for _ in 0..100 {
        let mut first = test_of(Value::Int(0), new_box);
        let mut second = test_of(Value::Int(1000), new_box);
        cross_data(&mut first, &mut second, 2.5, &sample.cluster, &mut rng);
        n_changed += usize::from(literal(&first) != &Value::Int(0) && literal(&second) != &Value::Int(1000));
        assert_type_correct(&first, &sample.cluster);
    }
    assert!(n_changed > 90, "{n_changed}");
}

#[test]
fn calls_of_different_signatures_are_left_alone() {
    let sample = SampleCluster::new();
    let new_box = sample.cluster.generators(sample.boxes)[0];
    let value_of = *sample.cluster.callables.last().map(|callable| &callable.id).expect("callables");
    let mut rng = SearchRng::seed_from_u64(2);
    let mut first = test_of(Value::Int(0), new_box);
    let mut second = test_of(Value::Int(1000), value_of);
    cross_data(&mut first, &mut second, 2.5, &sample.cluster, &mut rng);
    assert_eq!((literal(&first), literal(&second)), (&Value::Int(0), &Value::Int(1000)));
}

#[test]
fn values_of_different_kinds_stay() {
    let mut rng = SearchRng::seed_from_u64(3);
    let string = Value::String("a".into());
    let null = Value::Null(evoke_analysis::TypeTable::STRING);
    assert_eq!(cross_values(&string, &null, 2.5, &mut rng), None);
}

#[test]
fn crossed_numbers_stay_within_their_type() {
    let mut rng = SearchRng::seed_from_u64(4);
    let pairs = [
        (Value::Byte(i8::MIN), Value::Byte(i8::MAX)),
        (Value::Char(0), Value::Char(u16::MAX)),
        (Value::Int(i32::MIN), Value::Int(i32::MAX)),
        (Value::Double(f64::MIN), Value::Double(f64::MAX)),
    ];
    for (first, second) in pairs {
        for _ in 0..200 {
            let (crossed, other) = cross_values(&first, &second, 2.5, &mut rng).expect("numbers");
            assert_eq!(crossed.type_id(), first.type_id());
            assert!(number(&crossed).is_some_and(f64::is_finite));
            assert!(number(&other).is_some_and(f64::is_finite));
        }
    }
    assert_eq!(with_number(&Value::Byte(1), 200.0), Value::Byte(i8::MAX));
    assert_eq!(with_number(&Value::Char(1), -5.0), Value::Char(0));
    assert_eq!(with_number(&Value::Boolean(true), 0.4), Value::Boolean(false));
    assert_eq!(with_number(&Value::Double(3.0), f64::NAN), Value::Double(3.0));
}
