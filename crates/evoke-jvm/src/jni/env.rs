//! The JNI environment of a thread: exceptions, references, classes and the ids of their members.
//!
//! [`Env`] is the one place that calls through the function table. Its methods are safe to call under the rule stated
//! at [`Env::new`]: references given to them are live (or null where JNI allows null), ids belong to the class they
//! are used with, and arguments have the types of the descriptor. The rest of the crate upholds it by never passing
//! on a reference it has not checked. What Java throws is taken and comes back as a [`Fault`].

use std::ffi::{CString, c_void};
use std::ptr;

use jni_sys::{
    JNI_OK, JNIEnv, JNINativeMethod, JavaVM, jclass, jfieldID, jint, jmethodID, jobject, jthrowable,
};

use crate::jni::fault::Fault;

/// The JNI environment of the current thread.
#[derive(Clone, Copy)]
pub(crate) struct Env(*mut JNIEnv);

/// Calls a JNI function that every JVM since 1.6 has. Arguments are evaluated as unsafe code, so that a member of a
/// `jvalue` can be read in place: the type beside it says which one was written.
macro_rules! jni {
    ($env:expr, $function:ident $(, $argument:expr)*) => {{
        let env: *mut jni_sys::JNIEnv = crate::jni::env::Env::as_ptr($env);
        // SAFETY: `env` is the environment of this thread (`Env::new`); arguments are live and typed, see there.
        unsafe { ((**env).v1_6.$function)(env $(, $argument)*) }
    }};
}
pub(super) use jni;

impl Env {
    /// Wraps an environment.
    ///
    /// # Safety
    /// `env` is the environment of the current thread, and whoever holds it passes only live references of this
    /// thread or global ones, null only where JNI allows null, and arguments that fit the member called.
    pub(crate) unsafe fn new(env: *mut JNIEnv) -> Self {
        debug_assert!(!env.is_null());
        Self(env)
    }

    /// The environment, which tells the thread that it belongs to.
    pub(crate) fn as_ptr(self) -> *mut JNIEnv {
        self.0
    }

    pub(crate) fn java_vm(self) -> Result<*mut JavaVM, Fault> {
        let mut vm = ptr::null_mut();
        if jni!(self, GetJavaVM, &raw mut vm) == JNI_OK { Ok(vm) } else { Err(Fault::Refused("GetJavaVM")) }
    }

    // Exceptions.

    /// What a function gave, unless Java threw.
    pub(super) fn unless_thrown<T>(self, given: T) -> Result<T, Fault> {
        if jni!(self, ExceptionCheck) { Err(Fault::Threw(self.take_exception())) } else { Ok(given) }
    }

    /// What a function gave that fails by giving null.
    pub(super) fn unless_null<T>(self, function: &'static str, given: *mut T) -> Result<*mut T, Fault> {
        if !given.is_null() {
            return Ok(given);
        }
        let thrown = self.take_exception();
        Err(if thrown.is_null() { Fault::Refused(function) } else { Fault::Threw(thrown) })
    }

    /// The pending exception as a local reference, no longer pending; null if there is none.
    fn take_exception(self) -> jthrowable {
        let thrown = jni!(self, ExceptionOccurred);
        if !thrown.is_null() {
            jni!(self, ExceptionClear);
        }
        thrown
    }

    /// Whether an exception is pending.
    pub(crate) fn has_exception(self) -> bool {
        jni!(self, ExceptionCheck)
    }

    /// Throws the exception, a local reference, once the native method that asks for it has returned.
    pub(crate) fn throw(self, exception: jthrowable) {
        jni!(self, Throw, exception);
    }

    /// Forgets an exception that another thread sent and that nothing here asked for.
    pub(crate) fn clear_exception(self) {
        jni!(self, ExceptionClear);
    }

    // References.

    /// Whether there is a new frame of local references now.
    pub(super) fn push_local_frame(self, capacity: jint) -> bool {
        jni!(self, PushLocalFrame, capacity) == JNI_OK
    }

    pub(super) fn pop_local_frame(self) {
        jni!(self, PopLocalFrame, ptr::null_mut());
    }

    pub(crate) fn new_global(self, reference: jobject) -> Result<jobject, Fault> {
        self.unless_null("NewGlobalRef", jni!(self, NewGlobalRef, reference))
    }

