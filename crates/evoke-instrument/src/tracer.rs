//! Calls of `evoke.runtime.Tracer`, the Java side of the probes.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};

const TRACER: &str = "evoke/runtime/Tracer";

/// Appends a call of the tracer's method of that name, which takes its arguments from the stack.
pub(crate) fn call(
    piece: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    name: &str,
    descriptor: &str,
) -> Result<(), RewriteError> {
    let method = pool.add_method_ref(TRACER, name, descriptor)?;
    piece.invoke_static(method);
    Ok(())
}

/// A piece that only calls the tracer's method of that name.
pub(crate) fn bare_call(
    pool: &mut PoolBuilder<'_>,
    name: &str,
    descriptor: &str,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    call(&mut piece, pool, name, descriptor)?;
    Ok(piece)
}

/// A piece that passes an id to the tracer's method of that name.
pub(crate) fn call_with_id(
    pool: &mut PoolBuilder<'_>,
    name: &str,
    id: u32,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    piece.push_int(pool, id as i32)?;
    call(&mut piece, pool, name, "(I)V")?;
    Ok(piece)
}
