//! UOI, insert unary: a loaded number is negated, incremented, decremented. Booleans are left alone; so are local
//! variables whose type nothing tells.

use std::fmt;

use evoke_classfile::FieldType;
use serde::{Deserialize, Serialize};

use super::{Site, variable};

/// What is done to a loaded number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum UnaryOperator {
    /// Minus.
    Negate,
    /// One more.
    Increment,
    /// One less.
    Decrement,
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Negate => "negated",
            Self::Increment => "incremented",
            Self::Decrement => "decremented",
        })
    }
}

/// The operators that fit what the instruction loads.
pub(super) fn operators(site: &Site<'_>) -> &'static [UnaryOperator] {
    match variable::loaded_type(site) {
        None | Some(FieldType::Boolean | FieldType::Object(_) | FieldType::Array(_)) => &[],
        Some(_) => &[UnaryOperator::Negate, UnaryOperator::Increment, UnaryOperator::Decrement],
    }
}
