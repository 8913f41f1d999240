//! Which mutants of one place are subsumed by another one there: every input that kills the other kills them too. Derived
//! once over all pairs of 8-bit operands; a test derives the table again.

use super::{BitwiseOperator, Change};

/// For each bitwise operator, the replacements that another one subsumes. No arithmetic operator has any, and of the three
/// that suffice for a comparison none is subsumed.
const BITWISE: [(BitwiseOperator, &[BitwiseOperator]); 6] = [
    (BitwiseOperator::ShiftLeft, &[BitwiseOperator::ShiftRight]),
    (BitwiseOperator::ShiftRight, &[BitwiseOperator::ShiftLeft]),
    (BitwiseOperator::UnsignedShiftRight, &[]),
    (BitwiseOperator::And, &[BitwiseOperator::Xor]),
    (BitwiseOperator::Or, &[]),
    (BitwiseOperator::Xor, &[BitwiseOperator::And]),
];

/// Whether another mutant of the same place subsumes the change. Of equals the first is kept.
pub fn is_subsumed(change: &Change) -> bool {
    let Change::Bitwise { original, replacement } = change else { return false };
    BITWISE.iter().any(|(known, subsumed)| known == original && subsumed.contains(replacement))
}
