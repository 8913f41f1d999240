//! What `evoke doctor` found, as a table: what was looked at, how it stands, what was found, and what can be done.

use std::fmt;

use crate::table::{Row, write_aligned};

/// How one thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is as it should be.
    Success,
    /// Evoke works without it, or worse with it.
    Warning,
    /// Evoke cannot work.
    Error,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub what: String,
    /// How it stands.
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
    /// What the user can do; empty where nothing is to be done.
    pub remedy: String,
}

/// All that was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkup(pub Vec<Finding>);

impl Finding {
    /// All is well.
    pub fn success(what: &str, found: impl fmt::Display) -> Self {
        Self {
            what: what.to_owned(),
            verdict: Verdict::Success,
            found: found.to_string(),
            remedy: String::new(),
        }
    }

    /// It could be better.
    pub fn warning(what: &str, found: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self { verdict: Verdict::Warning, remedy: remedy.to_string(), ..Self::success(what, found) }
    }

    /// It does not work.
    pub fn error(what: &str, found: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self { verdict: Verdict::Error, remedy: remedy.to_string(), ..Self::success(what, found) }
    }
}

impl Checkup {
    /// How the worst of all stands.
    pub fn verdict(&self) -> Verdict {
        self.0.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Success)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Success => "SUCCESS",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
        })
    }
}

impl fmt::Display for Checkup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.0 {
            let Finding { what, verdict, found, remedy } = finding;
            let verdict = verdict.to_string();
            write_aligned(f, &[vec![format!("{verdict:<8} {what:<14}"), found.clone()] as Row])?;
            if !remedy.is_empty() {
                writeln!(f, "{:25}-> {remedy}", "")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedy_stands_below_what_was_found_and_the_worst_counts() {
        let checkup = Checkup(vec![
            Finding::success("JDK", "Java 17 in /jdk"),
            Finding::error("build", "no build file", "give --project"),
            Finding::warning("memory", "1 GB free", "use --jobs 1"),
        ]);
        assert_eq!(checkup.verdict(), Verdict::Error);
        let expected = "\
SUCCESS  JDK             Java 17 in /jdk
ERROR    build           no build file
                         -> give --project
WARNING  memory          1 GB free
                         -> use --jobs 1
";
        assert_eq!(checkup.to_string(), expected);
    }
}
