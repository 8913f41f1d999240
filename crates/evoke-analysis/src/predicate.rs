//! Predicates: the conditions in the code of the class under test, and how other code depends on how they come out.

use serde::{Deserialize, Serialize};

use crate::{MethodId, Outcome, PredicateId};

/// A predicate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Predicate {
    /// Its position in [`crate::ClassUnderTest::predicates`].
    pub id: PredicateId,
    /// Where it is.
    pub method: MethodId,
    /// Byte offset of the jump or switch.
    pub offset: u32,
    /// What decides it.
    pub kind: PredicateKind,
    /// Source line, where the line table tells.
    pub line: Option<u16>,
    /// Immediate control dependences of the predicate's block; empty if the method's entry alone decides.
    pub dependences: Vec<ControlDependence>,
}

/// The kinds of predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PredicateKind {
    /// A conditional jump with this opcode.
    Jump(u8),
    /// A case of a switch.
    SwitchCase(i32),
    /// The default of a switch.
    SwitchDefault,
}

/// A block runs only if the predicate comes out this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ControlDependence {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its outcome.
    pub outcome: Outcome,
}
