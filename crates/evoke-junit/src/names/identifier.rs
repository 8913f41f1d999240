//! Identifiers of Java: how words are joined, and how one name is made unlike another.

use std::collections::BTreeSet;

/// Makes the name unlike those taken by a number at its end, and takes it.
pub(crate) fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    if taken.insert(name.to_owned()) {
        return name.to_owned();
    }
    // A name that ends in a digit would swallow the number.
    let separator = if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
    let mut number = 2;
    loop {
        let numbered = format!("{name}{separator}{number}");
        if taken.insert(numbered.clone()) {
            return numbered;
        }
        number += 1;
    }
}

/// `Fraction` becomes `fraction`, `URLCodec` becomes `urlCodec`.
pub(super) fn decapitalized(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let capitals = characters.iter().take_while(|found| found.is_uppercase()).count();
    // Of a row of capitals the last begins the next word, unless the name ends there.
    let lowered = match capitals {
        0 | 1 => capitals,
        _ if capitals == characters.len() => capitals,
        _ if characters[capitals].is_alphabetic() => capitals - 1,
        _ => capitals,
    };
    let (head, tail) = characters.split_at(lowered);
    head.iter().flat_map(|found| found.to_lowercase()).chain(tail.iter().copied()).collect()
}

pub(crate) fn capitalized(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
