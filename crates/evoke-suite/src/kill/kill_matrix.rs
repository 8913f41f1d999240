//! Which tests notice which mutants, and by what.

use std::collections::BTreeMap;

use evoke_analysis::MutantId;
use evoke_testcase::Observations;

/// What is known of all mutants that tests reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KillMatrix {
    by_mutant: BTreeMap<MutantId, Fate>,
    /// Whether not every pair of a test and a mutant that is worth a run was run.
    pub is_cut_short: bool,
}

/// What became of a mutant.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fate {
    n_runs: usize,
    kills: Vec<Kill>,
}

/// A test that notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kill {
    /// Its position among the tests.
    pub test: usize,
    /// What gives the mutant away.
    pub evidence: Evidence,
}

/// What gives a mutant away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The test ends otherwise: it throws where it did not, or not what it did, or does not end. No assertion is needed.
    Ending,
    /// Values that differ, by their positions in [`crate::StableTest::values`], ascending. One of them has to be asserted.
    Values(Vec<usize>),
}

impl KillMatrix {
    /// Mutants that a test reached.
    pub fn n_reached(&self) -> usize {
        self.by_mutant.len()
    }

    /// Mutants that a test notices, if what gives them away is asserted.
    pub fn n_killable(&self) -> usize {
        self.by_mutant.values().filter(|fate| !fate.kills.is_empty()).count()
    }

    /// The tests known to notice a mutant.
    pub fn kills(&self, mutant: MutantId) -> &[Kill] {
        self.by_mutant.get(&mutant).map_or(&[], |fate| &fate.kills)
    }

    /// Mutants that were run and noticed by no test, ascending.
    pub fn survivors(&self) -> impl Iterator<Item = MutantId> + '_ {
        let alive = |fate: &Fate| fate.n_runs > 0 && fate.kills.is_empty();
        self.by_mutant.iter().filter(move |(_, fate)| alive(fate)).map(|(mutant, _)| *mutant)
    }

    /// Each mutant that is noticed, with the tests that do, in the order of mutants.
    pub(crate) fn killed(&self) -> impl Iterator<Item = &[Kill]> {
        self.by_mutant.values().map(|fate| fate.kills.as_slice()).filter(|kills| !kills.is_empty())
    }

    pub(super) fn n_runs(&self, mutant: MutantId) -> usize {
        self.by_mutant.get(&mutant).map_or(0, |fate| fate.n_runs)
    }

    /// Notes what a run of the original reached.
    pub(super) fn note_reached(&mut self, observations: &Observations) {
        for record in &observations.result.trace.mutants {
            self.by_mutant.entry(record.mutant).or_default();
        }
    }

    /// Adds what runs on mutants showed.
    pub(super) fn add(&mut self, runs: Vec<(MutantId, Option<Kill>)>) {
        for (mutant, kill) in runs {
            let fate = self.by_mutant.entry(mutant).or_default();
            fate.n_runs += 1;
            fate.kills.extend(kill);
        }
    }

    /// Adds a run that noticed a mutant.
    #[cfg(test)]
    pub(crate) fn note_kill(&mut self, mutant: MutantId, kill: Kill) {
        self.add(vec![(mutant, Some(kill))]);
    }
}
