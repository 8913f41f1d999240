//! What a thrown object says about the run: an exception of the code under test, or a limit that was reached.

use evoke_classfile::ClassName;
use evoke_runtime::members::{allocation_refused, exit_attempt, steps_exhausted, time_exhausted};
use evoke_testcase::AbortReason;

/// The limit that an exception of this class stands for.
pub(crate) fn abort_reason(class: &ClassName) -> Option<AbortReason> {
    Some(match class.as_str() {
        steps_exhausted::CLASS => AbortReason::Steps,
        time_exhausted::CLASS => AbortReason::Time,
        exit_attempt::CLASS => AbortReason::Exit,
        "java/lang/StackOverflowError" => AbortReason::StackOverflow,
        "java/lang/OutOfMemoryError" | allocation_refused::CLASS => AbortReason::Memory,
        _ => return None,
    })
}
