//! What is drawn matches, according to an implementation of regular expressions that is not ours.

use proptest::prelude::*;
use rand_pcg::rand_core::SeedableRng;

use super::RegularExpression;
use crate::SearchRng;

fn parse(text: &str) -> Option<RegularExpression> {
    RegularExpression::parse(&text.encode_utf16().collect::<Vec<u16>>())
}

fn assert_draws_match(text: &str) {
    let expression = parse(text).unwrap_or_else(|| panic!("`{text}` is refused"));
    let oracle = regex::Regex::new(&format!("^(?s:{text})$")).unwrap();
    let mut rng = SearchRng::seed_from_u64(1);
    for _ in 0..50 {
        let drawn = String::from_utf16(expression.draw(&mut rng).units()).unwrap();
        assert!(oracle.is_match(&drawn), "{drawn:?} does not match `{text}`");
    }
}

#[test]
fn drawn_strings_match_expressions_as_programs_have_them() {
    for text in [
        r"^(\w+)\s*=\s*(.*)$",
        r"[+-]?\d{1,3}(?:\.\d+)?([eE][+-]?\d+)?",
        r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
        r"(GMT|UTC)?[^\d,;]{2,}",
        r"(?<year>\d{4})-(?<month>0[1-9]|1[0-2])",
        r"\p{Alpha}[\w.-]*@[\w-]+\.com",
        r"[\[\]{}()]+|\$\{[^}]+\}",
        r"\x41\u0042\t?",
        "",
        "a|b|",
    ] {
        assert_draws_match(text);
    }
}

#[test]
fn what_is_not_regular_is_refused() {
    for text in ["(?=a)b", "(?<!a)b", r"(a)\1", "[a-z&&[^b]]", r"\k<name>"] {
        assert_eq!(parse(text), None, "`{text}`");
    }
}

#[test]
fn malformed_expressions_are_refused() {
    for text in ["(", "a)", "[", "a{", "a{2", "*", "\\", "a{3,2}", r"\p{", &"(".repeat(100_000)] {
        assert_eq!(parse(text), None);
    }
}

#[test]
fn nested_repetitions_give_a_string_of_bounded_length() {
    let nested = format!("{}a{}", "(".repeat(20), ")*".repeat(20));
    let mut rng = SearchRng::seed_from_u64(1);
    for text in [nested.as_str(), "(((a{64}){64}){64}){64}"] {
        assert!(parse(text).unwrap().draw(&mut rng).len() <= 500);
    }
}

#[test]
fn all_alternatives_are_drawn() {
    let expression = parse("a|b|c").unwrap();
    let mut rng = SearchRng::seed_from_u64(1);
    let drawn: std::collections::BTreeSet<Vec<u16>> =
        (0..100).map(|_| expression.draw(&mut rng).units().to_vec()).collect();
    assert_eq!(drawn.len(), 3);
}

/// Expressions of the supported part, as text.
fn expressions() -> impl Strategy<Value = String> {
    let class = r"\[\^?[a-f]-[g-z][0-5]?\]";
    let atom = prop_oneof![
        "[a-zA-Z0-9 ]",
        class,
        Just(r"\d".to_owned()),
        Just(r"\W".to_owned()),
        Just(".".to_owned())
    ];
    atom.prop_recursive(4, 24, 4, |inner| {
        let quantifier = prop_oneof!["[*+?]", r"\{[1-3]\}", r"\{[1-3],\}", r"\{1,[2-4]\}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("({})", parts.join("|"))),
            (inner, quantifier).prop_map(|(inner, quantifier)| format!("(?:{inner}){quantifier}")),
        ]
    })
}

proptest! {
    #[test]
    fn drawn_strings_match_whatever_the_expression(text in expressions()) {
        assert_draws_match(&text);
    }

    #[test]
    fn parsing_anything_ends_without_a_panic(units in prop::collection::vec(any::<u16>(), 0..40)) {
        let _ = RegularExpression::parse(&units);
    }

    #[test]
    fn parsing_any_operators_ends_without_a_panic(text in r"[\[\](){}|\\^$.*+?a-c0-3,&:<>=!-]{0,30}") {
        if let Some(expression) = parse(&text) {
            expression.draw(&mut SearchRng::seed_from_u64(1));
        }
    }
}
