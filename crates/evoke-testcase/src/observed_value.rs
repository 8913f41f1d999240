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
    /// An object that is compared by identity and held by a public constant of its own class, as those of typesafe enumerations and singletons.
    OwnConstant {
        /// The class that declares the constant.
        class: ClassName,
        /// The field.
        field: String,
    },
    /// An array; its content only if it is short and of primitives, boxes, strings, enums, nulls or such arrays.
    Array {
        /// Its length.
        length: u32,
        /// Its elements.
        elements: Option<Vec<ObservedValue>>,
    },
    /// A short list of one of the JDK's classes that hold their elements themselves, and these; of boxes of integers and the like, short strings, constants
    /// and nulls alone.
    List(Vec<ObservedValue>),
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
    /// The commands that a stub was given, in their order ([`evoke_analysis::StubMethod::is_command`]). None is worth an assertion only of a
    /// stub that could be given few.
    Calls(Vec<ObservedCall>),
}

/// A call on a stub, as far as an assertion can speak of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObservedCall {
    /// Position of the method in [`evoke_analysis::StubType::methods`].
    pub method: usize,
    /// What it was given; `None` where that has no text which is the same in each run, in this call or in another one of the method.
    pub arguments: Vec<Option<ObservedValue>>,
}

impl ObservedValue {
    /// Whether which object it is says more than what it shows.
    pub fn has_identity(&self) -> bool {
        matches!(self, Self::Object { .. } | Self::Array { .. } | Self::List(_))
    }

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
