//! Names of test methods: the method in question, then what it gave or threw, then as little as sets the test apart from
//! the others of the suite: `addReturnsZero`, `getFractionThrowsArithmeticException`, `printHelpWithNullHeader`.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::java_name::is_reserved;
use evoke_analysis::{Callable, CallableKind, TestCluster};
use evoke_suite::AssertedTest;

use super::conditions::Conditions;
use super::focus::focused_call;
use super::identifier::{capitalized, decapitalized, unique};
use super::last_resort::last_phrases;
use super::outcome::{THROWS, result};
use super::phrases::{Phrase, joined, phrases};
use super::words::camel;
use crate::fixture::METHODS;

/// Longest name of a test, but for a number at its end.
pub(super) const MAX_LENGTH: usize = 70;
/// Most pairs of phrases that a third is looked for.
const MAX_PAIRS: usize = 40;
/// Most pairs of phrases that are tried where nothing better tells tests apart.
const MAX_LAST_PAIRS: usize = 200;

/// What a test can be called.
pub(super) struct Naming {
    /// The call.
    pub(super) subject: String,
    /// The call and how it ended.
    pub(super) stem: String,
    /// What could be added, what reads best first.
    pub(super) phrases: Vec<Phrase>,
    /// What could be added where none of these tells tests apart.
    last: Vec<Phrase>,
}

impl Naming {
    fn holds(&self, phrase: &Phrase) -> bool {
        self.phrases.contains(phrase) || self.last.contains(phrase)
    }

    /// The name that tells the test from its namesakes: without the class of an exception, or what was returned, where it is too long else;
    /// `None` if it still is.
    fn with_distinction(&self, suffix: &str) -> Option<String> {
        let ends_with_throw =
            self.stem.strip_prefix(&self.subject).is_some_and(|end| end.starts_with(THROWS));
        let short = format!("{}{}", self.subject, if ends_with_throw { THROWS } else { "" });
        let names = [&self.stem, &short].map(|beginning| format!("{beginning}{suffix}"));
        names.into_iter().find(|name| name.len() <= MAX_LENGTH)
    }
}

/// A name of its own for every test, in their order.
pub fn name_tests(tests: &[AssertedTest], cluster: &TestCluster, conditions: &Conditions) -> Vec<String> {
    let namings: Vec<Naming> = tests.iter().map(|asserted| naming(asserted, cluster, conditions)).collect();
    let mut namesakes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (position, naming) in namings.iter().enumerate() {
        namesakes.entry(&naming.stem).or_default().push(position);
    }
    // Plain names first, lest a name with a number or a phrase takes one.
    let mut taken: BTreeSet<String> = namesakes.keys().map(|stem| (*stem).to_owned()).collect();
    let mut names = vec![String::new(); tests.len()];
    for (stem, positions) in &namesakes {
        let mut is_stem_free = true;
        for position in positions {
            let suffix = match positions.len() {
                1 => None,
                _ => distinction(*position, positions, &namings),
            };
            let name = suffix.and_then(|suffix| namings[*position].with_distinction(&suffix));
            names[*position] = match name {
                Some(name) if taken.insert(name.clone()) => name,
                _ if std::mem::take(&mut is_stem_free) => (*stem).to_owned(),
                Some(name) => unique(&name, &mut taken),
                None => unique(stem, &mut taken),
            };
        }
    }
    names
}

/// The fewest phrases that hold for this test and no other of the same stem.
fn distinction(position: usize, namesakes: &[usize], namings: &[Naming]) -> Option<String> {
    let own = &namings[position].phrases;
    let is_unique = |chosen: &[&Phrase]| {
        !namesakes
            .iter()
            .any(|other| *other != position && chosen.iter().all(|phrase| namings[*other].holds(phrase)))
    };
    let single = own.iter().find(|phrase| is_unique(&[phrase]));
    if let Some(phrase) = single {
        return Some(joined(&[phrase]));
    }
    let pairs = || {
        own.iter().enumerate().flat_map(|(first, one)| own[first + 1..].iter().map(move |other| [one, other]))
    };
    let pair = pairs().find(|pair| is_unique(pair));
    let found = pair.map(|pair| pair.to_vec()).or_else(|| {
        let triples =
            pairs().take(MAX_PAIRS).flat_map(|[one, two]| own.iter().map(move |three| vec![one, two, three]));
        triples.into_iter().find(|triple| !triple[..2].contains(&triple[2]) && is_unique(triple))
    });
    let found = found.or_else(|| {
        let last = &namings[position].last;
        let single = last.iter().find(|phrase| is_unique(&[phrase])).map(|phrase| vec![phrase]);
        let others = || own.iter().chain(last);
        let mut pairs = last.iter().flat_map(|one| others().map(move |two| [one, two])).take(MAX_LAST_PAIRS);
        single.or_else(|| pairs.find(|pair| is_unique(pair)).map(|pair| pair.to_vec()))
    });
    found.map(|phrases| joined(&phrases))
}

pub(super) fn naming(asserted: &AssertedTest, cluster: &TestCluster, conditions: &Conditions) -> Naming {
    let nameless = || Naming {
        subject: "test".to_owned(),
        stem: "test".to_owned(),
        phrases: Vec::new(),
        last: Vec::new(),
    };
    let Some((focus, callable)) = focused_call(asserted, cluster, conditions) else { return nameless() };
    let subject = subject(callable);
    let mut stem = format!("{subject}{}", result(asserted, cluster, focus, callable));
    if stem.len() > MAX_LENGTH {
        stem = subject.chars().take(MAX_LENGTH).collect();
    }
    let phrases = phrases(asserted, cluster, conditions, focus);
    let last = last_phrases(asserted, cluster, focus);
    Naming { stem: allowed(&stem), subject, phrases, last }
}

/// The name, or another one if no test can have it.
pub(super) fn allowed(name: &str) -> String {
    let is_free = !is_reserved(name) && !is_taken(name);
    if is_free { name.to_owned() } else { format!("calls{}", capitalized(name)) }
}

/// Methods every class has, or that the suite imports or declares; a test of that name would hide or override them, or be a second one.
fn is_taken(name: &str) -> bool {
    let is_of_object = matches!(
        name,
        "clone"
            | "equals"
            | "finalize"
            | "getClass"
            | "hashCode"
            | "notify"
            | "notifyAll"
            | "toString"
            | "wait"
    );
    is_of_object || name.starts_with("assert") || name == "fail" || METHODS.contains(&name)
}

/// What a test is called after the call that it is about.
pub(super) fn subject(callable: &Callable) -> String {
    // Called like the method that does it, a test would be mistaken for that.
    if callable.copies_by_serialization() {
        return "serialization".to_owned();
    }
    let class = callable.owner.simple_binary().rsplit('$').next().unwrap_or_default();
    let plain = |name: &str| -> String {
        name.chars().filter(|found| found.is_ascii_alphanumeric() || *found == '_').collect()
    };
    match callable.kind {
        CallableKind::Constructor => format!("new{}", capitalized(&plain(class))),
        CallableKind::Method => decapitalized(&plain(&callable.name)),
        CallableKind::FieldRead => format!("reads{}", capitalized(&camel(&callable.name))),
        CallableKind::FieldWrite => format!("writes{}", capitalized(&camel(&callable.name))),
    }
}
