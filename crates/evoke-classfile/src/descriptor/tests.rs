//! Facts about descriptors.

use proptest::prelude::*;

use super::*;

fn field_type() -> impl Strategy<Value = FieldType> {
    let leaf = prop_oneof![
        Just(FieldType::Boolean),
        Just(FieldType::Byte),
        Just(FieldType::Char),
        Just(FieldType::Short),
        Just(FieldType::Int),
        Just(FieldType::Long),
        Just(FieldType::Float),
        Just(FieldType::Double),
        "[a-zA-Z$_ü]{1,8}(/[a-zA-Z$_]{1,8}){0,3}".prop_map(|name| FieldType::Object(ClassName::new(&name))),
    ];
    (leaf, 0..6).prop_map(|(leaf, dimensions)| {
        (0..dimensions).fold(leaf, |inner, _| FieldType::Array(Box::new(inner)))
    })
}

proptest! {
    #[test]
    fn printed_method_descriptor_parses_to_the_same(
        parameters in prop::collection::vec(field_type(), 0..8),
        return_type in prop::option::of(field_type()),
    ) {
        let descriptor = MethodDescriptor { parameters, return_type };
        prop_assert_eq!(MethodDescriptor::parse(&descriptor.to_string()), Ok(descriptor));
    }

    #[test]
    fn parsed_descriptor_prints_as_it_was(text in "[()\\[ZIJLV;a/.é]{0,12}") {
        if let Ok(parsed) = FieldType::parse(&text) {
            prop_assert_eq!(parsed.to_string(), text.clone());
        }
        if let Ok(parsed) = MethodDescriptor::parse(&text) {
            prop_assert_eq!(parsed.to_string(), text);
        }
    }
}

#[test]
fn text_that_is_no_descriptor_is_refused() {
    for text in ["", "V", "L;", "La.b;", "L[;", "[", "[V", "I ", "II", "Ljava/lang/String"] {
        assert!(FieldType::parse(text).is_err(), "{text}");
    }
    for text in ["", "()", "(V)V", "()VV", "(I", "I)V", "(I)", "()[V"] {
        assert!(MethodDescriptor::parse(text).is_err(), "{text}");
    }
}

#[test]
fn array_of_more_than_255_dimensions_is_refused() {
    assert!(FieldType::parse(&format!("{}I", "[".repeat(255))).is_ok());
    assert!(FieldType::parse(&format!("{}I", "[".repeat(256))).is_err());
}

#[test]
fn long_and_double_parameters_take_two_slots() {
    let descriptor = MethodDescriptor::parse("(IJ[J[[DDLjava/lang/Long;)V").unwrap();
    assert_eq!(descriptor.parameter_slots(), 1 + 2 + 1 + 1 + 2 + 1);
}
