//! Compiles and runs a suite in fresh JVMs without instrumentation, under real JUnit, and takes out what fails: the JVM
//! that produced a test can hide its faults.
//!
//! A line that checks something is dropped alone (or reduced to the call it makes); any other failing line costs its
//! test, but that of two or more that fail after one alone costs this one. A row of a test that is run for several inputs becomes a test of
//! its own first; where texts are written otherwise in another place the suite is made to set the locale, and where only the line ends of one
//! may differ it is compared with those of the place where the suite runs. What a test leaves changed that all tests of a JVM share, as the
//! default locale, the suite sets back after it.
//!
//! A suite passes when it compiles and its tests pass in their order as a build tool would run them, in the opposite order with another
//! locale and time zone, the line ends of Windows and without `assert`, loaded by the application's class loader if it has loaded none
//! before, and, where there is time, in random orders that begin with tests which need other classes, each time with fresh classes, in a JVM that has
//! run nothing before, or only suites that passed. What fails after other suites is run again in a new one before anything
//! is taken out; where classes cannot be initialised in another locale, which is their fault and not their tests', that locale is left
//! out. Where all this takes longer than there is time, what has passed so far is left of the suite, but for what failed in a place and has not passed
//! there since.

mod compiled_suite;
mod error;
mod fault;
mod first_test;
mod left_state;
mod limits;
mod line_ends;
mod locale;
mod passed_tests;
#[cfg(test)]
mod place_tests;
mod polluter;
mod recheck;
mod repair;
mod report;
#[cfg(test)]
mod row_tests;
mod rows;
mod runner_pool;
mod runner_process;
#[cfg(test)]
mod stub_tests;
mod suite_verifier;
#[cfg(test)]
mod tests;

pub use error::VerifyError;
pub use limits::VerifyLimits;
pub use recheck::{Recheck, TestComplaint};
pub use report::{DroppedAssertion, DroppedTest, LeftOut, LostMocks, VerifyReport};
pub use runner_pool::RunnerPool;
pub use suite_verifier::{SuiteVerification, SuiteVerifier};
