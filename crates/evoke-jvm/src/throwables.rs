//! What a thrown object says about the run: an exception of the code under test, or a limit that was reached.

use evoke_classfile::ClassName;
use evoke_testcase::AbortReason;

/// The limit that an exception of this class stands for.
pub(crate) fn abort_reason(class: &ClassName) -> Option<AbortReason> {
    Some(match class.as_str() {
        "evoke/runtime/StepsExhausted" => AbortReason::Steps,
        "evoke/runtime/TimeExhausted" => AbortReason::Time,
        "evoke/runtime/ExitAttempt" => AbortReason::Exit,
        "java/lang/StackOverflowError" => AbortReason::StackOverflow,
        "java/lang/OutOfMemoryError" | "evoke/runtime/AllocationRefused" => AbortReason::Memory,
        _ => return None,
    })
}
