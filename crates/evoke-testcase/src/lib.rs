//! A test case and the result of running it, as plain data that can be sent to another process.
//!
//! Nothing here runs anything: [`Executor`] and [`Observer`] are the seams behind which a JVM, or a fake one in a
//! test of the search, stands.

mod execution;
mod operand;
mod statement;
mod stub;
mod test_case;
mod trace;
mod value;

pub use execution::{
    AbortReason, ExecutionOutcome, ExecutionResult, Executor, Observation, Observations, ObservedValue,
    Observer, ThrownException,
};
pub use operand::{Operand, OperandValue};
pub use statement::{Arguments, Statement, VariableRef};
pub use stub::{StubInstance, StubReturn};
pub use test_case::TestCase;
pub use trace::{CallRecord, Effort, ExecutionTrace, MutantRecord, PredicateRecord, ValueRecord, is_covered};
pub use value::{JavaString, Value};
