//! A test case and the result of running it, as plain data that can be sent to another process.
//!
//! Nothing here runs anything: [`Executor`] and [`Observer`] are the seams behind which a JVM, or a fake one in a
//! test of the search, stands.

mod execution;
mod operand;
mod statement;
mod stub;
mod test_case;
mod value;

pub use execution::{
    AbortReason, CallRecord, Effort, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor,
    MutantRecord, Observation, Observations, ObservedValue, Observer, PredicateRecord, ThrownException,
    ValueRecord,
};
pub use operand::{Operand, OperandValue};
pub use statement::{Arguments, Statement, VariableRef};
pub use stub::{StubInstance, StubReturn};
pub use test_case::TestCase;
pub use value::{JavaString, Value};
