//! The JNI functions that Evoke uses, with checked texts and Rust types where that costs nothing.
//!
//! `Env` is the one place that calls through the function table. Its methods are safe to call under the rule stated
//! at [`Env::new`]: references given to them are live (or null where JNI allows null), ids belong to the class they
//! are used with, and arguments have the types of the descriptor. The rest of the crate upholds it by never passing
//! on a reference it has not checked. Exceptions stay pending until [`Env::take_exception`].

use std::ffi::{CString, c_void};
use std::ptr;

use evoke_testcase::JavaString;
use jni_sys::{
    JNI_OK, JNIEnv, JNINativeMethod, JavaVM, jarray, jclass, jfieldID, jint, jmethodID, jobject, jstring,
    jthrowable, jvalue,
};

use crate::kind::Kind;

/// The JNI environment of the current thread.
#[derive(Clone, Copy)]
pub(crate) struct Env(*mut JNIEnv);

/// A Java exception is pending, or JNI refused without saying why.
#[derive(Debug)]
pub(crate) struct Pending;

/// Calls a JNI function that every JVM since 1.6 has. Arguments are evaluated as unsafe code, so that a member of a
/// `jvalue` can be read in place: the kind beside it says which one was written.
macro_rules! jni {
    ($env:expr, $function:ident $(, $argument:expr)*) => {{
        let env: Env = $env;
        // SAFETY: `env.0` is the environment of this thread (`Env::new`); arguments are live and typed, see there.
        unsafe { ((**env.0).v1_6.$function)(env.0 $(, $argument)*) }
    }};
}

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

    pub(crate) fn java_vm(self) -> Option<*mut JavaVM> {
        let mut vm = ptr::null_mut();
        (jni!(self, GetJavaVM, &raw mut vm) == JNI_OK).then_some(vm)
    }

    // Exceptions.

    pub(crate) fn is_exception_pending(self) -> bool {
        jni!(self, ExceptionCheck)
    }

    /// The pending exception as a local reference, no longer pending; null if there is none.
    pub(crate) fn take_exception(self) -> jthrowable {
        let thrown = jni!(self, ExceptionOccurred);
        if !thrown.is_null() {
            jni!(self, ExceptionClear);
        }
        thrown
    }

    pub(crate) fn clear_exception(self) {
        jni!(self, ExceptionClear);
    }

    /// Makes an exception pending.
    pub(crate) fn throw(self, exception: jthrowable) {
        jni!(self, Throw, exception);
    }

    // References.

    pub(crate) fn push_local_frame(self, capacity: i32) -> bool {
        jni!(self, PushLocalFrame, capacity) == JNI_OK
    }

    pub(crate) fn pop_local_frame(self) {
        jni!(self, PopLocalFrame, ptr::null_mut());
    }

    pub(crate) fn new_global(self, reference: jobject) -> Result<jobject, Pending> {
        non_null(jni!(self, NewGlobalRef, reference))
    }

    /// A global reference in place of a local one, which is dropped.
    pub(crate) fn globalize(self, local: jobject) -> Result<jobject, Pending> {
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

    pub(crate) fn define_boot_class(self, name: &str, bytes: &[u8]) -> Result<jclass, Pending> {
        let name = CString::new(name).map_err(|_| Pending)?;
        let length = jint::try_from(bytes.len()).map_err(|_| Pending)?;
        non_null(jni!(self, DefineClass, name.as_ptr(), ptr::null_mut(), bytes.as_ptr().cast(), length))
    }

    /// A class that the boot loader has, by internal name, as a global reference.
    pub(crate) fn find_boot_class(self, name: &str) -> Result<jclass, Pending> {
        let name = CString::new(name).map_err(|_| Pending)?;
        let local = non_null(jni!(self, FindClass, name.as_ptr()))?;
        self.globalize(local)
    }

    pub(crate) fn class_of(self, object: jobject) -> jclass {
        jni!(self, GetObjectClass, object)
    }

    pub(crate) fn method(self, class: jclass, name: &str, descriptor: &str) -> Result<jmethodID, Pending> {
        let (name, descriptor) = member_texts(name, descriptor)?;
        non_null(jni!(self, GetMethodID, class, name.as_ptr(), descriptor.as_ptr()))
    }

    pub(crate) fn static_method(
        self,
        class: jclass,
        name: &str,
        descriptor: &str,
    ) -> Result<jmethodID, Pending> {
        let (name, descriptor) = member_texts(name, descriptor)?;
        non_null(jni!(self, GetStaticMethodID, class, name.as_ptr(), descriptor.as_ptr()))
    }

    pub(crate) fn field(self, class: jclass, name: &str, descriptor: &str) -> Result<jfieldID, Pending> {
        let (name, descriptor) = member_texts(name, descriptor)?;
        non_null(jni!(self, GetFieldID, class, name.as_ptr(), descriptor.as_ptr()))
    }

    pub(crate) fn static_field(
        self,
        class: jclass,
        name: &str,
        descriptor: &str,
    ) -> Result<jfieldID, Pending> {
        let (name, descriptor) = member_texts(name, descriptor)?;
        non_null(jni!(self, GetStaticFieldID, class, name.as_ptr(), descriptor.as_ptr()))
    }

    /// Defines a class of this internal name in a loader; a local reference.
    pub(crate) fn define_class(self, name: &str, loader: jobject, bytes: &[u8]) -> Result<jclass, Pending> {
        let name = CString::new(name).map_err(|_| Pending)?;
        let length = jint::try_from(bytes.len()).map_err(|_| Pending)?;
        non_null(jni!(self, DefineClass, name.as_ptr(), loader, bytes.as_ptr().cast(), length))
    }

    pub(crate) fn register_native(
        self,
        class: jclass,
        name: &str,
        descriptor: &str,
        function: *mut c_void,
    ) -> Result<(), Pending> {
        let (name, descriptor) = member_texts(name, descriptor)?;
        let method = JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: descriptor.as_ptr().cast_mut(),
            fnPtr: function,
        };
        if jni!(self, RegisterNatives, class, &raw const method, 1) == JNI_OK { Ok(()) } else { Err(Pending) }
    }

    // Calls. The result is unspecified while an exception is pending.

    pub(crate) fn new_object(self, class: jclass, constructor: jmethodID, arguments: &[jvalue]) -> jvalue {
        jvalue { l: jni!(self, NewObjectA, class, constructor, arguments.as_ptr()) }
    }

    pub(crate) fn call_static(
        self,
        class: jclass,
        id: jmethodID,
        result: Kind,
        arguments: &[jvalue],
    ) -> jvalue {
        let arguments = arguments.as_ptr();
        match result {
            Kind::Void => {
                jni!(self, CallStaticVoidMethodA, class, id, arguments);
                jvalue { j: 0 }
            }
            Kind::Boolean => jvalue { z: jni!(self, CallStaticBooleanMethodA, class, id, arguments) },
            Kind::Byte => jvalue { b: jni!(self, CallStaticByteMethodA, class, id, arguments) },
            Kind::Char => jvalue { c: jni!(self, CallStaticCharMethodA, class, id, arguments) },
            Kind::Short => jvalue { s: jni!(self, CallStaticShortMethodA, class, id, arguments) },
            Kind::Int => jvalue { i: jni!(self, CallStaticIntMethodA, class, id, arguments) },
            Kind::Long => jvalue { j: jni!(self, CallStaticLongMethodA, class, id, arguments) },
            Kind::Float => jvalue { f: jni!(self, CallStaticFloatMethodA, class, id, arguments) },
            Kind::Double => jvalue { d: jni!(self, CallStaticDoubleMethodA, class, id, arguments) },
            Kind::Reference => jvalue { l: jni!(self, CallStaticObjectMethodA, class, id, arguments) },
        }
    }

    /// The receiver is not null.
    pub(crate) fn call_virtual(
        self,
        receiver: jobject,
        id: jmethodID,
        result: Kind,
        arguments: &[jvalue],
    ) -> jvalue {
        debug_assert!(!receiver.is_null());
        let arguments = arguments.as_ptr();
        match result {
            Kind::Void => {
                jni!(self, CallVoidMethodA, receiver, id, arguments);
                jvalue { j: 0 }
            }
            Kind::Boolean => jvalue { z: jni!(self, CallBooleanMethodA, receiver, id, arguments) },
            Kind::Byte => jvalue { b: jni!(self, CallByteMethodA, receiver, id, arguments) },
            Kind::Char => jvalue { c: jni!(self, CallCharMethodA, receiver, id, arguments) },
            Kind::Short => jvalue { s: jni!(self, CallShortMethodA, receiver, id, arguments) },
            Kind::Int => jvalue { i: jni!(self, CallIntMethodA, receiver, id, arguments) },
            Kind::Long => jvalue { j: jni!(self, CallLongMethodA, receiver, id, arguments) },
            Kind::Float => jvalue { f: jni!(self, CallFloatMethodA, receiver, id, arguments) },
            Kind::Double => jvalue { d: jni!(self, CallDoubleMethodA, receiver, id, arguments) },
            Kind::Reference => jvalue { l: jni!(self, CallObjectMethodA, receiver, id, arguments) },
        }
    }

    /// Calls a virtual method and says whether it threw.
    pub(crate) fn try_call_virtual(
        self,
        receiver: jobject,
        id: jmethodID,
        result: Kind,
        arguments: &[jvalue],
    ) -> Result<jvalue, Pending> {
        let value = self.call_virtual(receiver, id, result, arguments);
        if self.is_exception_pending() { Err(Pending) } else { Ok(value) }
    }

    /// Calls a static method and says whether it threw.
    pub(crate) fn try_call_static(
        self,
        class: jclass,
        id: jmethodID,
        result: Kind,
        arguments: &[jvalue],
    ) -> Result<jvalue, Pending> {
        let value = self.call_static(class, id, result, arguments);
        if self.is_exception_pending() { Err(Pending) } else { Ok(value) }
    }

    // Fields.

    pub(crate) fn get_static(self, class: jclass, id: jfieldID, kind: Kind) -> jvalue {
        match kind {
            Kind::Void => jvalue { j: 0 },
            Kind::Boolean => jvalue { z: jni!(self, GetStaticBooleanField, class, id) },
            Kind::Byte => jvalue { b: jni!(self, GetStaticByteField, class, id) },
            Kind::Char => jvalue { c: jni!(self, GetStaticCharField, class, id) },
            Kind::Short => jvalue { s: jni!(self, GetStaticShortField, class, id) },
            Kind::Int => jvalue { i: jni!(self, GetStaticIntField, class, id) },
            Kind::Long => jvalue { j: jni!(self, GetStaticLongField, class, id) },
            Kind::Float => jvalue { f: jni!(self, GetStaticFloatField, class, id) },
            Kind::Double => jvalue { d: jni!(self, GetStaticDoubleField, class, id) },
            Kind::Reference => jvalue { l: jni!(self, GetStaticObjectField, class, id) },
        }
    }

    /// The receiver is not null.
    pub(crate) fn get(self, receiver: jobject, id: jfieldID, kind: Kind) -> jvalue {
        debug_assert!(!receiver.is_null());
        match kind {
            Kind::Void => jvalue { j: 0 },
            Kind::Boolean => jvalue { z: jni!(self, GetBooleanField, receiver, id) },
            Kind::Byte => jvalue { b: jni!(self, GetByteField, receiver, id) },
            Kind::Char => jvalue { c: jni!(self, GetCharField, receiver, id) },
            Kind::Short => jvalue { s: jni!(self, GetShortField, receiver, id) },
            Kind::Int => jvalue { i: jni!(self, GetIntField, receiver, id) },
            Kind::Long => jvalue { j: jni!(self, GetLongField, receiver, id) },
            Kind::Float => jvalue { f: jni!(self, GetFloatField, receiver, id) },
            Kind::Double => jvalue { d: jni!(self, GetDoubleField, receiver, id) },
            Kind::Reference => jvalue { l: jni!(self, GetObjectField, receiver, id) },
        }
    }

    pub(crate) fn set_static(self, class: jclass, id: jfieldID, kind: Kind, value: jvalue) {
        match kind {
            Kind::Void => {}
            Kind::Boolean => jni!(self, SetStaticBooleanField, class, id, value.z),
            Kind::Byte => jni!(self, SetStaticByteField, class, id, value.b),
            Kind::Char => jni!(self, SetStaticCharField, class, id, value.c),
            Kind::Short => jni!(self, SetStaticShortField, class, id, value.s),
            Kind::Int => jni!(self, SetStaticIntField, class, id, value.i),
            Kind::Long => jni!(self, SetStaticLongField, class, id, value.j),
            Kind::Float => jni!(self, SetStaticFloatField, class, id, value.f),
            Kind::Double => jni!(self, SetStaticDoubleField, class, id, value.d),
            Kind::Reference => jni!(self, SetStaticObjectField, class, id, value.l),
        }
    }

    /// The receiver is not null.
    pub(crate) fn set(self, receiver: jobject, id: jfieldID, kind: Kind, value: jvalue) {
        debug_assert!(!receiver.is_null());
        match kind {
            Kind::Void => {}
            Kind::Boolean => jni!(self, SetBooleanField, receiver, id, value.z),
            Kind::Byte => jni!(self, SetByteField, receiver, id, value.b),
            Kind::Char => jni!(self, SetCharField, receiver, id, value.c),
            Kind::Short => jni!(self, SetShortField, receiver, id, value.s),
            Kind::Int => jni!(self, SetIntField, receiver, id, value.i),
            Kind::Long => jni!(self, SetLongField, receiver, id, value.j),
            Kind::Float => jni!(self, SetFloatField, receiver, id, value.f),
            Kind::Double => jni!(self, SetDoubleField, receiver, id, value.d),
            Kind::Reference => jni!(self, SetObjectField, receiver, id, value.l),
        }
    }

    // Strings.

    pub(crate) fn new_string(self, units: &[u16]) -> Result<jstring, Pending> {
        let length = jint::try_from(units.len()).map_err(|_| Pending)?;
        non_null(jni!(self, NewString, units.as_ptr(), length))
    }

    /// Number of code units of a string that is not null.
    pub(crate) fn string_length(self, string: jstring) -> u32 {
        u32::try_from(jni!(self, GetStringLength, string)).unwrap_or(0)
    }

    /// The text of a string that is not null.
    pub(crate) fn string(self, string: jstring) -> JavaString {
        let length = jni!(self, GetStringLength, string);
        let mut units = vec![0; usize::try_from(length).unwrap_or(0)];
        jni!(self, GetStringRegion, string, 0, length, units.as_mut_ptr());
        JavaString::from_units(&units)
    }

    /// The text of a string that is known to be well-formed, such as a class name.
    pub(crate) fn utf8_string(self, string: jstring) -> String {
        String::from_utf16_lossy(self.string(string).units())
    }

    // Arrays.

    pub(crate) fn array_length(self, array: jarray) -> u32 {
        u32::try_from(jni!(self, GetArrayLength, array)).unwrap_or(0)
    }

    pub(crate) fn new_byte_array(self, bytes: &[u8]) -> Result<jarray, Pending> {
        let length = jint::try_from(bytes.len()).map_err(|_| Pending)?;
        let array = non_null(jni!(self, NewByteArray, length))?;
        jni!(self, SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast());
        Ok(array)
    }

    pub(crate) fn new_int_array(self, values: &[i32]) -> Result<jarray, Pending> {
        let length = jint::try_from(values.len()).map_err(|_| Pending)?;
        let array = non_null(jni!(self, NewIntArray, length))?;
        jni!(self, SetIntArrayRegion, array, 0, length, values.as_ptr());
        Ok(array)
    }

    pub(crate) fn new_object_array(self, class: jclass, length: jint) -> Result<jarray, Pending> {
        non_null(jni!(self, NewObjectArray, length, class, ptr::null_mut()))
    }

    /// An array of a primitive; `kind` is one.
    pub(crate) fn new_primitive_array(self, kind: Kind, length: jint) -> Result<jarray, Pending> {
        non_null(match kind {
            Kind::Boolean => jni!(self, NewBooleanArray, length),
            Kind::Byte => jni!(self, NewByteArray, length),
            Kind::Char => jni!(self, NewCharArray, length),
            Kind::Short => jni!(self, NewShortArray, length),
            Kind::Int => jni!(self, NewIntArray, length),
            Kind::Long => jni!(self, NewLongArray, length),
            Kind::Float => jni!(self, NewFloatArray, length),
            Kind::Double => jni!(self, NewDoubleArray, length),
            Kind::Void | Kind::Reference => return Err(Pending),
        })
    }

    /// Writes an element; the array holds elements of this kind. Bounds and stores are checked by the JVM.
    pub(crate) fn set_element(self, array: jarray, kind: Kind, index: jint, value: jvalue) {
        match kind {
            Kind::Void => {}
            Kind::Boolean => jni!(self, SetBooleanArrayRegion, array, index, 1, &raw const value.z),
            Kind::Byte => jni!(self, SetByteArrayRegion, array, index, 1, &raw const value.b),
            Kind::Char => jni!(self, SetCharArrayRegion, array, index, 1, &raw const value.c),
            Kind::Short => jni!(self, SetShortArrayRegion, array, index, 1, &raw const value.s),
            Kind::Int => jni!(self, SetIntArrayRegion, array, index, 1, &raw const value.i),
            Kind::Long => jni!(self, SetLongArrayRegion, array, index, 1, &raw const value.j),
            Kind::Float => jni!(self, SetFloatArrayRegion, array, index, 1, &raw const value.f),
            Kind::Double => jni!(self, SetDoubleArrayRegion, array, index, 1, &raw const value.d),
            Kind::Reference => jni!(self, SetObjectArrayElement, array, index, value.l),
        }
    }

    /// Reads an element within bounds.
    pub(crate) fn element(self, array: jarray, kind: Kind, index: jint) -> jvalue {
        let mut value = jvalue { j: 0 };
        match kind {
            Kind::Void => {}
            Kind::Boolean => jni!(self, GetBooleanArrayRegion, array, index, 1, &raw mut value.z),
            Kind::Byte => jni!(self, GetByteArrayRegion, array, index, 1, &raw mut value.b),
            Kind::Char => jni!(self, GetCharArrayRegion, array, index, 1, &raw mut value.c),
            Kind::Short => jni!(self, GetShortArrayRegion, array, index, 1, &raw mut value.s),
            Kind::Int => jni!(self, GetIntArrayRegion, array, index, 1, &raw mut value.i),
            Kind::Long => jni!(self, GetLongArrayRegion, array, index, 1, &raw mut value.j),
            Kind::Float => jni!(self, GetFloatArrayRegion, array, index, 1, &raw mut value.f),
            Kind::Double => jni!(self, GetDoubleArrayRegion, array, index, 1, &raw mut value.d),
            Kind::Reference => value.l = jni!(self, GetObjectArrayElement, array, index),
        }
        value
    }

    /// Copies the first elements of an `int[]`.
    pub(crate) fn copy_ints(self, array: jarray, into: &mut [i32]) {
        let length = into.len() as jint;
        jni!(self, GetIntArrayRegion, array, 0, length, into.as_mut_ptr());
    }

    /// Shows the content of a primitive array without copying. `T` is the element type, and `read` calls nothing of
    /// JNI, which allows no call before the release.
    pub(crate) fn with_array<T: ArrayElement, R>(self, array: jarray, read: impl FnOnce(&[T]) -> R) -> R {
        let length = self.array_length(array) as usize;
        let start: *mut T = jni!(self, GetPrimitiveArrayCritical, array, ptr::null_mut()).cast();
        if start.is_null() {
            return read(&[]);
        }
        // SAFETY: the JVM keeps `length` elements at `start` until the release below; nothing else writes to them, as
        // the only thread that runs tests is this one.
        let result = read(unsafe { std::slice::from_raw_parts(start, length) });
        jni!(self, ReleasePrimitiveArrayCritical, array, start.cast(), jni_sys::JNI_ABORT);
        result
    }
}

/// Element types that the tracer's arrays have.
pub(crate) trait ArrayElement: Copy {}
impl ArrayElement for i32 {}
impl ArrayElement for i64 {}
impl ArrayElement for f64 {}

fn non_null<T>(reference: *mut T) -> Result<*mut T, Pending> {
    if reference.is_null() { Err(Pending) } else { Ok(reference) }
}

fn member_texts(name: &str, descriptor: &str) -> Result<(CString, CString), Pending> {
    Ok((CString::new(name).map_err(|_| Pending)?, CString::new(descriptor).map_err(|_| Pending)?))
}
