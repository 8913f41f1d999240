//! Field and method descriptors (JVMS 4.3): the erased types of the class file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ClassName;

/// An erased type as descriptors spell it (JVMS 4.3.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FieldType {
    /// `Z`
    Boolean,
    /// `B`
    Byte,
    /// `C`
    Char,
    /// `S`
    Short,
    /// `I`
    Int,
    /// `J`
    Long,
    /// `F`
    Float,
    /// `D`
    Double,
    /// `Ljava/lang/String;`
    Object(ClassName),
    /// `[I`: the element type of one dimension.
    Array(Box<FieldType>),
}

/// Parameter types and return type of a method (JVMS 4.3.3); `None` is `void`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MethodDescriptor {
    /// Declared parameters, without the receiver.
    pub parameters: Vec<FieldType>,
    /// `None` for `V`.
    pub return_type: Option<FieldType>,
}

/// The text is no descriptor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("malformed descriptor `{0}`")]
pub struct DescriptorError(pub String);

impl FieldType {
    /// Parses a whole field descriptor.
    pub fn parse(text: &str) -> Result<Self, DescriptorError> {
        let mut rest = text;
        match Self::parse_prefix(&mut rest) {
            Some(parsed) if rest.is_empty() => Ok(parsed),
            _ => Err(DescriptorError(text.to_owned())),
        }
    }

    /// Number of local variable slots a value takes: 2 for `long` and `double`.
    pub fn slots(&self) -> u16 {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }

    /// Whether this is one of the eight primitive types.
    pub fn is_primitive(&self) -> bool {
        !matches!(self, Self::Object(_) | Self::Array(_))
    }

    fn parse_prefix(rest: &mut &str) -> Option<Self> {
        let dimensions = rest.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions > 255 {
            return None;
        }
        let tail = &rest[dimensions..];
        let (element, length) = match tail.as_bytes().first()? {
            b'Z' => (Self::Boolean, 1),
            b'B' => (Self::Byte, 1),
            b'C' => (Self::Char, 1),
            b'S' => (Self::Short, 1),
            b'I' => (Self::Int, 1),
            b'J' => (Self::Long, 1),
            b'F' => (Self::Float, 1),
            b'D' => (Self::Double, 1),
            b'L' => {
                let end = tail.find(';')?;
                let name = &tail[1..end];
                if name.is_empty() || name.contains(['[', '.']) {
                    return None;
                }
                (Self::Object(ClassName::new(name)), end + 1)
            }
            _ => return None,
        };
        *rest = &tail[length..];
        Some((0..dimensions).fold(element, |inner, _| Self::Array(Box::new(inner))))
    }
}

impl MethodDescriptor {
    /// Parses a whole method descriptor such as `(ILjava/lang/String;)V`.
    pub fn parse(text: &str) -> Result<Self, DescriptorError> {
        Self::parse_inner(text).ok_or_else(|| DescriptorError(text.to_owned()))
    }

    /// Slots of all parameters, without the receiver.
    pub fn parameter_slots(&self) -> u16 {
        self.parameters.iter().map(FieldType::slots).sum()
    }

    fn parse_inner(text: &str) -> Option<Self> {
        let mut rest = text.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            if parameters.len() >= 255 {
                return None;
            }
            parameters.push(FieldType::parse_prefix(&mut rest)?);
        }
        rest = &rest[1..];
        if rest == "V" {
            return Some(Self { parameters, return_type: None });
        }
        let return_type = FieldType::parse_prefix(&mut rest)?;
        rest.is_empty().then_some(Self { parameters, return_type: Some(return_type) })
    }
}

/// Writes the descriptor.
impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean => f.write_str("Z"),
            Self::Byte => f.write_str("B"),
            Self::Char => f.write_str("C"),
            Self::Short => f.write_str("S"),
            Self::Int => f.write_str("I"),
            Self::Long => f.write_str("J"),
            Self::Float => f.write_str("F"),
            Self::Double => f.write_str("D"),
            Self::Object(name) => write!(f, "L{};", name.as_str()),
            Self::Array(element) => write!(f, "[{element}"),
        }
    }
}

/// Writes the descriptor.
impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for parameter in &self.parameters {
            write!(f, "{parameter}")?;
        }
        f.write_str(")")?;
        match &self.return_type {
            Some(return_type) => write!(f, "{return_type}"),
            None => f.write_str("V"),
        }
    }
}

#[cfg(test)]
mod tests;
