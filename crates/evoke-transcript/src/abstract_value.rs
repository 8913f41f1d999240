//! What is known of a value while code is read.

use std::cell::RefCell;
use std::rc::Rc;

use evoke_classfile::FieldType;
use evoke_testcase::{JavaString, VariableRef};

/// A value on the operand stack, in a local variable or in a field of a test class.
#[derive(Clone, Debug)]
pub(crate) enum AbstractValue {
    /// Anything that takes one slot.
    Unknown,
    /// Any `long` or `double`.
    UnknownWide,
    /// `int`, also for boolean, byte, char and short.
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(JavaString),
    /// A class literal: internal name, or array descriptor.
    Class(Rc<str>),
    Null,
    /// The object whose method is read.
    This,
    /// What a statement of the test case gives. `is_wide` where that is a `long` or `double`.
    Variable {
        variable: VariableRef,
        is_wide: bool,
    },
    /// An array that the tests' code makes.
    Array(Rc<ArrayValue>),
    /// An object before its constructor is called; each has a number of its own.
    Uninitialized(u32),
    /// What `->` and `::` make.
    Function(Rc<Function>),
}

/// An array, which all who have it share.
#[derive(Debug)]
pub(crate) struct ArrayValue {
    /// Erased.
    pub(crate) component: FieldType,
    pub(crate) elements: RefCell<Vec<AbstractValue>>,
}

/// A function as an object.
#[derive(Debug)]
pub(crate) struct Function {
    /// What runs.
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// Values that it was made with, which come before its arguments.
    pub(crate) captured: Vec<AbstractValue>,
}

impl ArrayValue {
    /// A new array of so many elements.
    pub(crate) fn new(component: FieldType, length: usize) -> Self {
        let first = AbstractValue::default_of(&component);
        Self { component, elements: RefCell::new(vec![first; length]) }
    }
}

impl AbstractValue {
    /// What an element of the type holds at first.
    fn default_of(ty: &FieldType) -> Self {
        match ty {
            FieldType::Long => Self::Long(0),
            FieldType::Float => Self::Float(0.0),
            FieldType::Double => Self::Double(0.0),
            FieldType::Object(_) | FieldType::Array(_) => Self::Null,
            _ => Self::Int(0),
        }
    }

    /// Whether it takes two slots.
    pub(crate) fn is_wide(&self) -> bool {
        match self {
            Self::UnknownWide | Self::Long(_) | Self::Double(_) => true,
            Self::Variable { is_wide, .. } => *is_wide,
            _ => false,
        }
    }
}
