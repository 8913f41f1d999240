//! Asserted tests in, verified JUnit source out.
//!
//! [`SuiteWriter`] names the tests and writes Java; [`SuiteVerifier`] compiles and runs it in a fresh JVM under real JUnit and
//! takes out what does not hold. The emitted source depends on JUnit and the user's classes alone.

mod class_names;
mod class_path_files;
mod compiled_sources;
mod csv_cell;
mod fixture;
mod hole;
mod java;
pub mod java_process;
mod junit_environment;
mod junit_features;
mod junit_jars;
mod junit_version;
mod mockito;
mod names;
mod no_throw;
mod parameter_table;
mod seal;
mod specimen_source;
mod stub_classes;
mod stub_family;
mod stub_style;
mod suite;
mod test_body;
mod test_source;
#[cfg(test)]
mod testing;
mod verifier;
mod writer;

pub use class_names::{ClassNames, SourceName};
pub use compiled_sources::{CompileError, compile_sources, top_level_classes};
pub use fixture::{Fixture, FixtureKind, RestoredSetting};
pub use junit_environment::JUnitEnvironment;
pub use junit_features::{has_assert_does_not_throw, has_parameterized_tests};
pub use junit_jars::{JUnitNotFound, locate_junit};
pub use junit_version::JUnitVersion;
pub use mockito::Mockito;
pub use names::{Conditions, name_tests};
pub use seal::{Ownership, seal};
pub use specimen_source::SpecimenSource;
pub use stub_style::StubStyle;
pub use suite::{LineOrigin, RenderedSource, SuiteSource};
pub use test_source::{Case, TestSource};
pub use verifier::{
    DroppedAssertion, DroppedTest, LeftOut, LostMocks, Recheck, RunnerPool, SuiteVerification, SuiteVerifier,
    TestComplaint, VerifyError, VerifyLimits, VerifyReport,
};
pub use writer::{SuiteWriter, has_mock};
