//! What a comparison of the code under test compared: a hint at the values that would make it come out otherwise.

use evoke_analysis::PredicateId;
use serde::{Deserialize, Serialize};

use crate::JavaString;

/// The two sides of a comparison that came out only one way in a run.
///
/// Of the executions of one predicate those are told that differ, few of them; of a string operation such as
/// `left.startsWith(right)` the left side is the receiver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operand {
    /// The predicate that tested the result; of a switch the branch of the case.
    pub predicate: PredicateId,
    /// What was on the left.
    pub left: OperandValue,
    /// What was on the right, of the same kind, or a pattern beside a string.
    pub right: OperandValue,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OperandValue {
    /// An `int` or what Java compares as one: `boolean`, `byte`, `short`, `char`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `double` or a `float`.
    Double(f64),
    /// The content of a `String` or another `CharSequence`.
    String(JavaString),
    /// A regular expression, in Java's syntax, that the other side was matched against.
    Pattern(JavaString),
}

impl OperandValue {
    /// The value of an integer of any width.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(i64::from(*value)),
            Self::Long(value) => Some(*value),
            _ => None,
        }
    }
}
