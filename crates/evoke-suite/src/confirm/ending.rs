//! How both runs of a test ended, if they agree.

use evoke_classfile::ClassName;
use evoke_testcase::{ExecutionOutcome, JavaString, TestCase, ThrownException};

use super::stability::is_repeatable;
use crate::loss::LossReason;
use crate::stable_test::ExpectedException;

/// Longest exception message that is asserted.
const MAX_MESSAGE: usize = 200;

/// What a failed `assert` throws.
const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// What reflection throws where the JVM's options, or its version, keep it from a class.
const INACCESSIBLE: &str = "java/lang/reflect/InaccessibleObjectException";

/// How many statements run and how the last one ends, or why the test is of no use. Only the first run checks what the code
/// asserts.
pub(super) fn agreed_ending(
    test: &TestCase,
    first: &ExecutionOutcome,
    second: &ExecutionOutcome,
) -> Result<(usize, Option<ExpectedException>), LossReason> {
    match (first, second) {
        (ExecutionOutcome::Completed, ExecutionOutcome::Completed) => Ok((test.len(), None)),
        (
            ExecutionOutcome::Threw { statement, exception },
            ExecutionOutcome::Threw { statement: second_statement, exception: second_exception },
        ) if statement == second_statement && exception.class == second_exception.class => {
            if exception.class.as_str() == INACCESSIBLE {
                return Err(LossReason::Encapsulation);
            }
            let message = agreed_message(exception, second_exception);
            let expected = ExpectedException { class: exception.class.clone(), message, is_of_assert: false };
            Ok((*statement as usize + 1, Some(expected)))
        }
        (ExecutionOutcome::Aborted { reason, .. }, _) | (_, ExecutionOutcome::Aborted { reason, .. }) => {
            Err(LossReason::Stopped(*reason))
        }
        (ExecutionOutcome::Threw { statement, exception }, then)
            if is_assertion_error(&exception.class) && comes_as_far(then, *statement) =>
        {
            let expected =
                ExpectedException { class: exception.class.clone(), message: None, is_of_assert: true };
            Ok((*statement as usize + 1, Some(expected)))
        }
        (first, then) => Err(LossReason::EndsDifferently(thrown(first), thrown(then))),
    }
}

/// Whether a failed `assert` throws this; other code may, too.
pub(super) fn is_assertion_error(class: &ClassName) -> bool {
    class.as_str() == ASSERTION_ERROR
}

/// Whether a run began the statement.
fn comes_as_far(outcome: &ExecutionOutcome, statement: u32) -> bool {
    match outcome {
        ExecutionOutcome::Completed => true,
        ExecutionOutcome::Threw { statement: last, .. }
        | ExecutionOutcome::Aborted { statement: last, .. } => *last >= statement,
    }
}

fn thrown(outcome: &ExecutionOutcome) -> Option<ClassName> {
    match outcome {
        ExecutionOutcome::Threw { exception, .. } => Some(exception.class.clone()),
        ExecutionOutcome::Completed | ExecutionOutcome::Aborted { .. } => None,
    }
}

/// The message, if both have it and it is worth asserting.
fn agreed_message(exception: &ThrownException, again: &ThrownException) -> Option<JavaString> {
    exception.message.clone().filter(|message| {
        Some(message) == again.message.as_ref()
            && is_informative(message)
            && is_repeatable(message)
            && !is_of_name_resolution(message)
            && !is_written_by_jdk(exception.class.as_str(), message)
    })
}

/// Whether a message says something in words, and not at length.
fn is_informative(message: &JavaString) -> bool {
    let text = String::from_utf16_lossy(message.units());
    let has_word = text.split(|found: char| !found.is_alphabetic()).any(|word| word.len() > 2);
    has_word && text != "null" && message.len() <= MAX_MESSAGE
}

/// Whether the message tells of a host that was not found: what is said of it depends on the network, and on whether the JVM has asked before.
fn is_of_name_resolution(message: &JavaString) -> bool {
    String::from_utf16_lossy(message.units()).contains("UnknownHostException")
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
