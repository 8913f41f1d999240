//! Partitions of the values that methods are given and return: what input and output coverage ask for, and how
//! far a value is from each part.

use evoke_classfile::FieldType;
use serde::{Deserialize, Serialize};

use crate::{MethodId, PartId};

/// The values that a parameter of a method takes, or its result: the domain that a partition divides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueDomain {
    /// The method.
    pub method: MethodId,
    /// Position of the parameter; `None` for the result.
    pub parameter: Option<u16>,
    /// How its values are told apart.
    pub partition: Partition,
    /// Its first part; the others follow in the order of [`Partition::parts`].
    pub first_part: PartId,
}

/// How the values of a type are told apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// What they are.
    pub kind: PartitionKind,
    /// Whether `null` is among them.
    pub is_nullable: bool,
}

/// Kinds of value with parts of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartitionKind {
    /// `boolean`, `Boolean`.
    Boolean,
    /// Integers but `char`.
    Integer,
    /// `float`, `double` and their boxes.
    Floating,
    /// `char`, `Character`.
    Character,
    /// What has a length: strings, arrays, collections, maps.
    Sized,
    /// An enum with these constants.
    Enum(Vec<String>),
    /// Any other class.
    Reference,
}

/// One part of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// Below zero.
    Negative,
    /// Zero, `-0.0` included.
    Zero,
    /// Above zero.
    Positive,
    /// Not a number.
    NaN,
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// Any other character.
    OtherCharacter,
    /// Of length 0.
    Empty,
    /// Of length 1 or more.
    NonEmpty,
    /// The enum constant at this position.
    Constant(u16),
    /// Any object.
    NonNull,
}

/// A value, as far as partitions look at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartitionedValue {
    /// `null`
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A floating point number.
    Floating(f64),
    /// A character.
    Character(u16),
    /// Something of this length.
    Length(u32),
    /// The enum constant at this position.
    Constant(u32),
    /// An object of which nothing else is known.
    Object,
}

/// Code units that are letters or digits for the sake of a distance; beyond ASCII a character is what it is.
const LETTERS: [(u16, u16); 2] = [(0x41, 0x5a), (0x61, 0x7a)];
const DIGITS: [(u16, u16); 1] = [(0x30, 0x39)];
const OTHERS: [(u16, u16); 4] = [(0, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7f)];

impl Partition {
    /// The partition of a type that is no enum, collection or map.
    pub fn of(ty: &FieldType) -> Self {
        let primitive = |kind| Self { kind, is_nullable: false };
        match ty {
            FieldType::Boolean => primitive(PartitionKind::Boolean),
            FieldType::Byte | FieldType::Short | FieldType::Int | FieldType::Long => {
                primitive(PartitionKind::Integer)
            }
            FieldType::Float | FieldType::Double => primitive(PartitionKind::Floating),
            FieldType::Char => primitive(PartitionKind::Character),
            FieldType::Array(_) => Self { kind: PartitionKind::Sized, is_nullable: true },
            FieldType::Object(name) => {
                let kind = match name.as_str() {
                    "java/lang/Boolean" => PartitionKind::Boolean,
                    "java/lang/Byte" | "java/lang/Short" | "java/lang/Integer" | "java/lang/Long" => {
                        PartitionKind::Integer
                    }
                    "java/lang/Float" | "java/lang/Double" => PartitionKind::Floating,
                    "java/lang/Character" => PartitionKind::Character,
                    "java/lang/String" => PartitionKind::Sized,
                    _ => PartitionKind::Reference,
                };
                Self { kind, is_nullable: true }
            }
        }
    }

    /// Its parts: `null` first where there is one, then in the order of [`Part`].
    pub fn parts(&self) -> Vec<Part> {
        let own = match &self.kind {
            PartitionKind::Boolean => vec![Part::True, Part::False],
            PartitionKind::Integer => vec![Part::Negative, Part::Zero, Part::Positive],
            PartitionKind::Floating => vec![Part::Negative, Part::Zero, Part::Positive, Part::NaN],
            PartitionKind::Character => vec![Part::Letter, Part::Digit, Part::OtherCharacter],
            PartitionKind::Sized => vec![Part::Empty, Part::NonEmpty],
            PartitionKind::Enum(constants) => (0..constants.len() as u16).map(Part::Constant).collect(),
            PartitionKind::Reference => vec![Part::NonNull],
        };
        self.is_nullable.then_some(Part::Null).into_iter().chain(own).collect()
    }

