//! Covering tests in, verified JUnit source out.
//!
//! The way of a suite: [`minimise`] shortens the tests the search found; the caller observes each in two JVMs and
//! [`draft_test`] keeps what both agree on; [`choose_assertions`] chooses what of it the suite asserts; [`name_tests`]
//! names the tests; [`SuiteWriter`] writes Java; [`SuiteVerifier`] compiles and runs it in a fresh JVM under real JUnit and takes out what does not
//! hold. The emitted source depends on JUnit and the user's classes alone.
//!
//! [`CostMeter`] measures what suites cost to run, whoever wrote them.

mod assertions;
mod class_names;
mod cost_meter;
mod draft;
mod java;
mod java_process;
mod junit_jars;
mod junit_version;
mod minimizer;
mod names;
mod suite;
mod test_source;
#[cfg(test)]
mod testing;
mod verifier;
mod writer;

pub use assertions::{choose_assertions, draft_test};
pub use class_names::{ClassNames, SourceName};
pub use cost_meter::{CostError, CostMeter, MeasuredTest};
pub use draft::{ExpectedException, TestDraft};
pub use junit_jars::{JUnitNotFound, locate_junit};
pub use junit_version::JUnitVersion;
pub use minimizer::{InitializerGoals, Minimised, minimise};
pub use names::name_tests;
pub use suite::{GENERATED_MARKER, LineOrigin, RenderedSource, SuiteSource, is_generated};
pub use test_source::{TestSource, ThrowsClause};
pub use verifier::{DroppedAssertion, DroppedTest, SuiteVerifier, VerifyError, VerifyLimits, VerifyReport};
pub use writer::SuiteWriter;
