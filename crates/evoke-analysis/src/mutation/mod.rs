//! Mutants: small changes of single instructions, as data. Each operator is a file that says which changes it makes
//! at an instruction; how a run finds out whether a change matters is for `evoke-instrument`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ControlDependence, MethodId, MutantId};

/// One change of the class under test. The mutants of one instruction follow each other.
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
    /// What is changed.
    pub change: Change,
    /// Control dependences of the instruction's block.
    pub dependences: Vec<ControlDependence>,
}

/// What a mutant does differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// A comparison holds for other operands.
    Comparison {
        /// When it holds.
        original: Relation,
        /// When it holds in the mutant.
        replacement: Relation,
    },
}

/// When a comparison holds, by the sign of left minus right: bit 0 negative, bit 1 zero, bit 2 positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Relation(pub u8);

/// The kinds of change, as literature names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MutationOperator {
    /// Replace comparison.
    ReplaceComparison,
}

impl fmt::Display for MutationOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReplaceComparison => "replace comparison",
        })
    }
}
