//! How a run ends, as a number that scripts can rely on (`docs/usage.md` lists them).

use std::process::ExitCode as ProcessExitCode;

/// Exit codes of `evoke`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ExitCode {
    /// Every class has a verified suite.
    Success = 0,
    /// Some class has none; the summary and `--json` say why.
    Incomplete = 1,
    /// The command line, the class path or a class name is wrong.
    Usage = 2,
    /// Something that Evoke needs is missing on this machine: a JDK, JUnit, a writable folder.
    Environment = 3,
}

impl From<ExitCode> for ProcessExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
