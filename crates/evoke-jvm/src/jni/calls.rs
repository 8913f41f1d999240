//! Calls of Java code. Each says what it gave or what it threw.

use jni_sys::{jclass, jmethodID, jobject, jvalue};

use crate::jni::env::{Env, jni};
use crate::jni::fault::Fault;
use crate::jni::jni_type::JniType;

impl Env {
    pub(crate) fn new_object(
        self,
        class: jclass,
        constructor: jmethodID,
        arguments: &[jvalue],
    ) -> Result<jobject, Fault> {
        self.unless_thrown(jni!(self, NewObjectA, class, constructor, arguments.as_ptr()))
    }

    pub(crate) fn call_static(
        self,
        class: jclass,
        id: jmethodID,
        result: JniType,
        arguments: &[jvalue],
    ) -> Result<jvalue, Fault> {
        let arguments = arguments.as_ptr();
        let given = match result {
            JniType::Void => {
                jni!(self, CallStaticVoidMethodA, class, id, arguments);
                jvalue { j: 0 }
            }
            JniType::Boolean => jvalue { z: jni!(self, CallStaticBooleanMethodA, class, id, arguments) },
            JniType::Byte => jvalue { b: jni!(self, CallStaticByteMethodA, class, id, arguments) },
            JniType::Char => jvalue { c: jni!(self, CallStaticCharMethodA, class, id, arguments) },
            JniType::Short => jvalue { s: jni!(self, CallStaticShortMethodA, class, id, arguments) },
            JniType::Int => jvalue { i: jni!(self, CallStaticIntMethodA, class, id, arguments) },
            JniType::Long => jvalue { j: jni!(self, CallStaticLongMethodA, class, id, arguments) },
            JniType::Float => jvalue { f: jni!(self, CallStaticFloatMethodA, class, id, arguments) },
            JniType::Double => jvalue { d: jni!(self, CallStaticDoubleMethodA, class, id, arguments) },
            JniType::Reference => jvalue { l: jni!(self, CallStaticObjectMethodA, class, id, arguments) },
        };
        self.unless_thrown(given)
    }

    /// The receiver is not null.
    pub(crate) fn call_virtual(
        self,
        receiver: jobject,
        id: jmethodID,
        result: JniType,
        arguments: &[jvalue],
    ) -> Result<jvalue, Fault> {
        debug_assert!(!receiver.is_null());
        let arguments = arguments.as_ptr();
        let given = match result {
            JniType::Void => {
                jni!(self, CallVoidMethodA, receiver, id, arguments);
                jvalue { j: 0 }
            }
            JniType::Boolean => jvalue { z: jni!(self, CallBooleanMethodA, receiver, id, arguments) },
            JniType::Byte => jvalue { b: jni!(self, CallByteMethodA, receiver, id, arguments) },
            JniType::Char => jvalue { c: jni!(self, CallCharMethodA, receiver, id, arguments) },
            JniType::Short => jvalue { s: jni!(self, CallShortMethodA, receiver, id, arguments) },
            JniType::Int => jvalue { i: jni!(self, CallIntMethodA, receiver, id, arguments) },
            JniType::Long => jvalue { j: jni!(self, CallLongMethodA, receiver, id, arguments) },
            JniType::Float => jvalue { f: jni!(self, CallFloatMethodA, receiver, id, arguments) },
            JniType::Double => jvalue { d: jni!(self, CallDoubleMethodA, receiver, id, arguments) },
            JniType::Reference => jvalue { l: jni!(self, CallObjectMethodA, receiver, id, arguments) },
        };
        self.unless_thrown(given)
    }
}
