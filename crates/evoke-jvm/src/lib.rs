//! Runs test cases in a HotSpot that lives in this process; the only crate with JNI, JVMTI or `unsafe`.
//!
//! [`Jvm`] is started once a process, on a thread made by [`on_test_thread`]. [`JvmExecutor`] runs the tests of one
//! class under test in it; the bytes of the user's classes come from a [`ClassProvider`], so nothing here knows about
//! instrumentation.
#![expect(unsafe_code, reason = "JNI and JVMTI are tables of C functions")]

mod callables;
mod calls;
mod class_names;
mod class_provider;
mod env;
mod erased_types;
mod executor;
mod jvm;
mod kind;
mod observer;
mod operands;
mod random_sources;
mod returned_types;
mod runtime_classes;
mod sandbox;
mod strings;
mod stub_class;
mod stubs;
mod surroundings;
mod test_thread;
mod thread_clock;
mod throwables;
mod tracer;
mod value_reader;
mod virtual_clock;
mod watchdog;

pub use class_provider::ClassProvider;
pub use executor::{BeforeExecute, ExecutionCounts, ExecutionHooks, ExecutionLimits, JvmExecutor};
pub use jvm::{Jvm, JvmError, JvmOptions};
pub use sandbox::{MissingProtection, SandboxStatus, enter_sandbox, enter_sandbox_to_exec};
pub use surroundings::{Entropy, IdentityHashes, Surroundings};
pub use test_thread::on_test_thread;
pub use tracer::TracerSizes;
pub use watchdog::OnStuck;
