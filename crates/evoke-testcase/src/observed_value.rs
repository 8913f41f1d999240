//! What a run showed of a value.

use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::{JavaString, VariableRef};

/// A value as far as an assertion can speak of it. Boxed values are shown as their primitive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ObservedValue {
    /// `null`
    Null,
    /// `boolean`
    Boolean(bool),
    /// `byte`
    Byte(i8),
    /// `char`
    Char(u16),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// A string.
    String(JavaString),
    /// A constant of an enum.
    Enum {
        /// The enum's declaring class, also for constants with bodies.
        class: ClassName,
        /// `name()`
        constant: String,
    },
    /// An array; its content only if it is short and of primitives, boxes, strings, enums, nulls or such arrays.
    Array {
        /// Its length.
        length: u32,
        /// Its elements.
        elements: Option<Vec<ObservedValue>>,
    },
    /// Any other object.
    Object {
        /// Its run-time class.
        class: ClassName,
    },
    /// The very object or array that the call was made on or was given.
    Same {
        /// The variable that holds it.
        variable: VariableRef,
    },
}

impl ObservedValue {
    /// Has it speak of other variables.
    pub fn map_references(&mut self, map: &impl Fn(VariableRef) -> VariableRef) {
        match self {
            Self::Same { variable } => *variable = map(*variable),
            Self::Array { elements: Some(elements), .. } => {
                for element in elements {
                    element.map_references(map);
                }
            }
            _ => {}
        }
    }
}
