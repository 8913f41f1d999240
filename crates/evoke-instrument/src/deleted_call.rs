//! A call left out: its receiver and arguments are dropped, and the default value of its type takes the place of its
//! result.

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, Operands, opcode};

/// Leaves out the call at `index`, if it is one.
pub(crate) fn leave_out(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
) -> Result<(), RewriteError> {
    let instruction = &method.instructions[index];
    let Operands::Constant(member) = instruction.operands else { return Ok(()) };
    let Some(callee) = method.constant_pool.member(member) else { return Ok(()) };
    let descriptor = MethodDescriptor::parse(callee.descriptor)?;
    let mut piece = Assembler::new();
    for ty in descriptor.parameters.iter().rev() {
        if ty.slots() == 2 {
            piece.pop2();
        } else {
            piece.pop();
        }
    }
    if instruction.opcode != opcode::INVOKESTATIC {
        piece.pop();
    }
    match descriptor.return_type {
        None => {}
        Some(FieldType::Object(_) | FieldType::Array(_)) => {
            piece.push_null();
        }
        Some(FieldType::Long) => {
            piece.plain(opcode::LCONST_0, 0, 2);
        }
        Some(FieldType::Float) => {
            piece.plain(opcode::FCONST_0, 0, 1);
        }
        Some(FieldType::Double) => {
            piece.plain(opcode::DCONST_0, 0, 2);
        }
        Some(_) => {
            piece.push_int(pool, 0)?;
        }
    }
    edit.replace(index, &piece);
    Ok(())
}
