//! What a build does about the sources of tests.

/// Whether a build compiles tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSources {
    /// Where it finds that needed.
    Compile,
    /// What was compiled of them before stays.
    Leave,
}
