//! Mutants: small changes of single instructions, as data. Each operator is a file that says which mutations it makes
//! at an instruction; how a run finds out whether a mutation matters is for `evoke-instrument`.
//!
//! Sites are instructions with a line, outside class initialisers, not before the call of another constructor, and not in
//! code that `javac` wrote. Equivalent mutants are not guessed.

mod arithmetic;
mod bitwise;
mod call;
mod comparison;
mod constant;
mod definite_assignment;
mod field_write;
mod mutant;
mod negation;
mod return_value;
mod site;
mod subsumption;
mod switch_default;
#[cfg(test)]
mod tests;
mod unary;
mod variable;

pub use arithmetic::ArithmeticOperator;
pub use bitwise::BitwiseOperator;
pub use comparison::Relation;
pub use constant::{ConstantReplacement, number_replacements};
pub(crate) use definite_assignment::DefiniteAssignment;
pub use mutant::{Mutant, Mutation, MutationOperator};
pub use return_value::{EmptyValue, ReturnReplacement};
pub(crate) use site::{Site, first_site};
pub use subsumption::is_subsumed;
pub use switch_default::SwappedKeys;
pub use unary::UnaryOperator;
pub use variable::Alternative;

/// The mutations at an instruction, in the order of their operators.
pub(crate) fn mutations(site: &Site<'_>) -> Vec<Mutation> {
    MutationOperator::ALL.into_iter().flat_map(|operator| mutations_by(operator, site)).collect()
}

fn mutations_by(operator: MutationOperator, site: &Site<'_>) -> Vec<Mutation> {
    match operator {
        MutationOperator::ReplaceComparison if comparison::is_of_references(site) => {
            vec![Mutation::Sameness(true), Mutation::Sameness(false)]
        }
        MutationOperator::ReplaceComparison => comparison::replacements(site)
            .map(|(original, replacement)| Mutation::Comparison { original, replacement })
            .collect(),
        MutationOperator::ReplaceArithmetic => arithmetic::replacements(site)
            .map(|(original, replacement)| Mutation::Arithmetic { original, replacement })
            .collect(),
        MutationOperator::ReplaceBitwise => bitwise::replacements(site)
            .map(|(original, replacement)| Mutation::Bitwise { original, replacement })
            .collect(),
        MutationOperator::ReplaceConstant => {
            constant::replacements(site).into_iter().map(Mutation::Constant).collect()
        }
        MutationOperator::ReplaceVariable => variable::alternatives(site).map(Mutation::Variable).collect(),
        MutationOperator::InsertUnary => {
            unary::operators(site).iter().copied().map(Mutation::Unary).collect()
        }
        MutationOperator::DeleteCall => {
            call::is_deletable(site).then_some(Mutation::CallDeletion).into_iter().collect()
        }
        MutationOperator::ReplaceReturnValue => {
            return_value::replacements(site).into_iter().map(Mutation::ReturnValue).collect()
        }
        MutationOperator::DeleteFieldWrite => {
            field_write::is_deletable(site).then_some(Mutation::FieldWriteDeletion).into_iter().collect()
        }
        MutationOperator::DeleteNegation => {
            negation::is_deletable(site).then_some(Mutation::NegationDeletion).into_iter().collect()
        }
        MutationOperator::SwapDefault => {
            switch_default::is_swappable(site).then_some(Mutation::DefaultSwap).into_iter().collect()
        }
    }
}
