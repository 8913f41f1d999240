//! Suites of any origin in; what they cover of a class or of a pair of classes out, and which mutants of a class they kill.
//!
//! The goals are those of the search, and covered means what it means there: the same tables, probes and traces are used. But the
//! tests are compiled Java, run one at a time by their own framework in a JVM that is as build tools have it, except that the
//! [`MeasuredClasses`] are instrumented. [`SuiteSession`] runs them; [`covered_goals`] and [`run_on_mutants`] say what the runs
//! mean.

mod agent_jar;
mod coverage;
mod existing_coverage;
mod measure_error;
mod measured_classes;
mod mutant_runs;
mod suite_environment;
mod suite_session;
mod suite_test;
mod test_process;
mod test_values;
mod trace_file;

pub use coverage::{CoveredGoals, covered_goals, found_exceptions};
pub use existing_coverage::{CoveredPositions, ExistingCoverage, RepeatedRun, methods_of};
pub use measure_error::MeasureError;
pub use measured_classes::{MeasuredClasses, criteria_by_probes};
pub use mutant_runs::{Death, Fate, run_on_mutants};
pub use suite_environment::SuiteEnvironment;
pub use suite_session::SuiteSession;
pub use suite_test::{SuiteTest, TestEnd, TestRun};
