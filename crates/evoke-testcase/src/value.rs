//! Values that a statement can write down.

use std::fmt;
use std::sync::Arc;

use evoke_analysis::{Primitive, TypeId, TypeTable};
use serde::{Deserialize, Serialize};

/// A Java string: UTF-16 that need not be well formed. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JavaString(Arc<[u16]>);

/// A literal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
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
    /// `java.lang.String`
    String(JavaString),
    /// `null`, as a value of the type.
    Null(TypeId),
    /// A class literal of the type: `Fraction.class`.
    Class(TypeId),
}

impl JavaString {
    /// Takes UTF-16 code units.
    pub fn from_units(units: &[u16]) -> Self {
        Self(Arc::from(units))
    }

    /// The code units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// Number of code units, Java's `length()`.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The text over and over, or any if it is empty, until it is so long; or its beginning.
    pub fn repeated(&self, length: usize) -> Self {
        let filler = if self.is_empty() { &[u16::from(b'a')][..] } else { self.units() };
        Self(filler.iter().copied().cycle().take(length).collect())
    }

    /// Whether it is `""`.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf16_lossy(&self.0))
    }
}

impl Value {
    /// The type of the variable that holds it.
    pub fn type_id(&self) -> TypeId {
        match self {
            Self::Boolean(_) => TypeTable::primitive(Primitive::Boolean),
            Self::Byte(_) => TypeTable::primitive(Primitive::Byte),
            Self::Char(_) => TypeTable::primitive(Primitive::Char),
            Self::Short(_) => TypeTable::primitive(Primitive::Short),
            Self::Int(_) => TypeTable::primitive(Primitive::Int),
            Self::Long(_) => TypeTable::primitive(Primitive::Long),
            Self::Float(_) => TypeTable::primitive(Primitive::Float),
            Self::Double(_) => TypeTable::primitive(Primitive::Double),
            Self::String(_) => TypeTable::STRING,
            Self::Null(ty) => *ty,
            Self::Class(_) => TypeTable::CLASS,
        }
    }
}