    /// What a user calls a part.
    pub fn name(&self, part: Part) -> String {
        if let (PartitionKind::Enum(constants), Part::Constant(position)) = (&self.kind, part) {
            return constants.get(usize::from(position)).cloned().unwrap_or_default();
        }
        let name = match part {
            Part::Null => "null",
            Part::True => "true",
            Part::False => "false",
            Part::Negative => "negative",
            Part::Zero => "zero",
            Part::Positive => "positive",
            Part::NaN => "NaN",
            Part::Letter => "a letter",
            Part::Digit => "a digit",
            Part::OtherCharacter => "neither letter nor digit",
            Part::Empty => "empty",
            Part::NonEmpty => "not empty",
            Part::Constant(_) => "a constant",
            Part::NonNull => "not null",
        };
        name.to_owned()
    }
}

impl Part {
    /// How far a value is from the part: 0 exactly if it lies in it.
    pub fn distance(self, value: PartitionedValue) -> f64 {
        use PartitionedValue as Value;
        match (self, value) {
            (Self::Negative, Value::Integer(value)) => above(value as f64, -1.0),
            (Self::Zero, Value::Integer(value)) => (value as f64).abs(),
            (Self::Positive, Value::Integer(value)) => above(1.0, value as f64),
            (_, Value::Floating(value)) => self.distance_of_floating(value),
            (Self::Letter, Value::Character(value)) => distance_to(&LETTERS, value, is_letter(value)),
            (Self::Digit, Value::Character(value)) => distance_to(&DIGITS, value, is_digit(value)),
            (Self::OtherCharacter, Value::Character(value)) => {
                distance_to(&OTHERS, value, !is_letter(value) && !is_digit(value))
            }
            (Self::Empty, Value::Length(length)) => f64::from(length),
            (Self::NonEmpty, Value::Length(length)) => away(length > 0),
            (Self::Constant(wanted), Value::Constant(position)) => {
                (f64::from(wanted) - f64::from(position)).abs()
            }
            (Self::True, Value::Boolean(value)) => away(value),
            (Self::False, Value::Boolean(value)) => away(!value),
            (Self::Null, value) => away(value == Value::Null),
            (Self::NonNull, value) => away(value != Value::Null),
            _ => 1.0,
        }
    }

    fn distance_of_floating(self, value: f64) -> f64 {
        match self {
            Self::NaN => away(value.is_nan()),
            Self::NonNull => 0.0,
            _ if value.is_nan() => 1.0,
            Self::Negative => {
                if value < 0.0 {
                    0.0
                } else {
                    value + 1.0
                }
            }
            Self::Zero => value.abs(),
            Self::Positive => {
                if value > 0.0 {
                    0.0
                } else {
                    1.0 - value
                }
            }
            _ => 1.0,
        }
    }
}

fn above(value: f64, limit: f64) -> f64 {
    (value - limit).max(0.0)
}

fn away(is_in: bool) -> f64 {
    if is_in { 0.0 } else { 1.0 }
}

/// Distance to the nearest of some ranges, for a value outside the part that they stand for.
fn distance_to(ranges: &[(u16, u16)], value: u16, is_in: bool) -> f64 {
    if is_in {
        return 0.0;
    }
    let steps = |&(low, high): &(u16, u16)| low.saturating_sub(value).max(value.saturating_sub(high));
    ranges.iter().map(steps).min().map_or(1.0, |steps| f64::from(steps.max(1)))
}

fn is_letter(unit: u16) -> bool {
    char::from_u32(unit.into()).is_some_and(char::is_alphabetic)
}

fn is_digit(unit: u16) -> bool {
    // Decimal digits alone, as `Character.isDigit` has them, of the scripts that a `char` can hold and tests meet.
    char::from_u32(unit.into()).is_some_and(|character| character.is_ascii_digit())
}

#[cfg(test)]
mod tests;
