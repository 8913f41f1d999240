//! Delete negation: a number keeps its sign (PIT's `INVERT_NEGS`).

use evoke_classfile::opcode;

use super::Site;

/// Whether the instruction negates a number.
pub(super) fn is_deletable(site: &Site<'_>) -> bool {
    matches!(site.opcode(), opcode::INEG..=opcode::DNEG)
}
