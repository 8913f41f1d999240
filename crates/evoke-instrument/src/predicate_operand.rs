//! The id of a predicate as probes get it. Where activations that the test called are told from others, each has ids of its own:
//! a local variable of the activation holds what is added.

use evoke_analysis::PredicateId;
use evoke_classfile::opcode;
use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};

/// A predicate in an activation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredicateOperand {
    pub(crate) predicate: PredicateId,
    /// The local that holds what is added to the id, if any.
    pub(crate) context: Option<u16>,
}

impl PredicateOperand {
    /// Pushes the id.
    pub(crate) fn push(self, piece: &mut Assembler, pool: &mut PoolBuilder<'_>) -> Result<(), RewriteError> {
        piece.push_int(pool, self.predicate.0 as i32)?;
        if let Some(context) = self.context {
            piece.load_int(context).plain(opcode::IADD, 2, 1);
        }
        Ok(())
    }
}
