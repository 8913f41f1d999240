//! AOR, replace arithmetic: the other four of `+ - * / %`, for all four types of number. `iinc` is an addition, or with
//! a negative constant a subtraction.

use std::fmt;

use evoke_classfile::{Instruction, Operands, opcode};
use serde::{Deserialize, Serialize};

use super::Site;

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ArithmeticOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl ArithmeticOperator {
    /// All, in the order of the opcodes and of mutants.
    pub const ALL: [Self; 5] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Remainder];

    /// The operator of an instruction.
    pub fn of_instruction(instruction: &Instruction) -> Option<Self> {
        match (instruction.opcode, &instruction.operands) {
            (opcode @ opcode::IADD..=opcode::DREM, _) => {
                Some(Self::ALL[usize::from((opcode - opcode::IADD) / 4)])
            }
            (_, Operands::Increment { by, .. }) => Some(if *by < 0 { Self::Subtract } else { Self::Add }),
            _ => None,
        }
    }

    /// The one that PIT puts in its place (operator MATH).
    pub(super) fn typical_replacement(self) -> Self {
        match self {
            Self::Add => Self::Subtract,
            Self::Subtract => Self::Add,
            Self::Multiply => Self::Divide,
            Self::Divide | Self::Remainder => Self::Multiply,
        }
    }

    /// The result for 8-bit operands, `None` if it throws.
    pub fn apply(self, left: i8, right: i8) -> Option<i8> {
        match self {
            Self::Add => Some(left.wrapping_add(right)),
            Self::Subtract => Some(left.wrapping_sub(right)),
            Self::Multiply => Some(left.wrapping_mul(right)),
            Self::Divide => (right != 0).then(|| left.wrapping_div(right)),
            Self::Remainder => (right != 0).then(|| left.wrapping_rem(right)),
        }
    }
}

impl fmt::Display for ArithmeticOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        })
    }
}

/// The operator of the instruction with each that replaces it.
pub(super) fn replacements(
    site: &Site<'_>,
) -> impl Iterator<Item = (ArithmeticOperator, ArithmeticOperator)> + use<> {
    let original = ArithmeticOperator::of_instruction(site.instruction());
    original.into_iter().flat_map(|original| {
        let others = ArithmeticOperator::ALL.into_iter().filter(move |it| *it != original);
        others.map(move |replacement| (original, replacement))
    })
}
