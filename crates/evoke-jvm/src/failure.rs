//! Why a statement did not return.

use evoke_testcase::AbortReason;
use jni_sys::jthrowable;

use crate::jni::Fault;

/// What ended a statement, as Java would see it.
pub(crate) enum Failure {
    /// Java threw this: a local reference.
    Threw(jthrowable),
    /// Java would throw an exception of this class.
    Would(&'static str),
    /// It is not allowed.
    Refused(AbortReason),
}

impl Failure {
    pub(crate) const NULL_POINTER: Self = Self::Would("java/lang/NullPointerException");
    pub(crate) const CLASS_CAST: Self = Self::Would("java/lang/ClassCastException");
    pub(crate) const CLASS_FORMAT: Self = Self::Would("java/lang/ClassFormatError");
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Threw(thrown) => Self::Threw(thrown),
            // What the JVM will not even look for is not there.
            Fault::Refused(_) | Fault::ThreadNotStarted(_) | Fault::Jvmti(_) => {
                Self::Would("java/lang/NoClassDefFoundError")
            }
        }
    }
}
