//! Delete field write: the field keeps its old value.

use evoke_classfile::opcode;

use super::Site;

/// Whether the instruction writes a field.
pub(super) fn is_deletable(site: &Site<'_>) -> bool {
    matches!(site.opcode(), opcode::PUTFIELD | opcode::PUTSTATIC)
}
