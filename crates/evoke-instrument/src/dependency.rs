//! Probes for classes that tests reach but do not aim at: limits alone.

use evoke_classfile::rewrite::{MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};

use crate::{limits, tracer};

/// Adds a step at the entry of every method, and the limits of its instructions.
pub(crate) struct DependencyEditor;

impl MethodEditor for DependencyEditor {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        limits::begin_initializer(&mut edit, pool, method)?;
        edit.prologue(&tracer::bare_call(pool, "step", "()V")?);
        for index in 0..method.instructions.len() {
            limits::limit_instruction(&mut edit, pool, method, index)?;
        }
        Ok(Some(edit))
    }
}
