//! Probes that count what a run costs: calls, lines and allocations. They are put in only when asked for, since they
//! slow down what they count.

use evoke_analysis::MethodId;
use evoke_classfile::opcode;
use evoke_classfile::rewrite::{MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_runtime::members::tracer;

use crate::runtime_call::{bare_call, call_with_id};

/// Counts the instruction at `index` if it is a call or makes an object or array.
pub(crate) fn count_instruction(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    id: MethodId,
    index: usize,
) -> Result<(), RewriteError> {
    let instruction = &method.instructions[index];
    match instruction.opcode {
        opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => {
            edit.insert_before(index, &bare_call(pool, tracer::COUNT_CALL)?);
        }
        opcode::NEW | opcode::NEWARRAY | opcode::ANEWARRAY | opcode::MULTIANEWARRAY => {
            // Code is shorter than 65,536 bytes, and classes with as many methods do not exist.
            let site = (id.0 << 16) | (instruction.offset & 0xffff);
            edit.insert_before(index, &call_with_id(pool, tracer::COUNT_ALLOCATION, site)?);
        }
        _ => {}
    }
    Ok(())
}

/// Counts a line that begins at `index`.
pub(crate) fn count_line(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    index: usize,
) -> Result<(), RewriteError> {
    edit.insert_before(index, &bare_call(pool, tracer::COUNT_LINE)?);
    Ok(())
}
