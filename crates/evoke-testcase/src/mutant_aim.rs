//! Which mutants an executor repeats its runs on, and what came of those that no test was seen to notice.

use std::collections::BTreeSet;

use evoke_analysis::MutantId;

/// The mutants that runs are repeated on, each only where a test infects it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MutantAim {
    /// None.
    #[default]
    Nothing,
    /// These, as far as that is worth what it costs: a share of all that is run, a few a test, each until it was tried often enough.
    Open(BTreeSet<MutantId>),
    /// Each of these in every run.
    Each(BTreeSet<MutantId>),
}

/// A mutant that no test was seen to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnnoticedMutant {
    /// The mutant.
    pub mutant: MutantId,
    /// Tests that were run on it.
    pub runs: u32,
    /// Whether it is not run any more.
    pub is_given_up: bool,
}
