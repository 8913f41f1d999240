//! Sends an exception to the thread that runs tests (JVMTI `StopThread`).

use evoke_runtime::members::time_exhausted;
use jni_sys::{JavaVM, jclass, jmethodID, jobject};
use jvmti_bindings::sys::jvmti::jvmtiCapabilities;

use crate::jni::{Env, Fault, JniType};
use crate::jvmti::{Jvmti, succeeded};

/// A thread and what is sent to it. Everything here may be used by any attached thread.
pub(crate) struct ThreadStopper {
    jvmti: Jvmti,
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
        let stop_thread = self.jvmti.functions().StopThread;
        // SAFETY: both references are live.
        let result = stop_thread.map(|stop_thread| unsafe {
            stop_thread(self.jvmti.as_ptr(), self.runner.cast(), exception.cast())
        });
        env.delete_local(exception);
        succeeded(result)
    }
}

/// A tool interface that may stop threads.
fn stopping_jvmti(vm: *mut JavaVM) -> Result<Jvmti, Fault> {
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_signal_thread(true);
    Jvmti::open(vm, &capabilities)
}

fn current_thread(env: Env) -> Result<jobject, Fault> {
    let class = env.find_boot_class("java/lang/Thread")?;
    let current = env.static_method(class, "currentThread", "()Ljava/lang/Thread;")?;
    let thread = env.call_static(class, current, JniType::Reference, &[])?;
    env.delete_global(class);
    // SAFETY: the call returned a reference.
    env.globalize(unsafe { thread.l })
}
