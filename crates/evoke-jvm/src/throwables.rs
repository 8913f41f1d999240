//! What a thrown object says about the run: an exception of the code under test, or a limit that was reached.

use evoke_classfile::ClassName;
use evoke_runtime::members::{
    access_refused, allocation_refused, exit_attempt, steps_exhausted, time_exhausted,
};
use evoke_testcase::AbortReason;

/// The limit that an exception of this class stands for.
pub(crate) fn abort_reason(class: &ClassName) -> Option<AbortReason> {
    Some(match class.as_str() {
        steps_exhausted::CLASS => AbortReason::Steps,
        time_exhausted::CLASS => AbortReason::Time,
        exit_attempt::CLASS => AbortReason::Exit,
        access_refused::CLASS => AbortReason::Sandbox,
        "java/lang/StackOverflowError" => AbortReason::StackOverflow,
        "java/lang/OutOfMemoryError" | allocation_refused::CLASS => AbortReason::Memory,
        _ => return None,
    })
}

/// Whether the message of an exception of the JDK says what no class does, and it is rare enough to be read in every run: which class
/// is missing, or that the sandbox refused something.
pub(crate) fn is_told_by_message(class: &ClassName) -> bool {
    let name = class.as_str();
    name == "java/lang/NoClassDefFoundError"
        || ["java/io/", "java/net/", "java/nio/file/"].iter().any(|package| name.starts_with(package))
}
