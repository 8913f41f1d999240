//! Functions that the JVM exports to its libraries.

use jni_sys::{JNIEnv, jboolean, jclass, jlong, jobject};

/// `Object.wait`, as the JVM has it.
pub(crate) type MonitorWait = extern "system" fn(*mut JNIEnv, jobject, jlong);
/// How the JVM tells the members of a class, all or those that are public; null with an exception pending where it cannot.
pub(crate) type DeclaredMembers = extern "system" fn(*mut JNIEnv, jclass, jboolean) -> jobject;

/// Those that are called.
#[derive(Clone, Copy)]
pub(crate) struct JvmFunctions {
    pub(crate) monitor_wait: MonitorWait,
    pub(crate) declared_methods: DeclaredMembers,
    pub(crate) declared_constructors: DeclaredMembers,
}
