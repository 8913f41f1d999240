//! Which mutants of one instruction are subsumed by another one there: every input that kills the other kills them too. Derived
//! once over all pairs of 8-bit operands; a test derives the table again.

use super::bitwise::BitwiseOperator;
use super::mutant::Mutation;

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

/// Whether another mutant of the same instruction subsumes the mutation. Of equals the first is kept.
pub fn is_subsumed(mutation: &Mutation) -> bool {
    let Mutation::Bitwise { original, replacement } = mutation else { return false };
    BITWISE.iter().any(|(known, subsumed)| known == original && subsumed.contains(replacement))
}
