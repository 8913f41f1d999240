//! Errors that end a run, as a user reads them: one line and a hint.

use std::fmt;

use crate::exit_code::ExitCode;

/// An expected ending: what is wrong, what to do about it, and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: ExitCode,
    message: String,
    hint: Option<String>,
}

impl Failure {
    /// The user asked for something that cannot be.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self { code: ExitCode::Usage, message: message.to_string(), hint: None }
    }

    /// The machine lacks something.
    pub(crate) fn environment(message: impl fmt::Display) -> Self {
        Self { code: ExitCode::Environment, message: message.to_string(), hint: None }
    }

    /// Another exit code than that of its kind.
    pub(crate) fn with_code(self, code: ExitCode) -> Self {
        Self { code, ..self }
    }

    /// What the user can do.
    pub(crate) fn with_hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    /// What is wrong and what to do about it, in one line.
    pub(crate) fn in_one_line(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}; {hint}", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
