//! Which observed values the next run, in another JVM on another machine, will show again.

use evoke_testcase::{JavaString, Observation, Observations, ObservedValue};

use crate::value_key::is_same_observation;
use crate::word::has_word;

/// Longest string that is asserted: the text of an object with a dozen properties.
const MAX_STRING: usize = 1000;

/// What the C library of Linux says of the errors of files and sockets (`strerror`), which other systems word otherwise, and it itself in other
/// languages. Those that libraries say, too (`Invalid argument`), are left out.
const ERRORS_OF_THE_SYSTEM: [&str; 9] = [
    "No such file or directory",
    "Is a directory",
    "Not a directory",
    "Permission denied",
    "File exists",
    "Directory not empty",
    "Operation not permitted",
    "Bad file descriptor",
    "Connection refused",
];

/// Values that both runs, whose clocks differ, saw in the same place and that no address or path decides.
pub(super) fn stable_values(first: &Observations, second: &Observations) -> Vec<Observation> {
    first
        .values
        .iter()
        .filter(|observation| second.values.iter().any(|other| is_same_observation(other, observation)))
        .filter(|observation| is_stable(&observation.value))
        .cloned()
        .collect()
}

fn is_stable(value: &ObservedValue) -> bool {
    match value {
        ObservedValue::String(text) => text.len() <= MAX_STRING && is_repeatable(text),
        ObservedValue::Array { elements: Some(elements), .. } | ObservedValue::List(elements) => {
            elements.iter().all(is_stable)
        }
        ObservedValue::Calls(calls) => calls.iter().flat_map(|call| &call.arguments).flatten().all(is_stable),
        _ => true,
    }
}

/// Whether the text holds nothing that another run, machine or version would print differently: identity hash codes,
/// names of generated classes, paths, errors of the system.
pub(super) fn is_repeatable(text: &JavaString) -> bool {
    let text = String::from_utf16_lossy(text.units());
    let has_address = text.match_indices('@').any(|(at, _)| {
        let digits = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        digits >= 4 && !text[..at].ends_with(' ')
    });
    let has_path = ["/tmp/", "/home/", "/dev/shm/", ":\\"].iter().any(|beginning| text.contains(beginning));
    let names_generated = ["$$Lambda", "$Proxy", "EvokeStub"].iter().any(|name| text.contains(name))
        || has_word(&text, "evoke");
    let tells_error = ERRORS_OF_THE_SYSTEM.iter().any(|error| text.contains(error));
    !has_address && !has_path && !names_generated && !tells_error
}
