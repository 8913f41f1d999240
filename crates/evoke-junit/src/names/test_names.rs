//! Names of test methods: the method in question, then what it gave or threw, then as little as sets the test apart from
//! the others of the suite: `addReturnsZero`, `getFractionThrowsArithmeticException`, `printHelpWithNullHeader`.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Callable, CallableKind, TestCluster};
use evoke_testcase::{Observation, ObservedValue, Statement, VariableRef};

use super::phrases::{Phrase, joined, phrases};
use super::words::{camel, value_words};
use super::{capitalized, decapitalized, is_reserved, unique};
use crate::TestDraft;

/// Longest name of a test, but for a number at its end.
const MAX_LENGTH: usize = 70;
/// Longest part of a name that tells what an object showed.
const MAX_PROPERTY: usize = 30;

/// What a test can be called.
struct Candidate {
    /// The call and how it ended.
    base: String,
    /// What could be added, what reads best first.
    phrases: Vec<Phrase>,
}

/// Gives every draft a name of its own.
pub fn name_tests(drafts: &mut [TestDraft], cluster: &TestCluster) {
    let candidates: Vec<Candidate> = drafts.iter().map(|draft| candidate(draft, cluster)).collect();
    let mut namesakes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (position, candidate) in candidates.iter().enumerate() {
        namesakes.entry(&candidate.base).or_default().push(position);
    }
    // Plain names first, lest a name with a number or a phrase takes one.
    let mut taken: BTreeSet<String> = namesakes.keys().map(|base| (*base).to_owned()).collect();
    for (base, positions) in &namesakes {
        let mut is_base_free = true;
        for position in positions {
            let suffix = match positions.len() {
                1 => None,
                _ => distinction(*position, positions, &candidates),
            };
            let name = suffix.map(|suffix| format!("{base}{suffix}")).filter(|name| name.len() <= MAX_LENGTH);
            drafts[*position].name = match name {
                Some(name) if taken.insert(name.clone()) => name,
                _ if std::mem::take(&mut is_base_free) => (*base).to_owned(),
                Some(name) => unique(&name, &mut taken),
                None => unique(base, &mut taken),
            };
        }
    }
}

/// The fewest phrases that hold for this test and no other of the same base.
fn distinction(position: usize, namesakes: &[usize], candidates: &[Candidate]) -> Option<String> {
    let own = &candidates[position].phrases;
    let is_unique = |chosen: &[&Phrase]| {
        !namesakes.iter().any(|other| {
            *other != position && chosen.iter().all(|phrase| candidates[*other].phrases.contains(phrase))
        })
    };
    let single = own.iter().find(|phrase| is_unique(&[phrase]));
    if let Some(phrase) = single {
        return Some(joined(&[phrase]));
    }
    own.iter().enumerate().find_map(|(first, one)| {
        let pair = own[first + 1..].iter().find(|other| is_unique(&[one, other]))?;
        Some(joined(&[one, pair]))
    })
}

fn candidate(draft: &TestDraft, cluster: &TestCluster) -> Candidate {
    let nameless = || Candidate { base: "test".to_owned(), phrases: Vec::new() };
    let Some(focus) = focus(draft, cluster) else { return nameless() };
    let Statement::Invoke { callable, .. } = &draft.test.statements()[focus] else { return nameless() };
    let callable = cluster.callable(*callable);
    let subject = subject(callable);
    let mut base = format!("{subject}{}", result(draft, cluster, focus, callable));
    if base.len() > MAX_LENGTH {
        base = subject.chars().take(MAX_LENGTH).collect();
    }
    if is_reserved(&base) || is_inherited(&base) {
        base = format!("calls{}", capitalized(&base));
    }
    Candidate { base, phrases: phrases(draft, cluster, focus) }
}

/// Methods every class has or that the suite imports; a test of that name would hide or override them.
fn is_inherited(name: &str) -> bool {
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
    is_of_object || name.starts_with("assert") || name == "fail"
}

/// The call the test is about: the one that throws, else the last on the class under test, else the last at all.
fn focus(draft: &TestDraft, cluster: &TestCluster) -> Option<usize> {
    if let Some(position) = draft.throwing_statement()
        && matches!(draft.test.statements()[position], Statement::Invoke { .. })
    {
        return Some(position);
    }
    let calls = |wanted: &dyn Fn(&Callable) -> bool| {
        draft.test.statements().iter().rposition(|statement| match statement {
            Statement::Invoke { callable, .. } => wanted(cluster.callable(*callable)),
            _ => false,
        })
    };
    calls(&|callable| callable.under_test.is_some()).or_else(|| calls(&|_| true))
}

fn subject(callable: &Callable) -> String {
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

fn result(draft: &TestDraft, cluster: &TestCluster, focus: usize, callable: &Callable) -> String {
    if let Some(exception) = &draft.exception
        && draft.throwing_statement() == Some(focus)
    {
        let class = exception.class.simple_binary().rsplit('$').next().unwrap_or_default();
        return format!("Throws{}", capitalized(class));
    }
    if callable.kind == CallableKind::Constructor {
        return String::new();
    }
    let seen = |observation: &&Observation| {
        observation.inspector.is_none() && observation.variable == VariableRef(focus as u32)
    };
    match draft.assertions.iter().find(seen) {
        Some(observation) => returned(observation),
        None => inspected(draft, cluster, focus),
    }
}

fn returned(observation: &Observation) -> String {
    value_words(&observation.value).map_or_else(String::new, |words| format!("Returns{words}"))
}

/// What an inspector shows of the object that the call returned: `addGivesNumeratorOne`.
fn inspected(draft: &TestDraft, cluster: &TestCluster, focus: usize) -> String {
    let variable = VariableRef(focus as u32);
    let shown = draft.assertions.iter().find_map(|observation| {
        let inspector = observation.inspector.filter(|_| observation.variable == variable)?;
        let name = &cluster.callable(inspector).name;
        let words = value_words(&observation.value)?;
        if name == "toString" {
            return Some(format!("Gives{words}"));
        }
        let is_property = name.starts_with("get") || matches!(observation.value, ObservedValue::Int(_));
        let property = name.strip_prefix("get").unwrap_or(name);
        is_property.then(|| format!("Gives{}{words}", capitalized(property)))
    });
    shown.filter(|text| text.len() <= MAX_PROPERTY).unwrap_or_default()
}
