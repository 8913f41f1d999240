//! Compiles and runs a suite in fresh JVMs without instrumentation, under real JUnit, and takes out what fails: the JVM
//! that produced a test can hide its faults.
//!
//! A line that checks something is dropped alone (or reduced to the call it makes); any other failing line costs its
//! test. A suite passes when it compiles and its tests pass in their order as a build tool would run them, and in the
//! opposite order with another locale and time zone and without `assert`, each time with fresh classes, in a JVM that has
//! run nothing before. Where that takes longer than there is time, what has passed so far is left of it.

mod compiled_suite;
mod error;
mod fault;
mod limits;
mod repair;
mod report;
mod runner_process;
mod suite_verifier;
#[cfg(test)]
mod tests;

pub use error::VerifyError;
pub use limits::VerifyLimits;
pub use report::{DroppedAssertion, DroppedTest, VerifyReport};
pub use suite_verifier::{SuiteVerification, SuiteVerifier};
