//! Parts of every kind of value, and distances to them.

use evoke_classfile::FieldType;
use proptest::prelude::*;

use super::*;

fn distances(ty: &str, value: PartitionedValue) -> Vec<(Part, f64)> {
    let partition = Partition::of(&FieldType::parse(ty).unwrap());
    partition.parts().into_iter().map(|part| (part, part.distance(value))).collect()
}

#[test]
fn integer_is_as_far_from_a_part_as_it_would_have_to_move() {
    assert_eq!(
        distances("I", PartitionedValue::Integer(5)),
        [(Part::Negative, 6.0), (Part::Zero, 5.0), (Part::Positive, 0.0)]
    );
    assert_eq!(
        distances("J", PartitionedValue::Integer(0)),
        [(Part::Negative, 1.0), (Part::Zero, 0.0), (Part::Positive, 1.0)]
    );
}

#[test]
fn not_a_number_is_a_part_of_its_own() {
    assert_eq!(
        distances("D", PartitionedValue::Floating(f64::NAN)),
        [(Part::Negative, 1.0), (Part::Zero, 1.0), (Part::Positive, 1.0), (Part::NaN, 0.0)]
    );
    assert_eq!(distances("F", PartitionedValue::Floating(-0.5))[2], (Part::Positive, 1.5));
    assert_eq!(distances("F", PartitionedValue::Floating(-0.0))[1], (Part::Zero, 0.0));
}

#[test]
fn character_is_as_far_as_the_nearest_one_of_the_part() {
    let at = |character: char| distances("C", PartitionedValue::Character(character as u16));
    assert_eq!(at('b'), [(Part::Letter, 0.0), (Part::Digit, 41.0), (Part::OtherCharacter, 2.0)]);
    assert_eq!(at('0'), [(Part::Letter, 17.0), (Part::Digit, 0.0), (Part::OtherCharacter, 1.0)]);
    assert_eq!(at('é')[0], (Part::Letter, 0.0));
}

#[test]
fn boxed_values_are_told_apart_as_their_primitive_and_null() {
    assert_eq!(
        distances("Ljava/lang/Boolean;", PartitionedValue::Null),
        [(Part::Null, 0.0), (Part::True, 1.0), (Part::False, 1.0)]
    );
}

#[test]
fn string_is_as_far_from_empty_as_it_is_long() {
    assert_eq!(
        distances("Ljava/lang/String;", PartitionedValue::Length(3)),
        [(Part::Null, 1.0), (Part::Empty, 3.0), (Part::NonEmpty, 0.0)]
    );
    assert_eq!(distances("[I", PartitionedValue::Length(0))[2], (Part::NonEmpty, 1.0));
}

#[test]
fn enum_has_a_part_for_each_constant() {
    let kind = PartitionKind::Enum(vec!["RED".to_owned(), "BLUE".to_owned()]);
    let partition = Partition { kind, is_nullable: true };
    assert_eq!(partition.parts(), [Part::Null, Part::Constant(0), Part::Constant(1)]);
    assert_eq!(partition.name(Part::Constant(1)), "BLUE");
    assert_eq!(Part::Constant(0).distance(PartitionedValue::Constant(1)), 1.0);
    assert_eq!(Part::Constant(1).distance(PartitionedValue::Constant(1)), 0.0);
}

fn values() -> impl Strategy<Value = (&'static str, PartitionedValue)> {
    prop_oneof![
        any::<bool>().prop_map(|value| ("Z", PartitionedValue::Boolean(value))),
        any::<i64>().prop_map(|value| ("J", PartitionedValue::Integer(value))),
        any::<f64>().prop_map(|value| ("D", PartitionedValue::Floating(value))),
        any::<u16>().prop_map(|value| ("C", PartitionedValue::Character(value))),
        any::<u32>().prop_map(|value| ("[I", PartitionedValue::Length(value))),
        Just(("Ljava/lang/Object;", PartitionedValue::Object)),
        Just(("Ljava/lang/Integer;", PartitionedValue::Null)),
    ]
}

proptest! {
    #[test]
    fn every_value_lies_in_exactly_one_part((ty, value) in values()) {
        let in_it = distances(ty, value).into_iter().filter(|(_, distance)| *distance == 0.0).count();
        prop_assert_eq!(in_it, 1);
    }
}
