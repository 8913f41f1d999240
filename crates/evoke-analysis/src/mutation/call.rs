//! Delete call: the call is left out; where it has a result, the default value of its type takes its place.
//! Constructors and dynamic calls stay.

use evoke_classfile::{Operands, opcode};

use super::{Mutation, Site};

pub(super) fn mutations(site: &Site<'_>) -> Vec<Mutation> {
    let instruction = site.instruction();
    let is_call = matches!(instruction.opcode, opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE);
    let callee = match instruction.operands {
        Operands::Constant(index) if is_call => site.class.constant_pool.member(index),
        _ => None,
    };
    if callee.is_some_and(|callee| callee.name != "<init>") {
        vec![Mutation::CallDeletion]
    } else {
        Vec::new()
    }
}
