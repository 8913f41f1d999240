//! Return value: a boolean becomes `true` and `false`, a number 0, and 1 if it is 0; a reference becomes `null`, a string empty
//! too. What is returned anyway replaces nothing.

use std::fmt;

use evoke_classfile::{FieldType, opcode};
use serde::{Deserialize, Serialize};

use super::Site;

/// What is returned in place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReturnReplacement {
    /// `true`
    True,
    /// `false`
    False,
    /// 0
    Zero,
    /// 1 for 0, and 0 for any other number.
    OneIfZero,
    /// `null`
    Null,
    /// `""`
    EmptyString,
}

impl fmt::Display for ReturnReplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "true",
            Self::False => "false",
            Self::Zero => "0",
            Self::OneIfZero => "1 if it is 0, else 0",
            Self::Null => "null",
            Self::EmptyString => "an empty string",
        })
    }
}

/// What the instruction may return instead, if it returns a value.
pub(super) fn replacements(site: &Site<'_>) -> Vec<ReturnReplacement> {
    use ReturnReplacement::{EmptyString, False, Null, OneIfZero, True, Zero};
    let replacements = match &site.method.descriptor.return_type {
        _ if !matches!(site.opcode(), opcode::IRETURN..=opcode::ARETURN) => return Vec::new(),
        None => return Vec::new(),
        Some(FieldType::Boolean) => vec![True, False],
        Some(FieldType::Object(class)) if class.as_str() == "java/lang/String" => vec![Null, EmptyString],
        Some(FieldType::Object(_) | FieldType::Array(_)) => vec![Null],
        Some(_) => vec![Zero, OneIfZero],
    };
    let returned = constant_returned(site);
    replacements.into_iter().filter(|replacement| Some(*replacement) != returned).collect()
}

/// What is returned whenever the instruction is reached, where that is one of the replacements.
fn constant_returned(site: &Site<'_>) -> Option<ReturnReplacement> {
    // A jump may bring another value.
    let is_reached_alone = site.cfg.block_of(site.index) == site.cfg.block_of(site.index.checked_sub(1)?);
    let is_boolean = site.method.descriptor.return_type == Some(FieldType::Boolean);
    match site.previous()?.opcode {
        _ if !is_reached_alone => None,
        opcode::ACONST_NULL => Some(ReturnReplacement::Null),
        opcode::ICONST_1 if is_boolean => Some(ReturnReplacement::True),
        opcode::ICONST_0 if is_boolean => Some(ReturnReplacement::False),
        opcode::ICONST_0 | opcode::LCONST_0 | opcode::FCONST_0 | opcode::DCONST_0 => {
            Some(ReturnReplacement::Zero)
        }
        _ => None,
    }
}
