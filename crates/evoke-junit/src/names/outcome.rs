//! How a call ended, in the words of a test's name.

use evoke_analysis::{Callable, CallableKind, TestCluster};
use evoke_suite::AssertedTest;
use evoke_testcase::{Observation, ObservedValue, VariableRef};

use super::identifier::capitalized;
use super::words::value_words;

/// Longest part of a name that tells what an object showed.
const MAX_PROPERTY: usize = 30;

/// How the names of tests that end in an exception go on.
pub(super) const THROWS: &str = "Throws";
/// How the names of tests go on of which an object shows something.
pub(super) const GIVES: &str = "Gives";

/// What the call at `focus` gave or threw, or what an object that it gave shows; nothing where there are no words for that.
pub(super) fn result(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    focus: usize,
    callable: &Callable,
) -> String {
    if let Some(exception) = &asserted.exception
        && asserted.throwing_statement() == Some(focus)
    {
        let class = exception.class.simple_binary().rsplit('$').next().unwrap_or_default();
        return format!("{THROWS}{}", capitalized(class));
    }
    if callable.kind == CallableKind::Constructor {
        return String::new();
    }
    let seen = |observation: &&Observation| {
        observation.is_result() && observation.variable == VariableRef(focus as u32)
    };
    match asserted.assertions.iter().find(seen) {
        Some(observation) => returned(observation),
        None => inspected(asserted, cluster, focus),
    }
}

fn returned(observation: &Observation) -> String {
    value_words(&observation.value).map_or_else(String::new, |words| format!("Returns{words}"))
}

/// What an inspector shows of the object that the call returned: `addGivesNumeratorOne`.
fn inspected(asserted: &AssertedTest, cluster: &TestCluster, focus: usize) -> String {
    let variable = VariableRef(focus as u32);
    let mut of_it = asserted.assertions.iter().filter(|observation| observation.variable == variable);
    let shown = of_it.find_map(|observation| shown(observation, cluster));
    let words = shown.filter(|words| words.len() + GIVES.len() <= MAX_PROPERTY);
    words.map_or_else(String::new, |words| format!("{GIVES}{words}"))
}

/// What an inspector shows, in words: `NumeratorOne`.
pub(super) fn shown(observation: &Observation, cluster: &TestCluster) -> Option<String> {
    let name = &cluster.callable(observation.inspector()?).name;
    if name == "toString" {
        return if is_empty_collection(&observation.value) {
            Some("Empty".to_owned())
        } else {
            value_words(&observation.value)
        };
    }
    let words = value_words(&observation.value)?;
    let is_property = name.starts_with("get") || matches!(observation.value, ObservedValue::Int(_));
    let property = name.strip_prefix("get").unwrap_or(name);
    is_property.then(|| format!("{}{words}", capitalized(property)))
}

/// Whether the text is that of a collection or map without elements.
fn is_empty_collection(text: &ObservedValue) -> bool {
    matches!(text, ObservedValue::String(text) if matches!(String::from_utf16_lossy(text.units()).as_str(), "[]" | "{}"))
}
