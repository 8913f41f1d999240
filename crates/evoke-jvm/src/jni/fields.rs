//! Fields of classes and objects, read and written by id. None of this runs Java code or throws.

use jni_sys::{jclass, jfieldID, jobject, jvalue};

use crate::jni::env::{Env, jni};
use crate::jni::jni_type::JniType;

impl Env {
    pub(crate) fn get_static(self, class: jclass, id: jfieldID, jni_type: JniType) -> jvalue {
        match jni_type {
            JniType::Void => jvalue { j: 0 },
            JniType::Boolean => jvalue { z: jni!(self, GetStaticBooleanField, class, id) },
            JniType::Byte => jvalue { b: jni!(self, GetStaticByteField, class, id) },
            JniType::Char => jvalue { c: jni!(self, GetStaticCharField, class, id) },
            JniType::Short => jvalue { s: jni!(self, GetStaticShortField, class, id) },
            JniType::Int => jvalue { i: jni!(self, GetStaticIntField, class, id) },
            JniType::Long => jvalue { j: jni!(self, GetStaticLongField, class, id) },
            JniType::Float => jvalue { f: jni!(self, GetStaticFloatField, class, id) },
            JniType::Double => jvalue { d: jni!(self, GetStaticDoubleField, class, id) },
            JniType::Reference => jvalue { l: jni!(self, GetStaticObjectField, class, id) },
        }
    }

    /// The receiver is not null.
    pub(crate) fn get(self, receiver: jobject, id: jfieldID, jni_type: JniType) -> jvalue {
        debug_assert!(!receiver.is_null());
        match jni_type {
            JniType::Void => jvalue { j: 0 },
            JniType::Boolean => jvalue { z: jni!(self, GetBooleanField, receiver, id) },
            JniType::Byte => jvalue { b: jni!(self, GetByteField, receiver, id) },
            JniType::Char => jvalue { c: jni!(self, GetCharField, receiver, id) },
            JniType::Short => jvalue { s: jni!(self, GetShortField, receiver, id) },
            JniType::Int => jvalue { i: jni!(self, GetIntField, receiver, id) },
            JniType::Long => jvalue { j: jni!(self, GetLongField, receiver, id) },
            JniType::Float => jvalue { f: jni!(self, GetFloatField, receiver, id) },
            JniType::Double => jvalue { d: jni!(self, GetDoubleField, receiver, id) },
            JniType::Reference => jvalue { l: jni!(self, GetObjectField, receiver, id) },
        }
    }

    pub(crate) fn set_static(self, class: jclass, id: jfieldID, jni_type: JniType, value: jvalue) {
        match jni_type {
            JniType::Void => {}
            JniType::Boolean => jni!(self, SetStaticBooleanField, class, id, value.z),
            JniType::Byte => jni!(self, SetStaticByteField, class, id, value.b),
            JniType::Char => jni!(self, SetStaticCharField, class, id, value.c),
            JniType::Short => jni!(self, SetStaticShortField, class, id, value.s),
            JniType::Int => jni!(self, SetStaticIntField, class, id, value.i),
            JniType::Long => jni!(self, SetStaticLongField, class, id, value.j),
            JniType::Float => jni!(self, SetStaticFloatField, class, id, value.f),
            JniType::Double => jni!(self, SetStaticDoubleField, class, id, value.d),
            JniType::Reference => jni!(self, SetStaticObjectField, class, id, value.l),
        }
    }

    /// The receiver is not null.
    pub(crate) fn set(self, receiver: jobject, id: jfieldID, jni_type: JniType, value: jvalue) {
        debug_assert!(!receiver.is_null());
        match jni_type {
            JniType::Void => {}
            JniType::Boolean => jni!(self, SetBooleanField, receiver, id, value.z),
            JniType::Byte => jni!(self, SetByteField, receiver, id, value.b),
            JniType::Char => jni!(self, SetCharField, receiver, id, value.c),
            JniType::Short => jni!(self, SetShortField, receiver, id, value.s),
            JniType::Int => jni!(self, SetIntField, receiver, id, value.i),
            JniType::Long => jni!(self, SetLongField, receiver, id, value.j),
            JniType::Float => jni!(self, SetFloatField, receiver, id, value.f),
            JniType::Double => jni!(self, SetDoubleField, receiver, id, value.d),
            JniType::Reference => jni!(self, SetObjectField, receiver, id, value.l),
        }
    }
}
