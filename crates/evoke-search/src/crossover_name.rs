//! The ways to cross two tests.

use serde::{Deserialize, Serialize};

/// How two tests are crossed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CrossoverName {
    /// At one point.
    #[default]
    SinglePoint,
    /// At one point, then the arguments of calls with the same signature.
    Hmx,
}

impl CrossoverName {
    /// All crossovers, in the order of help texts.
    pub const ALL: [Self; 2] = [Self::SinglePoint, Self::Hmx];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::SinglePoint => "single-point",
            Self::Hmx => "hmx",
        }
    }

    /// The crossover of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|crossover| crossover.name() == name)
    }
}
