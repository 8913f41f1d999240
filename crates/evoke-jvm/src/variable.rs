//! The value of a variable of a running test.

use jni_sys::{jobject, jvalue};

use crate::erased_types::{ErasedId, ErasedTypes};
use crate::jni::JniType;

/// A value with what is known of its type; a reference is a local one of the running test's frame.
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) value: jvalue,
    pub(crate) jni_type: JniType,
    /// What a reference is known to be.
    pub(crate) ty: ErasedId,
}

impl Variable {
    /// That of a statement which gives nothing.
    pub(crate) const NONE: Self =
        Self { value: jvalue { j: 0 }, jni_type: JniType::Void, ty: ErasedTypes::OBJECT };

    pub(crate) fn primitive(jni_type: JniType, value: jvalue) -> Self {
        Self { value, jni_type, ty: ErasedTypes::OBJECT }
    }

    pub(crate) fn reference(reference: jobject, ty: ErasedId) -> Self {
        Self { value: jvalue { l: reference }, jni_type: JniType::Reference, ty }
    }

    /// The reference; `None` for anything else.
    pub(crate) fn as_reference(self) -> Option<jobject> {
        // SAFETY: the type says which member was written.
        if self.jni_type == JniType::Reference { Some(unsafe { self.value.l }) } else { None }
    }
}
