//! A test case and the result of running it, as plain data that can be sent to another process.
//!
//! Nothing here runs anything: [`Executor`] and [`Observer`] are the seams behind which a JVM, or a fake one in a
//! test of the search, stands. Inside a process a [`TestCase`] refers to its [`evoke_analysis::TestCluster`] by dense
//! ids; a [`SymbolicTest`] is the same test by names, as text, and means the same beside any analysis of the class.
//! [`verify`] says whether a test obeys the rules that every operator has to keep.

mod context_split;
mod execution;
mod file_name;
mod kill_record;
mod mutant_aim;
mod nameable;
mod observed_value;
mod operand;
#[cfg(test)]
mod sample_cluster;
mod statement;
mod stub;
mod stub_call;
mod symbolic;
mod test_case;
mod trace;
mod value;
mod variable;
mod verifier;

pub use context_split::split_contexts;
pub use execution::{
    AbortReason, Aspect, ExecutionOutcome, ExecutionResult, Executor, FileTimes, MutantObserver, N_MOMENTS,
    Observation, Observations, Observer, PoolPace, ThrownException,
};
pub use file_name::file_name;
pub use kill_record::{Difference, KillRecord};
pub use mutant_aim::{MutantAim, UnnoticedMutant};
pub use nameable::is_nameable;
pub use observed_value::{ObservedCall, ObservedValue};
pub use operand::{Operand, OperandValue};
pub use statement::Statement;
pub use stub::{MAX_CALLBACKS, N_SUCCESSIVE, StubCallback, StubInstance, StubReturn};
pub use stub_call::{StubCall, StubMember};
pub use symbolic::{
    ParseError, ResolveError, Resolver, SymbolicTest, TestsOfClass, VERSION, parse_tests, print_tests,
};
pub use test_case::TestCase;
pub use trace::{
    CallRecord, ContextTrace, Effort, ExecutionTrace, MutantRecord, PredicateRecord, ReachVisitor,
    ValueRecord, is_covered,
};
pub use value::{JavaString, Value};
pub use variable::{Arguments, VariableRef};
pub use verifier::{Rule, Violation, debug_verify, verify};
