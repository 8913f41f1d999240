//! Chooses what tests assert. Two runs of a test in different JVMs say which values are stable; the suite as a whole says
//! which of those tell the reader anything, and few enough of them to read are kept.

mod choice;
mod relevance;
mod stability;
mod survey;

use evoke_analysis::TestCluster;
use evoke_testcase::{
    ExecutionOutcome, JavaString, Observation, Observations, ObservedValue, TestCase, ThrownException,
};

use crate::{ExpectedException, TestDraft};

pub use choice::choose_assertions;

/// Longest exception message that is asserted.
const MAX_MESSAGE: usize = 100;

/// The test with every value that two runs agree on, for [`choose_assertions`] to choose from; `None` if the runs ended
/// differently, one was stopped, or what ended them was the sandbox they were in.
pub fn draft_test(
    test: &TestCase,
    cluster: &TestCluster,
    first: &Observations,
    second: &Observations,
) -> Option<TestDraft> {
    let (length, exception) = agreed_end(test, first, second)?;
    let mut test = test.clone();
    test.truncate(length);
    let assertions = stability::stable_values(first, second);
    let mut draft = TestDraft { name: String::new(), test, exception, assertions };
    unify_aliases(&mut draft, cluster);
    Some(draft)
}

/// How many statements run and how the last one ends.
fn agreed_end(
    test: &TestCase,
    first: &Observations,
    second: &Observations,
) -> Option<(usize, Option<ExpectedException>)> {
    match (&first.result.outcome, &second.result.outcome) {
        (ExecutionOutcome::Completed, ExecutionOutcome::Completed) => Some((test.len(), None)),
        (
            ExecutionOutcome::Threw { statement, exception },
            ExecutionOutcome::Threw { statement: second_statement, exception: second_exception },
        ) if statement == second_statement
            && exception.class == second_exception.class
            && !is_of_the_sandbox(exception) =>
        {
            let message = exception.message.clone().filter(|message| {
                Some(message) == second_exception.message.as_ref()
                    && is_informative(message)
                    && stability::is_repeatable(message)
                    && !is_written_by_jdk(exception.class.as_str(), message)
            });
            Some((
                *statement as usize + 1,
                Some(ExpectedException { class: exception.class.clone(), message }),
            ))
        }
        _ => None,
    }
}

/// Whether a call failed because tests here reach no network and write no files outside their folder. Where the suite is run
/// they would.
fn is_of_the_sandbox(exception: &ThrownException) -> bool {
    const CLASSES: [&str; 8] = [
        "java/net/BindException",
        "java/net/ConnectException",
        "java/net/NoRouteToHostException",
        "java/net/PortUnreachableException",
        "java/net/SocketException",
        "java/net/SocketTimeoutException",
        "java/net/UnknownHostException",
        "java/nio/file/AccessDeniedException",
    ];
    let says_so = |message: &JavaString| {
        let text = String::from_utf16_lossy(message.units());
        text.contains("Operation not permitted") || text.contains("Permission denied")
    };
    CLASSES.contains(&exception.class.as_str()) || exception.message.as_ref().is_some_and(says_so)
}

/// Whether a message says something in words, and not at length.
fn is_informative(message: &JavaString) -> bool {
    let text = String::from_utf16_lossy(message.units());
    let has_word = text.split(|found: char| !found.is_alphabetic()).any(|word| word.len() > 2);
    has_word && text != "null" && message.len() <= MAX_MESSAGE
}

/// Whether the JDK words the message, which then differs between its versions.
fn is_written_by_jdk(class: &str, message: &JavaString) -> bool {
    match class {
        "java/lang/NumberFormatException" => {
            String::from_utf16_lossy(message.units()).starts_with("For input string")
        }
        _ => matches!(
            class,
            "java/lang/NullPointerException"
                | "java/lang/ClassCastException"
                | "java/lang/ArrayIndexOutOfBoundsException"
                | "java/lang/StringIndexOutOfBoundsException"
                | "java/lang/IndexOutOfBoundsException"
                | "java/lang/ArrayStoreException"
                | "java/lang/NegativeArraySizeException"
        ),
    }
}

/// Where a call returned its own receiver or argument, later statements use that: `builder.add(1); builder.build()`
/// rather than `builder2 = builder.add(1); builder2.build()`. What inspectors show of the object is kept once.
fn unify_aliases(draft: &mut TestDraft, cluster: &TestCluster) {
    for position in 0..draft.assertions.len() {
        let Observation { variable: alias, inspector: None, value: ObservedValue::Same { variable } } =
            draft.assertions[position]
        else {
            continue;
        };
        let statements = draft.test.statements();
        let (Some(one), Some(other)) = (statements.get(alias.index()), statements.get(variable.index()))
        else {
            continue;
        };
        if one.defined_type(cluster) != other.defined_type(cluster) {
            continue;
        }
        draft.test.redirect(alias, variable);
        for observation in &mut draft.assertions {
            if let ObservedValue::Same { variable: same } = &mut observation.value
                && *same == alias
            {
                *same = variable;
            }
            if observation.variable == alias && observation.inspector.is_some() {
                observation.variable = variable;
            }
        }
    }
    let mut seen: Vec<Observation> = Vec::new();
    draft.assertions.retain(|observation| {
        let is_known = seen
            .iter()
            .any(|known| known.variable == observation.variable && known.inspector == observation.inspector);
        seen.push(observation.clone());
        !is_known
    });
}

#[cfg(test)]
mod tests;
