//! Has code ask whether `assert` is checked where that can be changed while it runs.

use evoke_analysis::ASSERTION_SWITCH;
use evoke_classfile::rewrite::{MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{MemberRef, Operands, opcode};
use evoke_runtime::members::assertions;

use crate::runtime_call::bare_call;

/// Puts a call in the place of the instruction at `index`, if that reads whether assertions are off.
pub(crate) fn ask_runtime(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
) -> Result<(), RewriteError> {
    let instruction = &method.instructions[index];
    let is_switch = |field: MemberRef<'_>| (field.name, field.descriptor) == (ASSERTION_SWITCH, "Z");
    if instruction.opcode == opcode::GETSTATIC
        && let Operands::Constant(field) = instruction.operands
        && method.constant_pool.member(field).is_some_and(is_switch)
    {
        edit.replace(index, &bare_call(pool, assertions::ARE_OFF)?);
    }
    Ok(())
}
