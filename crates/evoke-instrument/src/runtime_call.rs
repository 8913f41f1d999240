//! Calls of the runtime classes, the Java side of the probes.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_runtime::Member;

/// Appends a call of a static method, which takes its arguments from the stack.
pub(crate) fn call(
    piece: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    method: Member,
) -> Result<(), RewriteError> {
    let method = pool.add_method_ref(method.class, method.name, method.descriptor)?;
    piece.invoke_static(method);
    Ok(())
}

/// A piece that only calls the method.
pub(crate) fn bare_call(pool: &mut PoolBuilder<'_>, method: Member) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    call(&mut piece, pool, method)?;
    Ok(piece)
}

/// A piece that passes an id to the method.
pub(crate) fn call_with_id(
    pool: &mut PoolBuilder<'_>,
    method: Member,
    id: u32,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    piece.push_int(pool, id as i32)?;
    call(&mut piece, pool, method)?;
    Ok(piece)
}
