//! The ten types of value that JNI tells apart: which function to call and which member of a `jvalue` to read.

use evoke_classfile::FieldType;
use jni_sys::jvalue;

/// A primitive, any reference, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JniType {
    Void,
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl JniType {
    pub(crate) fn of(ty: &FieldType) -> Self {
        match ty {
            FieldType::Boolean => Self::Boolean,
            FieldType::Byte => Self::Byte,
            FieldType::Char => Self::Char,
            FieldType::Short => Self::Short,
            FieldType::Int => Self::Int,
            FieldType::Long => Self::Long,
            FieldType::Float => Self::Float,
            FieldType::Double => Self::Double,
            FieldType::Object(_) | FieldType::Array(_) => Self::Reference,
        }
    }

    /// The value as `wanted`, by identity or a widening primitive conversion (JLS 5.1.2).
    pub(crate) fn widen(self, value: jvalue, wanted: Self) -> Option<jvalue> {
        if self == wanted {
            return Some(value);
        }
        // SAFETY: `self` says which member was written.
        let (integral, floating) = unsafe {
            match self {
                Self::Byte => (i64::from(value.b), f64::from(value.b)),
                Self::Char => (i64::from(value.c), f64::from(value.c)),
                Self::Short => (i64::from(value.s), f64::from(value.s)),
                Self::Int => (i64::from(value.i), f64::from(value.i)),
                Self::Long => (value.j, value.j as f64),
                Self::Float => (0, f64::from(value.f)),
                _ => return None,
            }
        };
        match (self, wanted) {
            (Self::Byte, Self::Short) => Some(jvalue { s: integral as i16 }),
            (Self::Byte | Self::Char | Self::Short, Self::Int) => Some(jvalue { i: integral as i32 }),
            (Self::Byte | Self::Char | Self::Short | Self::Int, Self::Long) => Some(jvalue { j: integral }),
            (Self::Byte | Self::Char | Self::Short | Self::Int | Self::Long, Self::Float) => {
                Some(jvalue { f: integral as f32 })
            }
            (_, Self::Double) => Some(jvalue { d: floating }),
            _ => None,
        }
    }
}
