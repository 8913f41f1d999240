//! Changes of strings. By characters: each is deleted or changed with probability `1/length`, others are inserted. By words, as
//! fuzzers with a dictionary change their inputs (AFL's "havoc" stage): a word that the code speaks of is put in, in
//! between or in place of a part or of all; a part is taken out, repeated or put in brackets. Documents that code reads grow, and so do texts that
//! it reads line by line.

use evoke_testcase::{JavaString, Statement, TestCase, Value};
use rand::Rng;
use rand::seq::IteratorRandom;

use super::chance::one_of;
use crate::generation::TestFactory;
use crate::{SearchRng, Technique};

/// Strings are not made longer than this by words.
const MAX_LENGTH: usize = 400;

/// Probability that a document of XML is given another element or attribute, where code under test reads such.
const GROWTH: f64 = 0.5;

/// Probability that a text is changed by lines, where code under test reads such.
const BY_LINES: f64 = 0.3;

/// Probability that lines end as network protocols have them end, where they do not yet.
const AS_IN_PROTOCOLS: f64 = 0.3;

/// Probability that a word which is put in is another text of the test.
const OF_THE_TEST: f64 = 0.2;

/// What parts are put in.
const BRACKETS: [[u8; 2]; 6] = [*b"()", *b"[]", *b"{}", *b"<>", *b"\"\"", *b"''"];

/// The string changed by words or by characters.
pub(super) fn edited(
    value: &JavaString,
    test: &TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> JavaString {
    let by_words = factory.config.has(Technique::WordEdits)
        && rng.random_bool(factory.config.mutation.word_edit)
        && value.len() < MAX_LENGTH;
    if factory.literals().has_documents()
        && value.len() < MAX_LENGTH
        && rng.random_bool(GROWTH)
        && let Some(grown) = factory.literals().grown(value, rng)
    {
        return grown;
    }
    if factory.literals().has_lines()
        && factory.config.has(Technique::WordEdits)
        && value.len() < MAX_LENGTH
        && rng.random_bool(BY_LINES)
    {
        return edited_by_lines(value, factory, rng);
    }
    if by_words {
        edited_by_words(value, test, factory, rng)
    } else {
        edited_by_characters(value, factory, rng)
    }
}

fn edited_by_words(
    value: &JavaString,
    test: &TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> JavaString {
    let units = value.units();
    let (one, other) = (cut(units, rng), cut(units, rng));
    let (start, end) = (one.min(other), one.max(other));
    let (before, part, after) = (&units[..start], &units[start..end], &units[end..]);
    let edited = match rng.random_range(0..7) {
        0 | 1 => [&units[..one], word(test, factory, rng).units(), &units[one..]].concat(),
        2 => [before, word(test, factory, rng).units(), after].concat(),
        3 => [before, part, part, after].concat(),
        4 => [before, after].concat(),
        5 => return factory.literals().string(rng),
        _ => {
            let [open, close] = BRACKETS[rng.random_range(0..BRACKETS.len())].map(u16::from);
            [before, &[open], part, &[close], after].concat()
        }
    };
    JavaString::from_units(&edited)
}

/// A line is repeated, a word or any string becomes a new one, or one is taken out. All lines end alike.
fn edited_by_lines(value: &JavaString, factory: &TestFactory<'_>, rng: &mut SearchRng) -> JavaString {
    const RETURN: u16 = b'\r' as u16;
    const FEED: u16 = b'\n' as u16;
    let units = value.units();
    let mut lines: Vec<&[u16]> = units.split(|unit| *unit == FEED).collect();
    let has_returns = lines[..lines.len() - 1].iter().any(|line| line.ends_with(&[RETURN]));
    for line in &mut lines {
        *line = line.strip_suffix(&[RETURN]).unwrap_or(line);
    }
    let end: &[u16] = if has_returns || rng.random_bool(AS_IN_PROTOCOLS) { &[RETURN, FEED] } else { &[FEED] };
    let (chosen, place) = (rng.random_range(0..lines.len()), rng.random_range(0..=lines.len()));
    let new = match rng.random_range(0..4) {
        0 => factory.literals().word(rng),
        1 => factory.literals().string(rng),
        2 => JavaString::from_units(lines[chosen]),
        _ => {
            lines.remove(chosen);
            return JavaString::from_units(&lines.join(end));
        }
    };
    lines.insert(place, new.units());
    JavaString::from_units(&lines.join(end))
}

/// Another text or character of the test, since what a text is searched for or split at is often given with it, or a word that the code
/// speaks of.
fn word(test: &TestCase, factory: &TestFactory<'_>, rng: &mut SearchRng) -> JavaString {
    if rng.random_bool(OF_THE_TEST) {
        let texts = test.statements().iter().filter_map(|statement| match statement {
            Statement::Value(Value::String(text)) if !text.is_empty() => Some(text.clone()),
            Statement::Value(Value::Char(unit)) => Some(JavaString::from_units(&[*unit])),
            _ => None,
        });
        if let Some(text) = texts.choose(rng) {
            return text;
        }
    }
    factory.literals().word(rng)
}

/// A place to cut: anywhere, or where a word, a number or a run of anything else ends.
fn cut(units: &[u16], rng: &mut SearchRng) -> usize {
    if rng.random() {
        return rng.random_range(0..=units.len());
    }
    let is_end =
        |place: &usize| *place == 0 || *place == units.len() || kind(units[place - 1]) != kind(units[*place]);
    let ends: Vec<usize> = (0..=units.len()).filter(is_end).collect();
    ends[rng.random_range(0..ends.len())]
}

fn kind(unit: u16) -> u8 {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_digit() => 0,
        Ok(byte) if !byte.is_ascii_alphabetic() => 1,
        _ => 2,
    }
}

/// Deletions, changes and insertions, each with probability 1/3; a character is touched with `1/length`.
fn edited_by_characters(value: &JavaString, factory: &TestFactory<'_>, rng: &mut SearchRng) -> JavaString {
    let mut units = value.units().to_vec();
    let probability = factory.config.mutation.operator_probability;
    if rng.random_bool(probability) {
        let length = units.len();
        units.retain(|_| !one_of(length, rng));
    }
    if rng.random_bool(probability) {
        let length = units.len();
        for unit in &mut units {
            if one_of(length, rng) {
                *unit = factory.literals().char(rng);
            }
        }
    }
    if units.is_empty() || rng.random_bool(probability) {
        insert_characters(&mut units, factory, rng);
    }
    JavaString::from_units(&units)
}

fn insert_characters(units: &mut Vec<u16>, factory: &TestFactory<'_>, rng: &mut SearchRng) {
    let mut probability = 1.0;
    while rng.random_bool(probability) {
        let position = rng.random_range(0..=units.len());
        units.insert(position, factory.literals().char(rng));
        probability *= factory.config.mutation.insertion_probability;
    }
}
