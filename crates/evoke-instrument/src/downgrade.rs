//! What a class goes without because its probes could not be put in, so that nobody takes silence for coverage.

use std::fmt;

use evoke_classfile::ClassName;
use evoke_classfile::rewrite::{RewriteError, UntouchedReason};

/// What an instrumented class lacks. It runs, but what it lost is not observed or not limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Downgrade {
    /// The class.
    pub class: ClassName,
    /// What it lost, at least one thing.
    pub losses: Vec<Loss>,
}

/// Probes that are missing, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where they are missing.
    pub extent: Extent,
    /// Which are missing.
    pub probes: LostProbes,
    /// Why.
    pub reason: LossReason,
}

/// How much of a class is affected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Class,
    /// One method, by name and descriptor, as in `run(I)V`.
    Method(String),
}

/// Groups of probes that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostProbes {
    /// All: nothing is observed, and neither steps nor allocations nor exits are limited.
    All,
    /// Those of mutants and of effort, which are the bulky ones.
    MutantsAndEffort,
    /// Those of a dependency that tell what decided a `boolean` result.
    DecisionsOfResults,
}

/// Why probes are missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LossReason {
    /// The class could not be rewritten with them.
    #[error(transparent)]
    Class(#[from] RewriteError),
    /// The method could not be rewritten with them.
    #[error(transparent)]
    Method(#[from] UntouchedReason),
}

impl Loss {
    /// Name and descriptor of the method that is affected, unless all are.
    pub fn method(&self) -> Option<String> {
        match &self.extent {
            Extent::Class => None,
            Extent::Method(method) => Some(method.clone()),
        }
    }
}

impl fmt::Display for Downgrade {
    /// One line, as in `a.B: run(I)V has no probes and no limits (the method would become too large)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.class.binary())?;
        for (index, loss) in self.losses.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{loss}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.extent {
            Extent::Class => f.write_str("the class")?,
            Extent::Method(method) => f.write_str(method)?,
        }
        write!(f, " has {} ({})", self.probes, self.reason)
    }
}

impl fmt::Display for LostProbes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "no probes and no limits",
            Self::MutantsAndEffort => "no probes of mutants and effort",
            Self::DecisionsOfResults => "no distances of its results",
        })
    }
}
