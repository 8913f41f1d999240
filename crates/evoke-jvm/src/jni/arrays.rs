//! Java arrays, made, filled and read.

use std::ptr;

use jni_sys::{jarray, jclass, jint, jvalue};

use crate::jni::array_elements::{ArrayElement, Elements};
use crate::jni::env::{Env, jni};
use crate::jni::fault::Fault;
use crate::jni::jni_type::JniType;

/// A primitive array, with its length, which is asked for once.
#[derive(Clone, Copy)]
pub(crate) struct PrimitiveArray {
    array: jarray,
    length: usize,
}

impl PrimitiveArray {
    /// The reference.
    pub(crate) fn reference(self) -> jarray {
        self.array
    }

    /// Number of elements.
    pub(crate) fn length(self) -> usize {
        self.length
    }
}

impl Env {
    /// What is known to be a primitive array, for as long as the reference is good.
    pub(crate) fn primitive_array(self, array: jarray) -> PrimitiveArray {
        PrimitiveArray { array, length: self.array_length(array) as usize }
    }

    /// Length of what is known to be an array.
    pub(crate) fn array_length(self, array: jarray) -> u32 {
        u32::try_from(jni!(self, GetArrayLength, array)).unwrap_or(0)
    }

    pub(crate) fn new_byte_array(self, bytes: &[u8]) -> Result<jarray, Fault> {
        let length = jint::try_from(bytes.len()).map_err(|_| Fault::Refused("NewByteArray"))?;
        let array = self.unless_null("NewByteArray", jni!(self, NewByteArray, length))?;
        jni!(self, SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast());
        Ok(array)
    }

    pub(crate) fn new_int_array(self, values: &[i32]) -> Result<jarray, Fault> {
        let length = jint::try_from(values.len()).map_err(|_| Fault::Refused("NewIntArray"))?;
        let array = self.unless_null("NewIntArray", jni!(self, NewIntArray, length))?;
        jni!(self, SetIntArrayRegion, array, 0, length, values.as_ptr());
        Ok(array)
    }

    pub(crate) fn new_object_array(self, class: jclass, length: jint) -> Result<jarray, Fault> {
        self.unless_null("NewObjectArray", jni!(self, NewObjectArray, length, class, ptr::null_mut()))
    }

    /// An array of a primitive; `jni_type` is one.
    pub(crate) fn new_primitive_array(self, jni_type: JniType, length: jint) -> Result<jarray, Fault> {
        let array = match jni_type {
            JniType::Boolean => jni!(self, NewBooleanArray, length),
            JniType::Byte => jni!(self, NewByteArray, length),
            JniType::Char => jni!(self, NewCharArray, length),
            JniType::Short => jni!(self, NewShortArray, length),
            JniType::Int => jni!(self, NewIntArray, length),
            JniType::Long => jni!(self, NewLongArray, length),
            JniType::Float => jni!(self, NewFloatArray, length),
            JniType::Double => jni!(self, NewDoubleArray, length),
            JniType::Void | JniType::Reference => return Err(Fault::Refused("NewPrimitiveArray")),
        };
        self.unless_null("NewPrimitiveArray", array)
    }

    /// Writes an element; the array holds elements of this type. Bounds and stores are checked by the JVM.
    pub(crate) fn set_element(
        self,
        array: jarray,
        jni_type: JniType,
        index: jint,
        value: jvalue,
    ) -> Result<(), Fault> {
        match jni_type {
            JniType::Void => {}
            JniType::Boolean => jni!(self, SetBooleanArrayRegion, array, index, 1, &raw const value.z),
            JniType::Byte => jni!(self, SetByteArrayRegion, array, index, 1, &raw const value.b),
            JniType::Char => jni!(self, SetCharArrayRegion, array, index, 1, &raw const value.c),
            JniType::Short => jni!(self, SetShortArrayRegion, array, index, 1, &raw const value.s),
            JniType::Int => jni!(self, SetIntArrayRegion, array, index, 1, &raw const value.i),
            JniType::Long => jni!(self, SetLongArrayRegion, array, index, 1, &raw const value.j),
            JniType::Float => jni!(self, SetFloatArrayRegion, array, index, 1, &raw const value.f),
            JniType::Double => jni!(self, SetDoubleArrayRegion, array, index, 1, &raw const value.d),
            JniType::Reference => jni!(self, SetObjectArrayElement, array, index, value.l),
        }
        self.unless_thrown(())
    }

    /// Reads an element within bounds.
    pub(crate) fn element(self, array: jarray, jni_type: JniType, index: jint) -> jvalue {
        let mut value = jvalue { j: 0 };
        match jni_type {
            JniType::Void => {}
            JniType::Boolean => jni!(self, GetBooleanArrayRegion, array, index, 1, &raw mut value.z),
            JniType::Byte => jni!(self, GetByteArrayRegion, array, index, 1, &raw mut value.b),
            JniType::Char => jni!(self, GetCharArrayRegion, array, index, 1, &raw mut value.c),
            JniType::Short => jni!(self, GetShortArrayRegion, array, index, 1, &raw mut value.s),
            JniType::Int => jni!(self, GetIntArrayRegion, array, index, 1, &raw mut value.i),
            JniType::Long => jni!(self, GetLongArrayRegion, array, index, 1, &raw mut value.j),
            JniType::Float => jni!(self, GetFloatArrayRegion, array, index, 1, &raw mut value.f),
            JniType::Double => jni!(self, GetDoubleArrayRegion, array, index, 1, &raw mut value.d),
            JniType::Reference => value.l = jni!(self, GetObjectArrayElement, array, index),
        }
        value
    }

    /// Copies the first elements of an `int[]`.
    pub(crate) fn copy_ints(self, array: jarray, into: &mut [i32]) {
        let length = into.len() as jint;
        jni!(self, GetIntArrayRegion, array, 0, length, into.as_mut_ptr());
    }

    /// Shows the elements of a primitive array without copying. `T` is the element type, and `read` calls nothing of
    /// JNI, which allows no call before the release.
    pub(crate) fn with_elements<T: ArrayElement, R>(
        self,
        PrimitiveArray { array, length }: PrimitiveArray,
        read: impl FnOnce(&Elements<'_, T>) -> R,
    ) -> R {
        let start: *mut T = jni!(self, GetPrimitiveArrayCritical, array, ptr::null_mut()).cast();
        if start.is_null() {
            return read(&Elements::none());
        }
        // SAFETY: the JVM keeps `length` elements at `start` until the release below.
        let result = read(&unsafe { Elements::new(start.cast_const(), length) });
        jni!(self, ReleasePrimitiveArrayCritical, array, start.cast(), jni_sys::JNI_ABORT);
        result
    }
}
