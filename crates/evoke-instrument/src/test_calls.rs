//! Probes that note the calls which compiled tests make on methods under test: their arguments at the entry, the result before it is returned,
//! and the exception that leaves. Whether a test makes the call is known at the entry, and kept in a local.

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, access, opcode};
use evoke_runtime::Member;
use evoke_runtime::members::test_calls;

use crate::contexts::{first_guarded, passes_on_caller};
use crate::method_ids::MethodIds;
use crate::runtime_call::call;

/// Puts probes at the entry and at the exceptional exit; gives the local that says whether a test makes the call, unless the method leaves
/// that to those it calls.
pub(crate) fn enter(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    ids: &MethodIds,
) -> Result<Option<u16>, RewriteError> {
    if passes_on_caller(view) {
        return Ok(None);
    }
    let local = view.max_locals;
    let mut entry = Assembler::new();
    entry.push_int(pool, ids.method.0 as i32)?;
    call(&mut entry, pool, test_calls::ENTER)?;
    entry.store_int(local);
    edit.add_int_local();
    let descriptor = MethodDescriptor::parse(view.descriptor)?;
    let mut slot = u16::from(view.access_flags & access::STATIC == 0);
    for (position, ty) in (0..).zip(&descriptor.parameters) {
        for (_, place) in ids.value_domains.iter().filter(|(parameter, _)| *parameter == Some(position)) {
            entry.load_value(ty, slot);
            note_value(&mut entry, pool, ty, (*place, local))?;
        }
        slot += ty.slots();
    }
    edit.prologue(&entry);
    if let Some(first) = first_guarded(view) {
        let mut exit = Assembler::new();
        exit.dup().push_int(pool, ids.method.0 as i32)?.load_int(local);
        call(&mut exit, pool, test_calls::LEAVES)?;
        edit.on_exceptional_exit(first, &exit);
    }
    Ok(Some(local))
}

/// Puts a probe before the instruction at the index if it is a return.
pub(crate) fn probe_return(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    ids: &MethodIds,
    (index, local): (usize, u16),
) -> Result<(), RewriteError> {
    if !matches!(view.instructions[index].opcode, opcode::IRETURN..=opcode::RETURN) {
        return Ok(());
    }
    let mut piece = Assembler::new();
    let result = MethodDescriptor::parse(view.descriptor)?.return_type;
    let place = ids.value_domains.iter().find(|(parameter, _)| parameter.is_none());
    if let (Some(ty), Some((_, place))) = (result, place) {
        if ty.slots() == 2 {
            piece.dup2();
        } else {
            piece.dup();
        }
        note_value(&mut piece, pool, &ty, (*place, local))?;
    }
    piece.push_int(pool, ids.method.0 as i32)?.load_int(local);
    call(&mut piece, pool, test_calls::RETURNS)?;
    edit.insert_before(index, &piece);
    Ok(())
}

/// Notes the value on the stack, which is taken from it.
fn note_value(
    piece: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    ty: &FieldType,
    (place, local): (u32, u16),
) -> Result<(), RewriteError> {
    piece.push_int(pool, place as i32)?.load_int(local);
    call(piece, pool, note(ty))
}

fn note(ty: &FieldType) -> Member {
    match ty {
        FieldType::Char => test_calls::CHARACTER,
        FieldType::Boolean | FieldType::Byte | FieldType::Short | FieldType::Int => test_calls::VALUE_I_I_I,
        FieldType::Long => test_calls::VALUE_J_I_I,
        FieldType::Float => test_calls::VALUE_F_I_I,
        FieldType::Double => test_calls::VALUE_D_I_I,
        FieldType::Object(_) | FieldType::Array(_) => test_calls::VALUE_OBJECT_I_I,
    }
}
