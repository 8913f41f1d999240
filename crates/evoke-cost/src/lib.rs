//! Suites in, what each of their tests costs out: time on the clock, and bytes that its thread allocates.
//!
//! [`CostMeter`] compiles suites, whoever wrote them, and runs them under JUnit in fresh JVMs. Nothing is instrumented and the
//! JVM has its default options, so that the figures are those of whoever runs the suite.

mod cost_error;
mod cost_meter;
mod measured_test;
mod run_reports;

pub use cost_error::CostError;
pub use cost_meter::CostMeter;
pub use measured_test::MeasuredTest;
