//! Says what there is to cover and to call in a class, from class files alone: nothing is loaded or run.
//!
//! [`ClassUnderTest`] holds branches, lines, methods and the goals over them with their control
//! dependences; [`TestCluster`] holds what a test can call and build, with every type resolved. Both are plain
//! data with dense ids, so that search and execution can index arrays with them. [`Constants`] holds the values that the
//! class is written with.

mod added_branches;
pub mod call_context;
mod call_graph;
mod called_member;
pub mod cfg;
mod class_library;
mod class_under_test;
mod cluster;
mod constants;
pub mod control_dependence;
mod coupling;
mod field_access;
mod generated_code;
mod generics;
mod goal;
mod hidden_members;
mod hierarchy;
mod ids;
pub mod java_name;
mod mutation;
mod named;
mod naming;
pub mod post_dominators;
mod predicate;
pub mod specimen;
pub mod string_switch;
mod subtyping;
mod types;
mod value_partition;

pub use call_context::{CallContext, CallSite, ContextBlock};
pub use class_library::{ClassLibrary, SourceName};
pub use class_under_test::{ClassUnderTest, InitializerExtent, Line, MethodUnderTest};
pub use cluster::{
    Callable, CallableKind, Caller, ClusterLimits, Collector, DefaultMethod, FileQuestion, FolderCall,
    LogCalls, MemberLookup, PossibleCallback, PrintCalls, Setting, Settings, StubException, StubMethod,
    StubType, TestCluster,
};
pub use constants::{ClassConstants, Constants, Occurring};
pub use coupling::{CallerTarget, ClassPair, CoupledWith, Coupling, PairError, PairRelation};
pub use field_access::FieldAccess;
pub use generated_code::ASSERTION_SWITCH;
pub use goal::{
    CalleeBranch, CoupledBranch, Criterion, EscapedException, ExceptionCause, Goal, GoalKind, Outcome,
};
pub use hierarchy::{ClassHierarchy, Diagnostic};
pub use ids::{
    CallableId, ContextId, FieldId, GoalId, LineId, MethodId, MutantId, PartId, PredicateId, StubId, TypeId,
};
pub use mutation::{
    Alternative, ArithmeticOperator, BitwiseOperator, ConstantReplacement, EmptyValue, Mutant, Mutation,
    MutationOperator, Relation, ReturnReplacement, SwappedKeys, UnaryOperator, is_subsumed,
    number_replacements,
};
pub use named::UnknownName;
pub use predicate::{ControlDependence, Predicate, PredicateKind};
pub use types::{Argument, Primitive, Type, TypeCategory, TypeTable};
pub use value_partition::{Part, Partition, PartitionKind, PartitionedValue, ValueDomain};
