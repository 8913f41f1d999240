//! RC, replace constant: numbers become 0, 1, -1, one more and one less; strings become empty and another one. `null` and
//! class literals stay. A constant that is at once returned as a boolean, or written to a boolean field or local variable,
//! is only negated.

use std::fmt;

use evoke_classfile::{Constant, FieldType, Operands, opcode};
use serde::{Deserialize, Serialize};

use super::Site;

/// What a constant becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ConstantReplacement {
    /// 0
    Zero,
    /// 1
    One,
    /// -1
    MinusOne,
    /// One more.
    Increment,
    /// One less.
    Decrement,
    /// `true` for `false` and `false` for `true`.
    Negated,
    /// `""`
    EmptyString,
    /// Another string.
    OtherString,
}

impl fmt::Display for ConstantReplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zero => "becomes 0",
            Self::One => "becomes 1",
            Self::MinusOne => "becomes -1",
            Self::Increment => "incremented",
            Self::Decrement => "decremented",
            Self::Negated => "negated",
            Self::EmptyString => "becomes empty",
            Self::OtherString => "becomes another string",
        })
    }
}

/// The replacements of a number that give five different values at most, none of them the number itself. `add` adds one or
/// minus one as the type does.
pub fn number_replacements<T: PartialEq + Copy>(
    value: T,
    few: [T; 3],
    add: impl Fn(i8) -> T,
) -> Vec<ConstantReplacement> {
    use ConstantReplacement::{Decrement, Increment, MinusOne, One, Zero};
    let [zero, one, minus_one] = few;
    let all = [(Zero, zero), (One, one), (MinusOne, minus_one), (Increment, add(1)), (Decrement, add(-1))];
    let mut seen = vec![value];
    let mut replacements = Vec::new();
    for (replacement, replaced) in all {
        if !seen.contains(&replaced) {
            seen.push(replaced);
            replacements.push(replacement);
        }
    }
    replacements
}

/// What the constant that the instruction pushes becomes.
pub(super) fn replacements(site: &Site<'_>) -> Vec<ConstantReplacement> {
    match value(site) {
        Some(Constant::Int(_)) if is_boolean(site) => vec![ConstantReplacement::Negated],
        Some(Constant::Int(value)) => {
            number_replacements(value, [0, 1, -1], |by| value.wrapping_add(by.into()))
        }
        Some(Constant::Long(value)) => {
            number_replacements(value, [0, 1, -1], |by| value.wrapping_add(by.into()))
        }
        Some(Constant::Float(value)) if !value.is_nan() => {
            number_replacements(value, [0.0, 1.0, -1.0], |by| value + f32::from(by))
        }
        Some(Constant::Double(value)) if !value.is_nan() => {
            number_replacements(value, [0.0, 1.0, -1.0], |by| value + f64::from(by))
        }
        Some(Constant::String(text)) if text.is_empty() => vec![ConstantReplacement::OtherString],
        Some(Constant::String(_)) => vec![ConstantReplacement::EmptyString, ConstantReplacement::OtherString],
        _ => Vec::new(),
    }
}

/// The constant that the instruction pushes.
fn value(site: &Site<'_>) -> Option<Constant> {
    let instruction = site.instruction();
    let code = instruction.opcode;
    match (code, &instruction.operands) {
        (opcode::ICONST_M1..=opcode::ICONST_5, _) => {
            Some(Constant::Int(i32::from(code) - i32::from(opcode::ICONST_0)))
        }
        (opcode::LCONST_0 | opcode::LCONST_1, _) => Some(Constant::Long((code - opcode::LCONST_0).into())),
        (opcode::FCONST_0..=opcode::FCONST_2, _) => Some(Constant::Float((code - opcode::FCONST_0).into())),
        (opcode::DCONST_0 | opcode::DCONST_1, _) => Some(Constant::Double((code - opcode::DCONST_0).into())),
        (opcode::BIPUSH | opcode::SIPUSH, Operands::Immediate(value)) => Some(Constant::Int((*value).into())),
        (opcode::LDC..=opcode::LDC2_W, Operands::Constant(index)) => {
            site.class.constant_pool.loadable(*index)
        }
        _ => None,
    }
}

fn is_boolean(site: &Site<'_>) -> bool {
    let Some(next) = site.next().map(|next| site.past_jump(next)) else { return false };
    match next.opcode {
        opcode::IRETURN => site.method.descriptor.return_type == Some(FieldType::Boolean),
        opcode::PUTFIELD | opcode::PUTSTATIC => site.member_descriptor(next) == Some("Z"),
        code if opcode::local_store(code) == Some(opcode::ISTORE) => {
            let Operands::Local(slot) = next.operands else { return false };
            site.stored_type(next, slot) == Some(&FieldType::Boolean)
        }
        _ => false,
    }
}
