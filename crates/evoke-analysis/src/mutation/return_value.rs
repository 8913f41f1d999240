//! Return value: a boolean is negated, 0 becomes 1 and any other number 0, a reference becomes `null`.

use evoke_classfile::opcode;

use super::{Mutation, Site};

pub(super) fn mutations(site: &Site<'_>) -> Vec<Mutation> {
    match site.opcode() {
        opcode::IRETURN..=opcode::ARETURN => vec![Mutation::ReturnValue],
        _ => Vec::new(),
    }
}
