//! Why the JVM did not do what Evoke asked of it. Whoever gets a fault finds nothing pending in the JVM.

use std::io;

use jni_sys::jthrowable;
use jvmti_bindings::sys::jvmti::jvmtiError;

/// A failed call into the JVM. What an error says of it to users is up to [`JvmError`](crate::JvmError).
#[derive(Debug)]
pub(crate) enum Fault {
    /// Java threw this, which is pending no longer: a local reference.
    Threw(jthrowable),
    /// This function of JNI did nothing, and nothing was thrown.
    Refused(&'static str),
    /// The system gave no thread.
    ThreadNotStarted(io::Error),
    /// The tool interface says so.
    Jvmti(jvmtiError),
}
