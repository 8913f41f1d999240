//! Random strings: special ones, any characters, or out of a pool. From there they come as they are, or made of what is there, since programs also look for parts of strings and read
//! them piece by piece.

use evoke_testcase::JavaString;
use rand::Rng;

use super::literals::Literals;
use super::markup::grown;
use super::pool::{Pool, ValueKind};
use super::{format_pieces, numeric_strings};
use crate::SearchRng;

/// Longest string that is put together from characters.
const MAX_CHARS: usize = 8;

/// Share of words rather than characters where either is wanted.
const WORD_PROBABILITY: f64 = 0.7;

/// Share of documents rather than any strings in what is parsed.
const DOCUMENT_PROBABILITY: f64 = 0.8;

/// Probability that a document is more than the one of the pool, and again that it is more than that.
const GROWTH_PROBABILITY: f64 = 0.5;

/// The machine itself, and its share of what connects to another.
const HOST: &str = "127.0.0.1";
const HOST_PROBABILITY: f64 = 0.8;

/// Most words that are joined.
const MAX_WORDS: usize = 5;

/// Longest string that is put together from words.
const MAX_LENGTH: usize = 200;

const SPECIAL_STRINGS: [&str; 6] = ["", " ", "a", "0", "1", "-1"];

impl Literals<'_> {
    /// A string of any kind.
    pub(crate) fn string(&self, rng: &mut SearchRng) -> JavaString {
        if let Some(pool) = self.pool(ValueKind::String, rng) {
            return pooled(pool, self, rng);
        }
        if rng.random_bool(self.config.special_value) {
            return JavaString::from(SPECIAL_STRINGS[rng.random_range(0..SPECIAL_STRINGS.len())]);
        }
        let length = rng.random_range(0..=self.config.max_string_length);
        let units: Vec<u16> = (0..length).map(|_| self.char(rng)).collect();
        JavaString::from_units(&units)
    }

    /// What a reader of XML is given: mostly a document, if the class under test is such a reader, some of them grown.
    pub(crate) fn document(&self, rng: &mut SearchRng) -> JavaString {
        let document = self.pools.constants.document(rng).filter(|_| rng.random_bool(DOCUMENT_PROBABILITY));
        let Some(mut document) = document.cloned() else { return self.string(rng) };
        while document.len() < MAX_LENGTH && rng.random_bool(GROWTH_PROBABILITY) {
            let Some(grown) = self.grown(&document, rng) else { break };
            document = grown;
        }
        document
    }

    /// What a call is given that connects to another machine: mostly an address that need not be looked up.
    pub(crate) fn host(&self, rng: &mut SearchRng) -> JavaString {
        if rng.random_bool(HOST_PROBABILITY) { JavaString::from(HOST) } else { self.string(rng) }
    }

    /// Whether code under test reads documents of XML.
    pub(crate) fn has_documents(&self) -> bool {
        self.pools.constants.has_documents()
    }

    /// Whether code under test reads texts line by line.
    pub(crate) fn has_lines(&self) -> bool {
        self.pools.constants.has_lines
    }

    /// The document with one element or attribute more, named as the code speaks of; `None` where there is no place for one.
    pub(crate) fn grown(&self, document: &JavaString, rng: &mut SearchRng) -> Option<JavaString> {
        grown(document, |rng| self.word(rng), rng)
    }

    fn pooled_char(&self, rng: &mut SearchRng) -> Option<u16> {
        self.pools.choose(ValueKind::Char, rng).and_then(|pool| pool.char(rng))
    }

    /// A word that the code speaks of, or a character; any character where nothing is known of the code.
    pub(crate) fn word(&self, rng: &mut SearchRng) -> JavaString {
        let pool = self.pools.choose(ValueKind::String, rng);
        let word = pool.filter(|_| rng.random_bool(WORD_PROBABILITY)).and_then(|pool| pool.string(rng));
        word.filter(|word| !word.is_empty()).unwrap_or_else(|| JavaString::from_units(&[self.char(rng)]))
    }
}

/// A string from the pool or made of what is in it; `values` gives what else is needed.
fn pooled(pool: &dyn Pool, values: &Literals<'_>, rng: &mut SearchRng) -> JavaString {
    let choice = rng.random_range(0..20);
    if choice < 3 {
        return numeric_strings::draw(rng);
    }
    if choice < 6 {
        return of_chars(values, rng);
    }
    let Some(string) = pool.string(rng) else { return of_chars(values, rng) };
    match choice {
        6..14 => string,
        14 => joined(&string, pool, values, rng),
        15 => part(&string, rng),
        16 => with_char(&string, values.char(rng), rng),
        17 => concatenated(&string, Some(&numeric_strings::draw(rng))),
        18 => format_pieces::filled_in(&string, rng),
        _ => format_pieces::edited(&string, rng),
    }
}

/// Characters of the pools, and some others.
fn of_chars(values: &Literals<'_>, rng: &mut SearchRng) -> JavaString {
    let length = rng.random_range(1..=MAX_CHARS);
    let units: Vec<u16> =
        (0..length).map(|_| values.pooled_char(rng).unwrap_or_else(|| values.char(rng))).collect();
    JavaString::from_units(&units)
}

/// Some more words of the pool after this one, with one character of the pools between them or none.
fn joined(first: &JavaString, pool: &dyn Pool, values: &Literals<'_>, rng: &mut SearchRng) -> JavaString {
    let separator = if rng.random() { values.pooled_char(rng) } else { None };
    let mut units = first.units().to_vec();
    for _ in 0..rng.random_range(1..MAX_WORDS) {
        units.extend(separator);
        units.extend(pool.string(rng).iter().flat_map(JavaString::units));
    }
    units.truncate(MAX_LENGTH);
    JavaString::from_units(&units)
}

fn concatenated(first: &JavaString, second: Option<&JavaString>) -> JavaString {
    let second = second.map_or(&[][..], JavaString::units);
    JavaString::from_units(&[first.units(), second].concat())
}

/// A prefix or a suffix.
fn part(string: &JavaString, rng: &mut SearchRng) -> JavaString {
    let (before, after) = string.units().split_at(rng.random_range(0..=string.len()));
    JavaString::from_units(if rng.random() { before } else { after })
}

/// A character put somewhere, mostly at an end.
fn with_char(string: &JavaString, unit: u16, rng: &mut SearchRng) -> JavaString {
    let position = match rng.random_range(0..3) {
        0 => 0,
        1 => string.len(),
        _ => rng.random_range(0..=string.len()),
    };
    let mut units = string.units().to_vec();
    units.insert(position, unit);
    JavaString::from_units(&units)
}
