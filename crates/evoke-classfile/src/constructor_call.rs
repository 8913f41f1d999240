//! Where a constructor calls another one, before which its object is not initialised.

use crate::constant_pool::ConstantPool;
use crate::instruction::{Instruction, Operands};
use crate::opcode;

/// The index of the first call of an `<init>` that belongs to no `new` before it (JVMS 4.10.1.9, `invokespecial`): in a constructor the call of another one
/// on its own object; `None` if there is none, as in the constructor of `Object`.
pub fn constructor_call(constant_pool: &ConstantPool, instructions: &[Instruction]) -> Option<usize> {
    let mut n_created = 0_usize;
    for (index, instruction) in instructions.iter().enumerate() {
        match (instruction.opcode, &instruction.operands) {
            (opcode::NEW, _) => n_created += 1,
            (opcode::INVOKESPECIAL, Operands::Constant(member))
                if constant_pool.member(*member).is_some_and(|callee| callee.name == "<init>") =>
            {
                let Some(left) = n_created.checked_sub(1) else { return Some(index) };
                n_created = left;
            }
            _ => {}
        }
    }
    None
}
