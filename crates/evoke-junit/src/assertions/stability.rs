//! Which observed values the next run, in another JVM on another machine, will show again.

use evoke_testcase::{JavaString, Observation, Observations, ObservedValue};

/// Longest string that is asserted.
const MAX_STRING: usize = 120;

/// Values that both runs, whose clocks differ, saw in the same place and that no address or path decides.
pub(super) fn stable_values(first: &Observations, second: &Observations) -> Vec<Observation> {
    first
        .values
        .iter()
        .filter(|observation| {
            second.values.iter().any(|other| {
                other.variable == observation.variable
                    && other.inspector == observation.inspector
                    && is_same(&other.value, &observation.value)
            })
        })
        .filter(|observation| is_stable(&observation.value))
        .cloned()
        .collect()
}

/// Equality in which NaN equals itself.
fn is_same(one: &ObservedValue, other: &ObservedValue) -> bool {
    match (one, other) {
        (ObservedValue::Float(one), ObservedValue::Float(other)) => one.to_bits() == other.to_bits(),
        (ObservedValue::Double(one), ObservedValue::Double(other)) => one.to_bits() == other.to_bits(),
        (
            ObservedValue::Array { length, elements: Some(one) },
            ObservedValue::Array { length: other_length, elements: Some(other) },
        ) => length == other_length && one.iter().zip(other).all(|(one, other)| is_same(one, other)),
        _ => one == other,
    }
}

fn is_stable(value: &ObservedValue) -> bool {
    match value {
        ObservedValue::String(text) => text.len() <= MAX_STRING && is_repeatable(text),
        ObservedValue::Array { elements: Some(elements), .. } => elements.iter().all(is_stable),
        _ => true,
    }
}

/// Whether the text holds nothing that another run, machine or version would print differently: identity hash codes,
/// names of generated classes, paths.
pub(super) fn is_repeatable(text: &JavaString) -> bool {
    let text = String::from_utf16_lossy(text.units());
    let has_address = text.match_indices('@').any(|(at, _)| {
        let digits = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        digits >= 4 && !text[..at].ends_with(' ')
    });
    let has_path = text.contains("/tmp/") || text.contains("/home/") || text.contains(":\\");
    let names_generated = ["$$Lambda", "$Proxy", "evoke", "EvokeStub"].iter().any(|name| text.contains(name));
    !has_address && !has_path && !names_generated
}
