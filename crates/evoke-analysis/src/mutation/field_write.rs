//! Delete field write: the field keeps its old value.

use evoke_classfile::opcode;

use super::{Mutation, Site};

pub(super) fn mutations(site: &Site<'_>) -> Vec<Mutation> {
    match site.opcode() {
        opcode::PUTFIELD | opcode::PUTSTATIC => vec![Mutation::FieldWriteDeletion],
        _ => Vec::new(),
    }
}
