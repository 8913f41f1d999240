//! Sends an exception to the thread that runs tests (JVMTI `StopThread`).

use std::ffi::c_void;
use std::ptr;

use evoke_runtime::members::time_exhausted;
use jni_sys::{JNI_OK, JavaVM, jclass, jmethodID, jobject};
use jvmti_bindings::sys::jvmti::{jvmtiCapabilities, jvmtiEnv, jvmtiError};

use crate::jni::{Env, Fault, JniType};

const JVMTI_VERSION_1_2: i32 = 0x3001_0200;

/// A thread and what is sent to it. Everything here may be used by any attached thread.
pub(crate) struct ThreadStopper {
    jvmti: *mut jvmtiEnv,
    /// A global reference.
    runner: jobject,
    /// A global reference.
    exception: jclass,
    constructor: jmethodID,
}

// SAFETY: the pointers are to the tool interface and to global references, which any attached thread may use.
unsafe impl Send for ThreadStopper {}

impl ThreadStopper {
    /// Stops the current thread with instances of this class.
    pub(crate) fn of_current_thread(env: Env, exception: jclass) -> Result<Self, Fault> {
        let constructor = env.method(exception, time_exhausted::NEW.name, time_exhausted::NEW.descriptor)?;
        Ok(Self {
            jvmti: stopping_jvmti(env.java_vm()?)?,
            runner: current_thread(env)?,
            exception,
            constructor,
        })
    }

    /// Sends a fresh exception, from another thread: `env` is that one's.
    pub(crate) fn send(&self, env: Env) -> Result<(), Fault> {
        let exception = env.new_object(self.exception, self.constructor, &[])?;
        // SAFETY: the tool interface lives as long as the JVM, and both references are live.
        let result = unsafe {
            (*(*self.jvmti).functions)
                .StopThread
                .map(|stop_thread| stop_thread(self.jvmti, self.runner.cast(), exception.cast()))
        };
        env.delete_local(exception);
        succeeded(result)
    }
}

/// A tool interface that may stop threads.
fn stopping_jvmti(vm: *mut JavaVM) -> Result<*mut jvmtiEnv, Fault> {
    let mut jvmti: *mut c_void = ptr::null_mut();
    // SAFETY: the JVM lives as long as the process; it writes a pointer to the interface.
    if unsafe { ((**vm).v1_4.GetEnv)(vm, &raw mut jvmti, JVMTI_VERSION_1_2) } != JNI_OK {
        return Err(Fault::Refused("GetEnv"));
    }
    let jvmti: *mut jvmtiEnv = jvmti.cast();
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_signal_thread(true);
    // SAFETY: the interface has just been given out, and the capabilities are a live value.
    let added =
        unsafe { (*(*jvmti).functions).AddCapabilities.map(|add| add(jvmti, &raw const capabilities)) };
    succeeded(added)?;
    Ok(jvmti)
}

/// What a function of the tool interface said; `None` if there is no such function.
fn succeeded(result: Option<jvmtiError>) -> Result<(), Fault> {
    match result.unwrap_or(jvmtiError::NOT_AVAILABLE) {
        jvmtiError::NONE => Ok(()),
        error => Err(Fault::Jvmti(error)),
    }
}

fn current_thread(env: Env) -> Result<jobject, Fault> {
    let class = env.find_boot_class("java/lang/Thread")?;
    let current = env.static_method(class, "currentThread", "()Ljava/lang/Thread;")?;
    let thread = env.call_static(class, current, JniType::Reference, &[])?;
    env.delete_global(class);
    // SAFETY: the call returned a reference.
    env.globalize(unsafe { thread.l })
}
