//! Native methods of the JDK, put out of their place by functions that may still call them.
//!
//! Where a class has such a method registered by a native method of its own (`registerNatives`), that is asked to do it once
//! more, while the tool interface tells which function is bound to what.

use std::ffi::c_void;
use std::mem::size_of;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use jni_sys::{jclass, jmethodID};
use jvmti_bindings::sys::jni as tool_jni;
use jvmti_bindings::sys::jvmti::{
    JVMTI_DISABLE, JVMTI_ENABLE, JVMTI_EVENT_NATIVE_METHOD_BIND, jvmtiCapabilities, jvmtiEnv,
    jvmtiEventCallbacks, jvmtiEventMode,
};

use crate::jni::{Env, Fault, JniType};
use crate::jvmti::{Jvmti, succeeded};

/// The method that is waited for. Events are given nothing but their arguments, and a process has one JVM.
static AWAITED: AwaitedMethod = AwaitedMethod {
    method: AtomicPtr::new(ptr::null_mut()),
    replacement: AtomicPtr::new(ptr::null_mut()),
    original: AtomicPtr::new(ptr::null_mut()),
};

struct AwaitedMethod {
    /// Compared, never used.
    method: AtomicPtr<c_void>,
    replacement: AtomicPtr<c_void>,
    original: AtomicPtr<c_void>,
}

/// A native method of a class that has a `registerNatives`.
#[derive(Clone, Copy)]
pub(crate) struct NativeMethod<'a> {
    pub(crate) class: jclass,
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
    pub(crate) id: jmethodID,
}

/// Replaces native methods.
#[derive(Clone, Copy)]
pub(crate) struct NativeMethods {
    env: Env,
    jvmti: Jvmti,
}

impl NativeMethods {
    pub(crate) fn open(env: Env) -> Result<Self, Fault> {
        let mut capabilities = jvmtiCapabilities::default();
        capabilities.set_can_generate_native_method_bind_events(true);
        let jvmti = Jvmti::open(env.java_vm()?, &capabilities)?;
        let mut callbacks = jvmtiEventCallbacks::default();
        callbacks.NativeMethodBind = Some(on_bind);
        let set_callbacks = jvmti.functions().SetEventCallbacks;
        let size = size_of::<jvmtiEventCallbacks>() as i32;
        // SAFETY: the callbacks are a live value of this size, which the function copies.
        succeeded(set_callbacks.map(|set| unsafe { set(jvmti.as_ptr(), &raw const callbacks, size) }))?;
        Ok(Self { env, jvmti })
    }

    /// Binds the method to the function, and gives the function that it was bound to.
    pub(crate) fn replace(
        self,
        method: NativeMethod<'_>,
        function: *mut c_void,
    ) -> Result<*mut c_void, Fault> {
        let NativeMethod { class, name, descriptor, id } = method;
        // What is bound already to the same function causes no event.
        self.env.register_native(class, name, descriptor, function)?;
        AWAITED.original.store(ptr::null_mut(), Ordering::Relaxed);
        AWAITED.replacement.store(function, Ordering::Relaxed);
        AWAITED.method.store(id.cast(), Ordering::Relaxed);
        let registered = self.register_again(class);
        AWAITED.method.store(ptr::null_mut(), Ordering::Relaxed);
        registered?;
        let original = AWAITED.original.load(Ordering::Relaxed);
        if original.is_null() { Err(Fault::Refused("registerNatives")) } else { Ok(original) }
    }

    fn register_again(self, class: jclass) -> Result<(), Fault> {
        let register = self.env.static_method(class, "registerNatives", "()V")?;
        self.notify(JVMTI_ENABLE)?;
        let called = self.env.call_static(class, register, JniType::Void, &[]);
        self.notify(JVMTI_DISABLE)?;
        called.map(|_| ())
    }

    fn notify(self, mode: jvmtiEventMode) -> Result<(), Fault> {
        let set_mode = self.jvmti.functions().SetEventNotificationMode;
        // SAFETY: no thread is named, which means all of them.
        succeeded(set_mode.map(|set_mode| unsafe {
            set_mode(self.jvmti.as_ptr(), mode, JVMTI_EVENT_NATIVE_METHOD_BIND, ptr::null_mut())
        }))
    }
}

/// A native method is about to be bound to the function at `address`.
unsafe extern "system" fn on_bind(
    _jvmti: *mut jvmtiEnv,
    _env: *mut tool_jni::JNIEnv,
    _thread: tool_jni::jthread,
    method: tool_jni::jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    let replacement = AWAITED.replacement.load(Ordering::Relaxed);
    if method.cast() == AWAITED.method.load(Ordering::Relaxed) && address != replacement {
        AWAITED.original.store(address, Ordering::Relaxed);
        // SAFETY: the tool interface gives a place to write to.
        unsafe { *new_address = replacement };
    }
}
