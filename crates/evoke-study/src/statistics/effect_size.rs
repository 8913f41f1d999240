//! Vargha and Delaney's A12: how likely a run of one thing is to give more than a run of another.

use std::fmt;

/// The probability that a value of the first sample is greater than one of the second, ties counted half; 0.5 where a sample
/// is empty.
pub fn a12(first: &[f64], second: &[f64]) -> f64 {
    if first.is_empty() || second.is_empty() {
        return 0.5;
    }
    let mut doubled: u64 = 0;
    for x in first {
        for y in second {
            doubled += if x > y { 2 } else { u64::from(x == y) };
        }
    }
    doubled as f64 / (2 * first.len() * second.len()) as f64
}

/// How large an A12 is, whichever side it is on; the limits are Vargha and Delaney's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Magnitude {
    /// Below 0.56.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Magnitude {
    /// The magnitude of an A12.
    pub fn of(effect: f64) -> Self {
        match effect.max(1.0 - effect) {
            large if large >= 0.71 => Self::Large,
            medium if medium >= 0.64 => Self::Medium,
            small if small >= 0.56 => Self::Small,
            _ => Self::Negligible,
        }
    }

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
