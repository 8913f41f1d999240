//! Mutants as data: what each does differently, and which mutation operator made it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::arithmetic::ArithmeticOperator;
use super::bitwise::BitwiseOperator;
use super::comparison::Relation;
use super::constant::ConstantReplacement;
use super::return_value::ReturnReplacement;
use super::unary::UnaryOperator;
use super::variable::Alternative;
use crate::{ControlDependence, MethodId, MutantId};

/// One change of the class under test. The mutants of one instruction follow each other, those of one operator too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its position in [`crate::ClassUnderTest::mutants`].
    pub id: MutantId,
    /// Where it is.
    pub method: MethodId,
    /// Byte offset of the instruction.
    pub offset: u32,
    /// Source line.
    pub line: Option<u16>,
    /// What it does differently.
    pub mutation: Mutation,
    /// Control dependences of the instruction's block.
    pub dependences: Vec<ControlDependence>,
}

/// What a mutant does differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mutation {
    /// A comparison of numbers holds for other operands.
    Comparison {
        /// When it holds.
        original: Relation,
        /// When it holds in the mutant.
        replacement: Relation,
    },
    /// A comparison of references, or with `null`, always finds them the same, or never.
    Sameness(bool),
    /// Another arithmetic operator.
    Arithmetic {
        /// What is computed.
        original: ArithmeticOperator,
        /// What the mutant computes.
        replacement: ArithmeticOperator,
    },
    /// Another bitwise or shift operator.
    Bitwise {
        /// What is computed.
        original: BitwiseOperator,
        /// What the mutant computes.
        replacement: BitwiseOperator,
    },
    /// Another constant.
    Constant(ConstantReplacement),
    /// Another variable of the same type.
    Variable(Alternative),
    /// A unary operator on what was loaded.
    Unary(UnaryOperator),
    /// No call; the default value of its type as result.
    CallDeletion,
    /// Another value returned.
    ReturnValue(ReturnReplacement),
    /// No write to a field.
    FieldWriteDeletion,
    /// No negation of a number.
    NegationDeletion,
    /// A switch goes where its first other case leads by default, and from other cases where it goes by default; see
    /// [`super::SwappedKeys`].
    DefaultSwap,
}

/// The operators, as literature names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MutationOperator {
    /// ROR.
    ReplaceComparison,
    /// AOR.
    ReplaceArithmetic,
    /// BOR.
    ReplaceBitwise,
    /// RC.
    ReplaceConstant,
    /// RV.
    ReplaceVariable,
    /// UOI.
    InsertUnary,
    /// Delete call.
    DeleteCall,
    /// Return value.
    ReplaceReturnValue,
    /// Delete field write.
    DeleteFieldWrite,
    /// Delete negation.
    DeleteNegation,
    /// Swap default.
    SwapDefault,
}

impl MutationOperator {
    /// All operators, in the order of their mutants at one instruction.
    pub const ALL: [Self; 11] = [
        Self::ReplaceComparison,
        Self::ReplaceArithmetic,
        Self::ReplaceBitwise,
        Self::ReplaceConstant,
        Self::ReplaceVariable,
        Self::InsertUnary,
        Self::DeleteCall,
        Self::ReplaceReturnValue,
        Self::DeleteFieldWrite,
        Self::DeleteNegation,
        Self::SwapDefault,
    ];

    /// What users call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ReplaceComparison => "replace-comparison",
            Self::ReplaceArithmetic => "replace-arithmetic",
            Self::ReplaceBitwise => "replace-bitwise",
            Self::ReplaceConstant => "replace-constant",
            Self::ReplaceVariable => "replace-variable",
            Self::InsertUnary => "insert-unary",
            Self::DeleteCall => "delete-call",
            Self::ReplaceReturnValue => "replace-return-value",
            Self::DeleteFieldWrite => "delete-field-write",
            Self::DeleteNegation => "delete-negation",
            Self::SwapDefault => "swap-default",
        }
    }
}

impl Mutation {
    /// The operator that makes it.
    pub fn operator(&self) -> MutationOperator {
        match self {
            Self::Comparison { .. } | Self::Sameness(_) => MutationOperator::ReplaceComparison,
            Self::Arithmetic { .. } => MutationOperator::ReplaceArithmetic,
            Self::Bitwise { .. } => MutationOperator::ReplaceBitwise,
            Self::Constant(_) => MutationOperator::ReplaceConstant,
            Self::Variable(_) => MutationOperator::ReplaceVariable,
            Self::Unary(_) => MutationOperator::InsertUnary,
            Self::CallDeletion => MutationOperator::DeleteCall,
            Self::ReturnValue(_) => MutationOperator::ReplaceReturnValue,
            Self::FieldWriteDeletion => MutationOperator::DeleteFieldWrite,
            Self::NegationDeletion => MutationOperator::DeleteNegation,
            Self::DefaultSwap => MutationOperator::SwapDefault,
        }
    }

    /// Whether PIT makes it, too, by default or in its stronger group, or makes one in its place. The operators here make many times as many,
    /// so that where there is no time for all these stand for the rest.
    pub fn is_typical(&self) -> bool {
        match self {
            Self::Comparison { original, replacement } => original.is_constant_or_boundary(*replacement),
            Self::Arithmetic { original, replacement } => original.typical_replacement() == *replacement,
            Self::Bitwise { original, replacement } => original.typical_replacement() == *replacement,
            Self::Sameness(_) | Self::CallDeletion | Self::NegationDeletion | Self::DefaultSwap => true,
            Self::ReturnValue(replacement) => *replacement != ReturnReplacement::OneIfZero,
            Self::Constant(_) | Self::Variable(_) | Self::Unary(_) | Self::FieldWriteDeletion => false,
        }
    }
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Comparison { original, replacement } => write!(f, "{original} becomes {replacement}"),
            Self::Sameness(true) => f.write_str("references taken as the same"),
            Self::Sameness(false) => f.write_str("references taken as different"),
            Self::Arithmetic { original, replacement } => write!(f, "{original} becomes {replacement}"),
            Self::Bitwise { original, replacement } => write!(f, "{original} becomes {replacement}"),
            Self::Constant(replacement) => write!(f, "constant {replacement}"),
            Self::Variable(alternative) => write!(f, "variable becomes {alternative}"),
            Self::Unary(operator) => write!(f, "variable {operator}"),
            Self::CallDeletion => f.write_str("call deleted"),
            Self::ReturnValue(replacement) => write!(f, "return value becomes {replacement}"),
            Self::FieldWriteDeletion => f.write_str("field write deleted"),
            Self::NegationDeletion => f.write_str("negation deleted"),
            Self::DefaultSwap => f.write_str("default and first other case of the switch swapped"),
        }
    }
}
