//! Delete field write: the field keeps its old value.

use evoke_classfile::opcode;

use super::{Change, Site};

pub(super) fn changes(site: &Site<'_>) -> Vec<Change> {
    match site.opcode() {
        opcode::PUTFIELD | opcode::PUTSTATIC => vec![Change::FieldWriteDeletion],
        _ => Vec::new(),
    }
}
