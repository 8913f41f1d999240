//! Return value: a boolean is negated, 0 becomes 1 and any other number 0, a reference becomes `null`.

use evoke_classfile::opcode;

use super::{Change, Site};

pub(super) fn changes(site: &Site<'_>) -> Vec<Change> {
    match site.opcode() {
        opcode::IRETURN..=opcode::ARETURN => vec![Change::ReturnValue],
        _ => Vec::new(),
    }
}
