//! Names of goals as users read them: `Fraction.java:142 denominator == 0`.
//!
//! Conditions are printed from the bytecode that computes their operands within the block of the jump, in the
//! words that the local variable table, the constant pool and the line table still have. What cannot be told
//! that way becomes `Fraction.java:142 branch 3 true`, counted within the method from 1.

mod condition;
mod expression;
mod operand_stack;
mod source_names;
mod unique_names;

pub(crate) use condition::Condition;
pub(crate) use source_names::{method, source_location};
pub(crate) use unique_names::UniqueNames;
