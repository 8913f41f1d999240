//! The tool interface of the JVM (JVMTI), as far as it is used here.

use std::ffi::c_void;
use std::ptr;

use jni_sys::{JNI_OK, JavaVM};
use jvmti_bindings::sys::jvmti::{jvmtiCapabilities, jvmtiEnv, jvmtiError, jvmtiInterface_1_};

use crate::jni::Fault;

const JVMTI_VERSION_1_2: i32 = 0x3001_0200;

/// An environment of the tool interface. It lives as long as the JVM, and any attached thread may use it.
#[derive(Clone, Copy)]
pub(crate) struct Jvmti(*mut jvmtiEnv);

// SAFETY: the interface may be used from any attached thread.
unsafe impl Send for Jvmti {}
// SAFETY: as above, from several at once.
unsafe impl Sync for Jvmti {}

impl Jvmti {
    /// An environment of its own, which may do what the capabilities allow.
    pub(crate) fn open(vm: *mut JavaVM, capabilities: &jvmtiCapabilities) -> Result<Self, Fault> {
        let mut jvmti: *mut c_void = ptr::null_mut();
        // SAFETY: the JVM lives as long as the process; it writes a pointer to the interface.
        if unsafe { ((**vm).v1_4.GetEnv)(vm, &raw mut jvmti, JVMTI_VERSION_1_2) } != JNI_OK {
            return Err(Fault::Refused("GetEnv"));
        }
        let jvmti = Self(jvmti.cast());
        let add = jvmti.functions().AddCapabilities;
        // SAFETY: the interface has just been given out, and the capabilities are a live value.
        succeeded(add.map(|add| unsafe { add(jvmti.0, ptr::from_ref(capabilities)) }))?;
        Ok(jvmti)
    }

    /// The environment, as its functions take it.
    pub(crate) fn as_ptr(self) -> *mut jvmtiEnv {
        self.0
    }

    pub(crate) fn functions(self) -> &'static jvmtiInterface_1_ {
        // SAFETY: the interface lives as long as the JVM, which lives as long as the process.
        unsafe { &*(*self.0).functions }
    }
}

/// What a function of the tool interface said; `None` if there is no such function.
pub(crate) fn succeeded(result: Option<jvmtiError>) -> Result<(), Fault> {
    match result.unwrap_or(jvmtiError::NOT_AVAILABLE) {
        jvmtiError::NONE => Ok(()),
        error => Err(Fault::Jvmti(error)),
    }
}
