//! Observed values and literals under a total equality and order, so that they can be counted and looked up. Floating point
//! numbers are equal if their bits are, so that NaN equals itself and 0.0 does not equal -0.0.

use evoke_analysis::TypeId;
use evoke_classfile::ClassName;
use evoke_testcase::{JavaString, Observation, ObservedValue, Value, VariableRef};

/// Whether both were seen of the same and are the same.
pub(crate) fn is_same_observation(one: &Observation, other: &Observation) -> bool {
    one.variable == other.variable
        && one.aspect == other.aspect
        && ValueKey::from(&one.value) == ValueKey::from(&other.value)
}

/// An observed value as a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ValueKey {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(FloatKey),
    Double(DoubleKey),
    String(JavaString),
    Constant(ClassName, String),
    Array(u32, Option<Vec<ValueKey>>),
    List(Vec<ValueKey>),
    Object(ClassName),
    Same(VariableRef),
    Calls(Vec<(usize, Vec<Option<ValueKey>>)>),
}

/// A literal as a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LiteralKey {
    Null(TypeId),
    Class(TypeId),
    Value(ValueKey),
}

/// The bits of a `float` as an integer in the order of `f32::total_cmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FloatKey(i32);

/// The bits of a `double` as an integer in the order of `f64::total_cmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DoubleKey(i64);

impl From<f32> for FloatKey {
    fn from(value: f32) -> Self {
        let bits = value.to_bits() as i32;
        // Of a negative number more bits mean a smaller one.
        Self(if bits < 0 { bits ^ i32::MAX } else { bits })
    }
}

impl From<f64> for DoubleKey {
    fn from(value: f64) -> Self {
        let bits = value.to_bits() as i64;
        Self(if bits < 0 { bits ^ i64::MAX } else { bits })
    }
}

impl From<&ObservedValue> for ValueKey {
    fn from(value: &ObservedValue) -> Self {
        match value {
            ObservedValue::Null => Self::Null,
            ObservedValue::Boolean(value) => Self::Boolean(*value),
            ObservedValue::Byte(value) => Self::Byte(*value),
            ObservedValue::Char(unit) => Self::Char(*unit),
            ObservedValue::Short(value) => Self::Short(*value),
            ObservedValue::Int(value) => Self::Int(*value),
            ObservedValue::Long(value) => Self::Long(*value),
            ObservedValue::Float(value) => Self::Float((*value).into()),
            ObservedValue::Double(value) => Self::Double((*value).into()),
            ObservedValue::String(text) => Self::String(text.clone()),
            ObservedValue::Enum { class, constant: name }
            | ObservedValue::OwnConstant { class, field: name } => {
                Self::Constant(class.clone(), name.clone())
            }
            ObservedValue::Array { length, elements } => {
                let elements = elements.as_ref().map(|elements| elements.iter().map(Self::from).collect());
                Self::Array(*length, elements)
            }
            ObservedValue::List(elements) => Self::List(elements.iter().map(Self::from).collect()),
            ObservedValue::Object { class } => Self::Object(class.clone()),
            ObservedValue::Same { variable } => Self::Same(*variable),
            ObservedValue::Calls(calls) => {
                let told = |argument: &Option<ObservedValue>| argument.as_ref().map(Self::from);
                Self::Calls(
                    calls.iter().map(|it| (it.method, it.arguments.iter().map(told).collect())).collect(),
                )
            }
        }
    }
}

impl From<&Value> for LiteralKey {
    fn from(value: &Value) -> Self {
        Self::Value(match value {
            Value::Null(ty) => return Self::Null(*ty),
            Value::Class(ty) => return Self::Class(*ty),
            Value::Boolean(value) => ValueKey::Boolean(*value),
            Value::Byte(value) => ValueKey::Byte(*value),
            Value::Char(unit) => ValueKey::Char(*unit),
            Value::Short(value) => ValueKey::Short(*value),
            Value::Int(value) => ValueKey::Int(*value),
            Value::Long(value) => ValueKey::Long(*value),
            Value::Float(value) => ValueKey::Float((*value).into()),
            Value::Double(value) => ValueKey::Double((*value).into()),
            Value::String(text) => ValueKey::String(text.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart_by_their_bits_and_ordered_by_their_size() {
        let ascending = [f64::NEG_INFINITY, -2.0, -0.0, 0.0, 1.5, f64::INFINITY, f64::NAN];
        assert!(ascending.map(DoubleKey::from).is_sorted_by(|one, other| one < other));
        assert!(ascending.map(|value| FloatKey::from(value as f32)).is_sorted_by(|one, other| one < other));
        assert_eq!(DoubleKey::from(f64::NAN), DoubleKey::from(f64::NAN));
    }

    #[test]
    fn nan_that_is_seen_twice_is_the_same_observation_and_zeros_of_two_signs_are_not() {
        let of = |value| crate::testing::seen(0, None, ObservedValue::Double(value));
        assert!(is_same_observation(&of(f64::NAN), &of(f64::NAN)));
        assert!(!is_same_observation(&of(0.0), &of(-0.0)));
        let elsewhere = crate::testing::seen(1, None, ObservedValue::Double(f64::NAN));
        assert!(!is_same_observation(&of(f64::NAN), &elsewhere));
    }

    #[test]
    fn strings_are_told_apart_by_their_code_units() {
        let key = |unit| ValueKey::from(&ObservedValue::String(JavaString::from_units(&[unit])));
        assert_ne!(key(0xd800), key(0xd801));
    }
}