    /// A global reference in place of a local one, which is dropped.
    pub(crate) fn globalize(self, local: jobject) -> Result<jobject, Fault> {
        let global = self.new_global(local)?;
        jni!(self, DeleteLocalRef, local);
        Ok(global)
    }

    pub(crate) fn delete_global(self, global: jobject) {
        jni!(self, DeleteGlobalRef, global);
    }

    pub(crate) fn delete_local(self, local: jobject) {
        jni!(self, DeleteLocalRef, local);
    }

    pub(crate) fn is_same(self, one: jobject, other: jobject) -> bool {
        jni!(self, IsSameObject, one, other)
    }

    /// Whether a cast to the class would succeed; true of null.
    pub(crate) fn is_instance(self, object: jobject, class: jclass) -> bool {
        jni!(self, IsInstanceOf, object, class)
    }

    // Classes and members.

    /// Defines a class of this internal name, in the boot loader if the loader is null; a local reference.
    pub(crate) fn define_class(self, name: &str, loader: jobject, bytes: &[u8]) -> Result<jclass, Fault> {
        let name = encoded(name)?;
        let length = jint::try_from(bytes.len()).map_err(|_| Fault::Refused("DefineClass"))?;
        let class = jni!(self, DefineClass, name.as_ptr(), loader, bytes.as_ptr().cast(), length);
        self.unless_null("DefineClass", class)
    }

    /// A class that the boot loader has, by internal name, as a global reference.
    pub(crate) fn find_boot_class(self, name: &str) -> Result<jclass, Fault> {
        let name = encoded(name)?;
        let local = self.unless_null("FindClass", jni!(self, FindClass, name.as_ptr()))?;
        self.globalize(local)
    }

    pub(crate) fn class_of(self, object: jobject) -> jclass {
        jni!(self, GetObjectClass, object)
    }

    pub(crate) fn method(self, class: jclass, name: &str, descriptor: &str) -> Result<jmethodID, Fault> {
        let (name, descriptor) = (encoded(name)?, encoded(descriptor)?);
        let id = jni!(self, GetMethodID, class, name.as_ptr(), descriptor.as_ptr());
        self.unless_null("GetMethodID", id)
    }

    pub(crate) fn static_method(
        self,
        class: jclass,
        name: &str,
        descriptor: &str,
    ) -> Result<jmethodID, Fault> {
        let (name, descriptor) = (encoded(name)?, encoded(descriptor)?);
        let id = jni!(self, GetStaticMethodID, class, name.as_ptr(), descriptor.as_ptr());
        self.unless_null("GetStaticMethodID", id)
    }

    pub(crate) fn field(self, class: jclass, name: &str, descriptor: &str) -> Result<jfieldID, Fault> {
        let (name, descriptor) = (encoded(name)?, encoded(descriptor)?);
        let id = jni!(self, GetFieldID, class, name.as_ptr(), descriptor.as_ptr());
        self.unless_null("GetFieldID", id)
    }

    pub(crate) fn static_field(self, class: jclass, name: &str, descriptor: &str) -> Result<jfieldID, Fault> {
        let (name, descriptor) = (encoded(name)?, encoded(descriptor)?);
        let id = jni!(self, GetStaticFieldID, class, name.as_ptr(), descriptor.as_ptr());
        self.unless_null("GetStaticFieldID", id)
    }

    pub(crate) fn register_native(
        self,
        class: jclass,
        name: &str,
        descriptor: &str,
        function: *mut c_void,
    ) -> Result<(), Fault> {
        let (name, descriptor) = (encoded(name)?, encoded(descriptor)?);
        let method = JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: descriptor.as_ptr().cast_mut(),
            fnPtr: function,
        };
        let result = jni!(self, RegisterNatives, class, &raw const method, 1);
        self.unless_thrown(())?;
        if result == JNI_OK { Ok(()) } else { Err(Fault::Refused("RegisterNatives")) }
    }
}

/// A name as JNI takes it: modified UTF-8 (JVMS 4.4.7), which spells what lies beyond the Basic Multilingual Plane as two
/// surrogates.
fn encoded(name: &str) -> Result<CString, Fault> {
    CString::new(evoke_classfile::modified_utf8(name)).map_err(|_| Fault::Refused("a name that holds NUL"))
}
