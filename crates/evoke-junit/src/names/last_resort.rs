//! What tells a test from others where neither its inputs in words nor the branches that it covers do: what is in its texts, how large its arrays
//! are, which classes it names, how often something was called before, what the exception says.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, TestCluster};
use evoke_suite::AssertedTest;
use evoke_testcase::{JavaString, Statement, Value};

use super::identifier::capitalized;
use super::outcome::shown;
use super::phrases::{Phrase, constant, noun, simple_name};
use super::variables::parameter_name;
use super::words::{camel, literal_words, number_words, sign_word};

/// Texts from this length on are long.
const LONG_TEXT: usize = 40;
/// Most kinds of characters that are told of one text.
const MAX_KINDS: usize = 8;
/// Most words that are taken from what an exception says.
const MAX_SAID: usize = 4;
/// Short words that are taken too, but not as the last.
const SMALL_WORDS: [&str; 11] = ["no", "not", "is", "of", "to", "be", "in", "at", "by", "or", "on"];
/// Other words are shorter only where they are none.
const MIN_WORD: usize = 3;
/// Longest that the words taken may be together.
const MAX_SAID_LENGTH: usize = 28;
/// Longest words for what an object shows, or for a call and what it was given.
const MAX_SHOWN: usize = 28;

/// What could be said, what reads best first.
pub(super) fn last_phrases(asserted: &AssertedTest, cluster: &TestCluster, focus: usize) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = said(asserted).map(Phrase::About).into_iter().collect();
    let needed = asserted.test.needed_for(focus);
    let statements = asserted.test.statements()[..focus].iter().enumerate().rev();
    for (position, statement) in statements.filter(|(position, _)| needed[*position]) {
        let parameter = parameter_name(asserted, cluster, position).and_then(|name| noun(&name));
        let noun = |other: &str| parameter.unwrap_or_else(|| other.to_owned());
        match statement {
            Statement::Value(Value::String(text)) => phrases.extend(in_text(text, &noun("Text"))),
            Statement::Value(Value::Class(ty)) => {
                phrases.push(Phrase::With(format!("{}Class", simple_name(cluster, *ty))));
            }
            Statement::NewArray { length, .. } => phrases.extend(
                number_words(i64::from(*length))
                    .map(|words| Phrase::With(format!("{}OfLength{words}", noun("Array")))),
            ),
            _ => {}
        }
    }
    phrases.extend(repeated_calls(asserted, cluster, focus));
    phrases.extend(calls_with_arguments(asserted, cluster, focus));
    let shown = asserted.assertions.iter().filter_map(|observation| shown(observation, cluster));
    phrases.extend(shown.filter(|words| words.len() <= MAX_SHOWN).map(Phrase::Gives));
    phrases
}

/// `SetStateSuccess`, of methods under test that were called before with a constant or a literal that has words, the nearest first.
fn calls_with_arguments(asserted: &AssertedTest, cluster: &TestCluster, focus: usize) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for statement in asserted.test.statements()[..focus].iter().rev() {
        let Statement::Invoke { callable, receiver: Some(_), arguments } = statement else { continue };
        let callable = cluster.callable(*callable);
        if callable.under_test.is_none() {
            continue;
        }
        let words = arguments.iter().filter_map(|argument| match asserted.test.definition(*argument) {
            Statement::Value(value) => literal_words(value),
            _ => constant(asserted, cluster, *argument),
        });
        let name = capitalized(&camel(&callable.name));
        let told = words.map(|words| format!("{name}{words}")).filter(|words| words.len() <= MAX_SHOWN);
        phrases.extend(told.map(Phrase::After));
    }
    phrases
}

/// The signs and other kinds of characters that are in a text, and whether it is long.
fn in_text(text: &JavaString, noun: &str) -> Vec<Phrase> {
    let mut kinds: Vec<&str> = Vec::new();
    for unit in String::from_utf16_lossy(text.units()).chars() {
        let kind = match unit {
            '0'..='9' => Some("Digit"),
            'A'..='Z' => Some("Capital"),
            _ if !unit.is_ascii() => Some("NonAsciiCharacter"),
            _ => sign_word(unit),
        };
        kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
    }
    let kinds = kinds.into_iter().take(MAX_KINDS).map(|kind| Phrase::With(format!("{kind}In{noun}")));
    let long = (text.len() >= LONG_TEXT).then(|| Phrase::With(format!("Long{noun}")));
    kinds.chain(long).collect()
}

/// `GetEvent3Times`, of methods under test that were called before more than once.
fn repeated_calls(asserted: &AssertedTest, cluster: &TestCluster, focus: usize) -> Vec<Phrase> {
    let mut counts: BTreeMap<CallableId, i64> = BTreeMap::new();
    for statement in &asserted.test.statements()[..focus] {
        if let Statement::Invoke { callable, receiver: Some(_), .. } = statement
            && cluster.callable(*callable).under_test.is_some()
        {
            *counts.entry(*callable).or_default() += 1;
        }
    }
    let times = |(callable, count): (CallableId, i64)| {
        let name = capitalized(&camel(&cluster.callable(callable).name));
        match count {
            1 => None,
            2 => Some(Phrase::After(format!("{name}Twice"))),
            _ => Some(Phrase::After(format!("{name}{count}Times"))),
        }
    };
    counts.into_iter().filter_map(times).collect()
}

/// The first words of what the exception says that ends the test.
fn said(asserted: &AssertedTest) -> Option<String> {
    let message = asserted.exception.as_ref()?.message.as_ref()?;
    let message = String::from_utf16_lossy(message.units());
    let words = message.split(|found: char| !found.is_ascii_alphabetic());
    let mut said: Vec<&str> = Vec::new();
    for word in words.filter(|word| is_said(word)).take(MAX_SAID) {
        if said.iter().map(|word| word.len()).sum::<usize>() + word.len() <= MAX_SAID_LENGTH {
            said.push(word);
        }
    }
    while said.last().is_some_and(|last| SMALL_WORDS.contains(last)) {
        said.pop();
    }
    let said: String = said.into_iter().map(capitalized).collect();
    (!said.is_empty()).then_some(said)
}

/// Whether it is a word and no article.
fn is_said(word: &str) -> bool {
    let is_long = word.len() >= MIN_WORD && !word.eq_ignore_ascii_case("the");
    SMALL_WORDS.contains(&word) || is_long && word.chars().skip(1).all(|found| found.is_ascii_lowercase())
}
