//! Facts about generic signatures.

use proptest::prelude::*;

use super::*;

fn class_signature(text: &str) -> ClassSignature {
    ClassSignature::parse(text).unwrap()
}

#[test]
fn printing_gives_the_text_back() {
    for text in [
        "Ljava/lang/Object;",
        "<K:Ljava/lang/Object;V::Ljava/lang/Comparable<-TV;>;>Ljava/util/AbstractMap<TK;TV;>;Ljava/io/Serializable;",
        "<T:>Ljava/lang/Object;",
        "<A:TB:>La/Base;",
        "<A:TB;B:Ljava/lang/Object;>La/Base;",
    ] {
        assert_eq!(class_signature(text).to_string(), text);
    }
    for text in [
        "()V",
        "<T:Ljava/lang/Object;E:Ljava/lang/Exception;>([[TT;IJLjava/util/List<+[I>;)TT;^TE;^Ljava/io/IOException;",
        "(La/Outer<TK;>.Middle.Inner<*>;)[Z",
    ] {
        assert_eq!(MethodSignature::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn name_of_a_nested_type_is_its_binary_name() {
    let parsed = TypeSignature::parse("La/Outer<TK;>.Middle.Inner<*>;").unwrap();
    let TypeSignature::Class(inner) = parsed else { panic!("{parsed} is no class") };
    assert_eq!(inner.name.as_str(), "a/Outer$Middle$Inner");
    assert_eq!(inner.arguments, [TypeArgument::Any]);
    let outer = inner.outer.unwrap().outer.unwrap();
    assert_eq!(outer.name.as_str(), "a/Outer");
    assert_eq!(outer.arguments.len(), 1);
}

#[test]
fn bound_may_be_left_out() {
    let parsed = class_signature("<A:TB:Ljava/lang/Object;C::Ljava/lang/Runnable;>Ljava/lang/Object;");
    let names: Vec<&str> = parsed.type_parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["A", "TB", "C"]);
    assert_eq!(parsed.type_parameters[0].class_bound, None);
    assert_eq!(parsed.type_parameters[2].interface_bounds.len(), 1);
}

#[test]
fn malformed_signature_is_refused() {
    for text in
        ["", "L;", "La//b;", "La/;", "Ljava/util/List<>;", "TT", "La<*>", "La;;", "La.;", "[V", "La<[V>;"]
    {
        assert!(TypeSignature::parse(text).is_err(), "{text}");
    }
    for text in ["", "(", "()", "()VV", "<>()V", "<T>()V", "()V^I", "()V^[I"] {
        assert!(MethodSignature::parse(text).is_err(), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_without_overflowing_the_stack() {
    for (open, close) in [("[", ""), ("La<", ">;"), ("La<+[", ">;")] {
        let text = format!("{}I{}", open.repeat(20_000), close.repeat(20_000));
        assert!(TypeSignature::parse(&text).is_err());
    }
    assert!(TypeSignature::parse(&format!("La{};", ".b".repeat(20_000))).is_err());
}

proptest! {
    #[test]
    fn whatever_parses_prints_as_it_was(text in "[<>()LTV:;.*+\\-\\[^/Iaé]{0,24}") {
        if let Ok(parsed) = TypeSignature::parse(&text) {
            prop_assert_eq!(parsed.to_string(), text.clone());
        }
        if let Ok(parsed) = MethodSignature::parse(&text) {
            prop_assert_eq!(parsed.to_string(), text.clone());
        }
        if let Ok(parsed) = ClassSignature::parse(&text) {
            prop_assert_eq!(parsed.to_string(), text);
        }
    }
}
