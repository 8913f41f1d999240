//! Computational types (JVMS 2.11.1): the types that values have on the operand stack, and the methods of the Java class
//! `Mutation` for each.

use evoke_classfile::rewrite::MethodView;
use evoke_classfile::{Constant, FieldType, Operands, opcode};
use evoke_runtime::Member;
use evoke_runtime::members::mutation;

/// A type of the operand stack; a string is told from other references because it has replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComputationalType {
    Int,
    Long,
    Float,
    Double,
    String,
    Reference,
}

impl ComputationalType {
    pub(super) fn of(ty: &FieldType) -> Self {
        match ty {
            FieldType::Long => Self::Long,
            FieldType::Float => Self::Float,
            FieldType::Double => Self::Double,
            FieldType::Object(_) | FieldType::Array(_) => Self::Reference,
            _ => Self::Int,
        }
    }

    /// Of the number that an instruction negates.
    pub(super) fn of_negation(negation: u8) -> Self {
        match negation {
            opcode::LNEG => Self::Long,
            opcode::FNEG => Self::Float,
            opcode::DNEG => Self::Double,
            _ => Self::Int,
        }
    }

    /// How many slots of the stack a value takes (JVMS 2.6.2).
    pub(super) fn slots(self) -> u16 {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }

    /// Of the number or string that a load or a constant pushes.
    pub(super) fn of_pushed(method: &MethodView<'_>, index: usize) -> Self {
        let instruction = &method.instructions[index];
        match (instruction.opcode, &instruction.operands) {
            (opcode::LCONST_0 | opcode::LCONST_1 | opcode::LLOAD | opcode::LLOAD_0..=opcode::LLOAD_3, _) => {
                Self::Long
            }
            (opcode::FCONST_0..=opcode::FCONST_2 | opcode::FLOAD | opcode::FLOAD_0..=opcode::FLOAD_3, _) => {
                Self::Float
            }
            (opcode::DCONST_0 | opcode::DCONST_1 | opcode::DLOAD | opcode::DLOAD_0..=opcode::DLOAD_3, _) => {
                Self::Double
            }
            (opcode::LDC..=opcode::LDC2_W, Operands::Constant(index)) => {
                match method.constant_pool.loadable(*index) {
                    Some(Constant::Long(_)) => Self::Long,
                    Some(Constant::Float(_)) => Self::Float,
                    Some(Constant::Double(_)) => Self::Double,
                    Some(Constant::String(_)) => Self::String,
                    _ => Self::Int,
                }
            }
            (opcode::GETFIELD | opcode::GETSTATIC, Operands::Constant(index)) => {
                let field =
                    method.constant_pool.member(*index).map(|field| FieldType::parse(field.descriptor));
                field.and_then(Result::ok).map_or(Self::Int, |ty| Self::of(&ty))
            }
            _ => Self::Int,
        }
    }

    /// Gives one of two values.
    pub(super) fn choose(self) -> Member {
        match self {
            Self::Int => mutation::CHOOSE_I_I_I,
            Self::Long => mutation::CHOOSE_J_J_I,
            Self::Float => mutation::CHOOSE_F_F_I,
            Self::Double => mutation::CHOOSE_D_D_I,
            Self::String | Self::Reference => mutation::CHOOSE_OBJECT_OBJECT_I,
        }
    }

    /// Gives a value or what replaces it; no reference but a string has such.
    pub(super) fn replace(self) -> Option<Member> {
        Some(match self {
            Self::Int => mutation::REPLACE_I_I_I,
            Self::Long => mutation::REPLACE_J_I_I,
            Self::Float => mutation::REPLACE_F_I_I,
            Self::Double => mutation::REPLACE_D_I_I,
            Self::String => mutation::REPLACE_STRING_I_I,
            Self::Reference => return None,
        })
    }
}

/// Computes in place of an arithmetic instruction, of which there are four for each operator.
pub(super) fn arithmetic(instruction: u8) -> Member {
    match (instruction - opcode::IADD) % 4 {
        0 => mutation::ARITHMETIC_I_I_I_I,
        1 => mutation::ARITHMETIC_J_J_I_I,
        2 => mutation::ARITHMETIC_F_F_I_I,
        _ => mutation::ARITHMETIC_D_D_I_I,
    }
}

/// Computes in place of a bitwise instruction, of which there are two for each operator.
pub(super) fn bitwise(instruction: u8, is_shift: bool) -> Member {
    let is_long = (instruction - opcode::ISHL) % 2 == 1;
    match (is_long, is_shift) {
        (false, _) => mutation::BITWISE_I_I_I_I,
        (true, true) => mutation::BITWISE_J_I_I_I,
        (true, false) => mutation::BITWISE_J_J_I_I,
    }
}
