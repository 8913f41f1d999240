//! What a thrown object says about the run: an exception of the code under test, or a limit that was reached.

use evoke_classfile::ClassName;
use evoke_runtime::members::{
    access_refused, allocation_refused, exit_attempt, steps_exhausted, time_exhausted,
};
use evoke_testcase::{AbortReason, JavaString, ThrownException};

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

/// Whether the exception, if the JDK made it, says that a call failed because tests here reach no network and write no files outside their
/// folder. Where the suite is run they would. What only the message says is not seen without it.
pub(crate) fn tells_of_the_sandbox(exception: &ThrownException) -> bool {
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
    let class = exception.class.as_str();
    CLASSES.contains(&class) || class.starts_with("java/") && exception.message.as_ref().is_some_and(says_so)
}

/// Whether a class of this name, as Java writes it, is one of the JDK's that work with files and networks or wrap what these throw.
pub(crate) fn is_of_the_jdk(class: &str) -> bool {
    ["java.", "jdk.", "sun."].iter().any(|package| class.starts_with(package))
}
