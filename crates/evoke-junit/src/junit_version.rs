//! The two test frameworks Evoke writes for, and where their names differ.

use serde::{Deserialize, Serialize};

/// Major version of JUnit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum JUnitVersion {
    /// JUnit 4.
    V4,
    /// JUnit 5 (Jupiter).
    #[default]
    V5,
}

impl JUnitVersion {
    /// The version of that number: `4` or `5`.
    pub fn from_number(number: &str) -> Option<Self> {
        match number {
            "4" => Some(Self::V4),
            "5" => Some(Self::V5),
            _ => None,
        }
    }

    /// The number as users write it.
    pub fn number(self) -> &'static str {
        match self {
            Self::V4 => "4",
            Self::V5 => "5",
        }
    }

    /// JUnit 4 insists on public classes and methods, JUnit 5 advises against them.
    pub(crate) fn visibility(self) -> &'static str {
        match self {
            Self::V4 => "public ",
            Self::V5 => "",
        }
    }

    /// The class of `@Test`.
    pub(crate) fn test_annotation(self) -> &'static str {
        match self {
            Self::V4 => "org.junit.Test",
            Self::V5 => "org.junit.jupiter.api.Test",
        }
    }

    /// The class whose static methods are the assertions.
    pub(crate) fn assertions_class(self) -> &'static str {
        match self {
            Self::V4 => "org.junit.Assert",
            Self::V5 => "org.junit.jupiter.api.Assertions",
        }
    }

    /// The class whose static methods are the assumptions: a test ends without a result where one does not hold.
    pub(crate) fn assumptions_class(self) -> &'static str {
        match self {
            Self::V4 => "org.junit.Assume",
            Self::V5 => "org.junit.jupiter.api.Assumptions",
        }
    }
}
