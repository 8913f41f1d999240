//! What stands in a test method, and what the method declares for it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::fixture::FixtureKind;
use crate::java::Statement;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestBody {
    /// What it declares to throw.
    pub(crate) throws: Option<ThrowsClause>,
    /// What it would declare without its last statement.
    pub(crate) throws_before_last: Option<ThrowsClause>,
    /// What it needs its class to declare.
    pub(crate) fixtures: BTreeSet<FixtureKind>,
    /// What it does.
    pub(crate) statements: Vec<Statement>,
}

/// What a test method has to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum ThrowsClause {
    /// `throws Exception`
    Exception,
    /// `throws Throwable`
    Throwable,
}

impl ThrowsClause {
    /// The class that is declared.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Exception => "Exception",
            Self::Throwable => "Throwable",
        }
    }
}
