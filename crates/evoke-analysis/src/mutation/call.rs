//! Delete call: the call is left out; where it has a result, the default value of its type takes its place.
//! Constructors and dynamic calls stay.

use evoke_classfile::{Operands, opcode};

use super::Site;

/// Whether the instruction is a call that can be left out.
pub(super) fn is_deletable(site: &Site<'_>) -> bool {
    let instruction = site.instruction();
    let is_call = matches!(instruction.opcode, opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE);
    let callee = match instruction.operands {
        Operands::Constant(index) if is_call => site.class.constant_pool.member(index),
        _ => None,
    };
    callee.is_some_and(|callee| callee.name != "<init>")
}
