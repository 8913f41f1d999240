//! BOR, replace bitwise: the other two of `& | ^`, and the other two of `<< >> >>>`.

use std::fmt;

use evoke_classfile::opcode;
use serde::{Deserialize, Serialize};

use super::Site;

/// A bitwise or shift operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BitwiseOperator {
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `>>>`
    UnsignedShiftRight,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl BitwiseOperator {
    /// All, in the order of the opcodes and of mutants.
    pub const ALL: [Self; 6] =
        [Self::ShiftLeft, Self::ShiftRight, Self::UnsignedShiftRight, Self::And, Self::Or, Self::Xor];

    /// The operator of an opcode.
    pub fn of_opcode(opcode: u8) -> Option<Self> {
        match opcode {
            opcode::ISHL..=opcode::LXOR => Some(Self::ALL[usize::from((opcode - opcode::ISHL) / 2)]),
            _ => None,
        }
    }

    /// The one that PIT puts in its place (operator MATH), or where another subsumes that, the other.
    pub(super) fn typical_replacement(self) -> Self {
        match self {
            Self::ShiftLeft | Self::ShiftRight => Self::UnsignedShiftRight,
            Self::UnsignedShiftRight => Self::ShiftLeft,
            Self::And | Self::Xor => Self::Or,
            Self::Or => Self::And,
        }
    }

    /// Whether it shifts.
    pub fn is_shift(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight | Self::UnsignedShiftRight)
    }

    /// The result for 8-bit operands; of a shift's right operand the lowest three bits count.
    pub fn apply(self, left: i8, right: i8) -> i8 {
        let distance = u32::from(right as u8 & 7);
        match self {
            Self::ShiftLeft => left.wrapping_shl(distance),
            Self::ShiftRight => left.wrapping_shr(distance),
            Self::UnsignedShiftRight => (left as u8).wrapping_shr(distance) as i8,
            Self::And => left & right,
            Self::Or => left | right,
            Self::Xor => left ^ right,
        }
    }
}

impl fmt::Display for BitwiseOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::UnsignedShiftRight => ">>>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        })
    }
}

/// The operator of the instruction with each that replaces it.
pub(super) fn replacements(
    site: &Site<'_>,
) -> impl Iterator<Item = (BitwiseOperator, BitwiseOperator)> + use<> {
    let original = BitwiseOperator::of_opcode(site.opcode());
    original.into_iter().flat_map(|original| {
        let is_other = move |it: &BitwiseOperator| *it != original && it.is_shift() == original.is_shift();
        BitwiseOperator::ALL.into_iter().filter(is_other).map(move |replacement| (original, replacement))
    })
}
