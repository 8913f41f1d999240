//! Return value: a boolean is negated, 0 becomes 1 and any other number 0, a reference becomes `null`.

use evoke_classfile::opcode;

use super::Site;

/// Whether the instruction returns a value.
pub(super) fn is_returned(site: &Site<'_>) -> bool {
    matches!(site.opcode(), opcode::IRETURN..=opcode::ARETURN)
}
