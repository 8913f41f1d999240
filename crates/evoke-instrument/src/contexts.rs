//! Probes that tell activations apart by where their call comes from.
//!
//! Where a context reaches no further than the activation that its call begins, the method entered takes it over. Where it lasts as long as
//! the call, the method that made the call keeps the context it runs in itself, and goes back to that when the call is over: when it
//! returns, where a handler takes what it threw, and when that leaves the method.

use std::collections::BTreeSet;

use evoke_analysis::ContextId;
use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{access, constructor_call};
use evoke_runtime::layout::call_contexts;
use evoke_runtime::members::tracer;

use crate::method_ids::MethodIds;
use crate::probe_selection::ContextExtent;
use crate::runtime_call::{call, call_with_id};

/// Local variables that hold what an activation knows of its context.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ActivationLocals {
    /// What is added to the ids of predicates.
    pub(crate) shift: Option<u16>,
    /// The context itself.
    pub(crate) caller: Option<u16>,
}

/// Puts the probe at the method's entry. Class initialisers and bridges leave a context to who they call.
pub(crate) fn enter(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    ids: &MethodIds,
    extent: Option<ContextExtent>,
) -> Result<ActivationLocals, RewriteError> {
    let local = Some(view.max_locals);
    let none = ActivationLocals::default();
    let is_passed_on = passes_on_caller(view);
    match extent {
        Some(ContextExtent::Activation) => {
            let entry = if is_passed_on { tracer::ENTER } else { tracer::ENTER_IN_CONTEXT };
            enter_with_local(edit, pool, view, ids, entry, is_passed_on)?;
            if !ids.call_sites.is_empty() && !is_passed_on {
                // A call that throws before it enters a method under test leaves its context to whoever comes next.
                end_calls_that_throw(edit, pool, view, None)?;
            }
            Ok(ActivationLocals { shift: local, ..none })
        }
        Some(ContextExtent::Call) if !ids.call_sites.is_empty() => {
            enter_with_local(edit, pool, view, ids, tracer::ENTER_CALLER, false)?;
            end_calls_that_throw(edit, pool, view, local)?;
            Ok(ActivationLocals { caller: local, ..none })
        }
        Some(ContextExtent::Call) if ids.is_target && !is_passed_on => {
            enter_with_local(edit, pool, view, ids, tracer::ENTER_WITHIN, false)?;
            Ok(ActivationLocals { shift: local, ..none })
        }
        _ => {
            edit.prologue(&call_with_id(pool, tracer::ENTER, ids.method.0)?);
            Ok(none)
        }
    }
}

/// Whether a method leaves who called it to those that it calls.
pub(crate) fn passes_on_caller(view: &MethodView<'_>) -> bool {
    view.name == "<clinit>" || view.access_flags & access::BRIDGE != 0
}

/// Keeps what the probe gives, or 0 where it gives nothing, in a local of its own.
fn enter_with_local(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    ids: &MethodIds,
    entry: evoke_runtime::Member,
    gives_nothing: bool,
) -> Result<(), RewriteError> {
    let mut piece = Assembler::new();
    piece.push_int(pool, ids.method.0 as i32)?;
    call(&mut piece, pool, entry)?;
    if gives_nothing {
        piece.push_int(pool, 0)?;
    }
    piece.store_int(view.max_locals);
    edit.add_int_local();
    edit.prologue(&piece);
    Ok(())
}

/// Goes back to the context kept in the local, or to none, where a handler of the method's takes an exception, and where none does.
fn end_calls_that_throw(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    caller: Option<u16>,
) -> Result<(), RewriteError> {
    let piece = end_call(pool, caller)?;
    let handlers: BTreeSet<u32> = view.exception_table.iter().map(|row| row.handler).collect();
    for handler in handlers {
        if let Ok(index) = view.instructions.binary_search_by_key(&handler, |instruction| instruction.offset)
        {
            edit.insert_before(index, &piece);
        }
    }
    if let Some(first) = first_guarded(view) {
        edit.on_exceptional_exit(first, &piece);
    }
    Ok(())
}

/// Says where the next call comes from.
pub(crate) fn begin_call(pool: &mut PoolBuilder<'_>, context: ContextId) -> Result<Assembler, RewriteError> {
    tell_context(pool, |piece, pool| {
        piece.push_int(pool, context.0 as i32 + call_contexts::FIRST).map(|_| ())
    })
}

/// Says that it is over: what runs next is in the context kept in the local, or, if that call entered no method under test, in none.
pub(crate) fn end_call(pool: &mut PoolBuilder<'_>, caller: Option<u16>) -> Result<Assembler, RewriteError> {
    tell_context(pool, |piece, pool| match caller {
        Some(local) => {
            piece.load_int(local);
            Ok(())
        }
        None => piece.push_int(pool, call_contexts::NONE).map(|_| ()),
    })
}

fn tell_context(
    pool: &mut PoolBuilder<'_>,
    push: impl FnOnce(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError>,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    push(&mut piece, pool)?;
    call(&mut piece, pool, tracer::CALL_FROM)?;
    Ok(piece)
}

/// The first instruction that an exceptional exit may guard: in a constructor, while its object is not initialised, there can be no
/// handler without it.
pub(crate) fn first_guarded(view: &MethodView<'_>) -> Option<usize> {
    if view.name != "<init>" {
        return Some(0);
    }
    let call = constructor_call(view.constant_pool, view.instructions);
    call.map(|call| call + 1).filter(|first| *first < view.instructions.len())
}
