//! Dense ids: indices into the tables of one analysed class, never bare `usize`.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta] $name:ident)*) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

id! {
    /// A predicate of the class under test: a conditional jump, one case of a switch, or its default.
    PredicateId
    /// A place that calls of methods under test come from.
    ContextId
    /// A callable of the test cluster, with its types resolved.
    CallableId
    /// A field of the class under test or of a class nested in it.
    FieldId
    /// A coverage goal.
    GoalId
    /// A line of a method of the class under test.
    LineId
    /// A method of the class under test or of a class nested in it.
    MethodId
    /// A mutant of the class under test.
    MutantId
    /// A part of the partition of the values that a method of the class under test is given or returns.
    PartId
    /// An interface or abstract class that a test can implement, with one of its constructors.
    StubId
    /// A type of the test cluster's type table.
    TypeId
}
