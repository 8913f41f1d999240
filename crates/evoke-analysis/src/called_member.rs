//! The method that an instruction calls, lambdas and method references included.

use evoke_classfile::{ClassFile, FunctionSite, Instruction, MemberRef, Operands, opcode};

/// What an instruction calls, sooner or later, and whether a method that overrides it may run in its place.
pub(crate) fn called_member<'c>(
    class: &'c ClassFile,
    instruction: &Instruction,
) -> Option<(MemberRef<'c>, bool)> {
    let Operands::Constant(index) = instruction.operands else { return None };
    match instruction.opcode {
        opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE => Some((class.constant_pool.member(index)?, true)),
        opcode::INVOKESPECIAL | opcode::INVOKESTATIC => Some((class.constant_pool.member(index)?, false)),
        opcode::INVOKEDYNAMIC => {
            let site = FunctionSite::of(&class.constant_pool, &class.bootstrap_methods, index)?;
            Some((site.member, site.is_virtual()))
        }
        _ => None,
    }
}
