//! Probes before `throw` statements, which tell the tracer what code under test throws itself.
//!
//! What `finally` and `synchronized` blocks throw again came from elsewhere and is passed over; it is recognised by the
//! local variable that a handler for everything stores it in.

use std::collections::BTreeSet;

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{Operands, opcode};
use evoke_runtime::members::tracer;

use crate::runtime_call::call;

/// Local variables that handlers for everything store their exception in.
pub(crate) fn slots_of_rethrown(method: &MethodView<'_>) -> BTreeSet<u16> {
    let handlers = method.exception_table.iter().filter(|row| row.catch_type.is_none());
    let first = handlers.filter_map(|row| {
        let index = method.instructions.binary_search_by_key(&row.handler, |it| it.offset).ok()?;
        method.instructions.get(index)
    });
    first.filter_map(|store| astore_slot(store.opcode, &store.operands)).collect()
}

/// Puts the probe before the instruction at `index` if it is a `throw` of the source.
pub(crate) fn probe(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
    rethrown: &BTreeSet<u16>,
) -> Result<(), RewriteError> {
    if method.instructions[index].opcode != opcode::ATHROW {
        return Ok(());
    }
    let before = index.checked_sub(1).and_then(|before| method.instructions.get(before));
    let loaded = before.and_then(|load| match (load.opcode, &load.operands) {
        (opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3, Operands::Local(slot)) => Some(*slot),
        _ => None,
    });
    if loaded.is_some_and(|slot| rethrown.contains(&slot)) {
        return Ok(());
    }
    let mut piece = Assembler::new();
    piece.dup();
    call(&mut piece, pool, tracer::THROWN)?;
    edit.insert_before(index, &piece);
    Ok(())
}

fn astore_slot(opcode: u8, operands: &Operands) -> Option<u16> {
    match (opcode, operands) {
        (opcode::ASTORE | opcode::ASTORE_0..=opcode::ASTORE_3, Operands::Local(slot)) => Some(*slot),
        _ => None,
    }
}
