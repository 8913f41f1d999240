//! Rewrites class files so that a run reports what it covered and how near it came, and stays within limits.
//!
//! Probes are straight-line calls of static methods of the runtime classes, which every class loader sees:
//! they leave the operand stack as it was, so that no frame changes. Classes under test get all probes; every
//! other class of the class path gets those that keep a test within its limits, and that tell what decided a `boolean`. What the numbers
//! passed to probes mean is in the tables of [`ClassUnderTest`](evoke_analysis::ClassUnderTest); nothing here decides what is a goal.
//!
//! A class that cannot get all of its probes still comes out as one that can run, with a [`Downgrade`] that says what it lacks.

mod assertion_switch;
mod class_under_test;
mod contexts;
mod decisions;
mod deleted_call;
mod dependency;
mod downgrade;
mod effort;
mod explicit_throws;
mod instrumenter;
mod limits;
mod method_ids;
mod method_references;
mod mutation;
mod options;
mod predicate_operand;
mod predicates;
mod probe_selection;
mod runtime_call;
mod string_switches;
mod suite_instrumenter;
mod switched_call;
mod test_calls;
mod watched_calls;

pub use downgrade::{Downgrade, Extent, Loss, LossReason, LostProbes};
pub use instrumenter::{Instrumented, Instrumenter};
pub use options::InstrumentOptions;
pub use suite_instrumenter::{CallNotes, SuiteInstrumenter};
