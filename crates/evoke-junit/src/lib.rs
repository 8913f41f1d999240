//! Asserted tests in, verified JUnit source out.
//!
//! [`SuiteWriter`] names the tests and writes Java; [`SuiteVerifier`] compiles and runs it in a fresh JVM under real JUnit and
//! takes out what does not hold. The emitted source depends on JUnit and the user's classes alone.

mod class_names;
pub mod java_process;
mod junit_environment;
mod junit_jars;
mod junit_version;
mod names;
mod suite;
#[cfg(test)]
mod testing;
mod verifier;
mod wrap;
mod writer;

pub use class_names::{ClassNames, SourceName};
pub use junit_environment::JUnitEnvironment;
pub use junit_jars::{JUnitNotFound, locate_junit};
pub use junit_version::JUnitVersion;
pub use names::name_tests;
pub use suite::{
    GENERATED_MARKER, Import, LineKind, LineOrigin, RenderedSource, SourceLine, SuiteSource, TestSource,
    ThrowsClause, is_generated,
};
pub use verifier::{DroppedAssertion, DroppedTest, SuiteVerifier, VerifyError, VerifyLimits, VerifyReport};
pub use writer::SuiteWriter;
