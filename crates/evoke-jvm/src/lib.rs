//! Runs test cases in a HotSpot that lives in this process; the only crate with JNI, JVMTI or `unsafe`.
//!
//! [`Jvm`] is started once a process, on a thread made by [`on_test_thread`]. [`JvmExecutor`] runs the tests of one
//! class under test in it; the bytes of the user's classes come from a [`ClassProvider`], so nothing here knows about
//! instrumentation.
#![expect(unsafe_code, reason = "JNI and JVMTI are tables of C functions")]

mod assertion_switch;
mod call_recorder;
mod class_names;
mod class_provider;
mod compiled_code;
mod counts;
mod crash_report;
mod declared_members;
mod elsewhere;
mod erased_types;
mod executor;
mod failure;
mod hooks;
mod identity_hashes;
mod installed_surroundings;
mod interpreter;
mod jni;
mod jvm;
mod jvm_error;
mod jvm_functions;
mod jvm_parts;
mod jvmti;
mod limits;
mod member;
mod mutant_probes;
mod native_methods;
mod observer;
mod operands;
mod other_threads;
mod parameter;
mod partitioned_values;
mod process_copy;
mod random_sources;
mod recorded_method;
mod returned_types;
mod runtime_classes;
mod sandbox;
mod scratch_folders;
mod settings;
mod shared_run;
mod static_state;
mod string_literals;
mod stub_calls;
mod stub_class;
mod stub_classes;
mod stub_recording;
mod surroundings;
mod test_folder;
mod test_thread;
mod thread_clock;
mod thread_stopper;
mod throwables;
mod time_limit;
mod touched_ids;
mod tracer;
mod value_reader;
mod variable;
mod virtual_clock;
mod virtual_waits;
mod watchdog;

pub use class_provider::ClassProvider;
pub use counts::ExecutionCounts;
pub use executor::JvmExecutor;
pub use hooks::{BeforeExecute, ExecutionHooks, OnCrash, OnStuck, RunningStatement};
pub use jvm::{Jvm, JvmOptions};
pub use jvm_error::JvmError;
pub use limits::ExecutionLimits;
pub use mutant_probes::MutantProbes;
pub use process_copy::in_copy;
pub use sandbox::{MissingProtection, SandboxStatus, enter_sandbox, enter_sandbox_to_exec};
pub use scratch_folders::ScratchFolders;
pub use surroundings::{Entropy, IdentityHashes, Order, StaticFields, Surroundings};
pub use test_thread::on_test_thread;
pub use tracer::TracerSizes;
