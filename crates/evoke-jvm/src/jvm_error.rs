//! Why the JVM cannot be started or prepared.

use std::io;
use std::path::PathBuf;

use jni_sys::jthrowable;

use crate::class_names::ClassNames;
use crate::jni::{Env, Fault};

/// The JVM cannot be started or prepared. Nothing that Java threw on the way is pending afterwards.
#[derive(Debug, thiserror::Error)]
pub enum JvmError {
    /// `libjvm` does not load.
    #[error("load `{path}`")]
    Load {
        /// The library.
        path: PathBuf,
        /// Why.
        #[source]
        source: libloading::Error,
    },
    /// The process has, or had, one.
    #[error("a process can start only one jvm")]
    AlreadyStarted,
    /// `JNI_CreateJavaVM` failed.
    #[error("create the jvm: jni error {0}")]
    Create(i32),
    /// An argument holds a NUL.
    #[error("malformed jvm argument `{0}`")]
    Argument(String),
    /// The working folder cannot be changed.
    #[error("enter `{path}`")]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Java threw something that it should not.
    #[error("{step}: java threw `{exception}`")]
    Threw {
        /// What was being done.
        step: &'static str,
        /// Class of the exception, as `Class.getName` gives it.
        exception: String,
    },
    /// JNI did nothing and nothing was thrown.
    #[error("{step}: jni refused {function}")]
    Refused {
        /// What was being done.
        step: &'static str,
        /// The function.
        function: &'static str,
    },
    /// The system gave no thread.
    #[error("{step}: thread not started")]
    ThreadNotStarted {
        /// What was being done.
        step: &'static str,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The tool interface failed.
    #[error("{step}: jvmti error {error}")]
    Jvmti {
        /// What was being done.
        step: &'static str,
        /// Number of the error (JVM Tool Interface, "Error Codes").
        error: i32,
    },
}

impl JvmError {
    /// What a fault in this step means for the caller.
    pub(crate) fn in_step(env: Env, step: &'static str) -> impl FnOnce(Fault) -> Self {
        move |fault| match fault {
            Fault::Threw(thrown) => Self::Threw { step, exception: name_of(env, thrown) },
            Fault::Refused(function) => Self::Refused { step, function },
            Fault::ThreadNotStarted(source) => Self::ThreadNotStarted { step, source },
            Fault::Jvmti(error) => Self::Jvmti { step, error: error.raw() },
        }
    }
}

fn name_of(env: Env, thrown: jthrowable) -> String {
    // Where not even `Class` can be found there is no better name.
    let name = ClassNames::new(env).map(|mut names| names.of(thrown).binary());
    env.delete_local(thrown);
    name.unwrap_or_else(|_| "java.lang.Throwable".to_owned())
}
