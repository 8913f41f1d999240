//! Which tests notice which mutants, and by what.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::MutantId;
use evoke_testcase::Observations;

/// What is known of all mutants that tests reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KillMatrix {
    by_mutant: BTreeMap<MutantId, Fate>,
    /// Mutants of which nothing is worth knowing, since other tests notice them.
    settled: BTreeSet<MutantId>,
    /// How far the runs came.
    pub completeness: Completeness,
    /// Whether static state is put back before every run since a mutant left something in it.
    pub(crate) puts_back: bool,
}

/// How far runs of tests on mutants came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Completeness {
    /// Every pair of a test and a mutant that is worth a run was run.
    #[default]
    Whole,
    /// Time ran out, or some tests do not show on the original any more what they did.
    CutShort,
    /// Mutants left behind what makes the original show something else, so that nothing more can be learnt in this JVM.
    Spoilt,
}

/// What became of a mutant.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fate {
    /// The tests that were run on it.
    runs: Vec<usize>,
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
    /// That of no tests. Nothing will be worth knowing of mutants that are settled.
    pub(super) fn without(settled: BTreeSet<MutantId>) -> Self {
        Self { settled, ..Self::default() }
    }

    /// Mutants that a test reached, but for those that are settled.
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

    /// Mutants that tests reached and that none of them is known to notice, ascending.
    pub(crate) fn unnoticed(&self) -> impl Iterator<Item = MutantId> + '_ {
        self.by_mutant.iter().filter(|(_, fate)| fate.kills.is_empty()).map(|(mutant, _)| *mutant)
    }

    /// The mutants that a test is known to notice, ascending.
    pub(crate) fn noticed_by(&self, test: usize) -> impl Iterator<Item = MutantId> + '_ {
        let is_noticed = move |fate: &Fate| fate.kills.iter().any(|kill| kill.test == test);
        self.by_mutant.iter().filter(move |(_, fate)| is_noticed(fate)).map(|(mutant, _)| *mutant)
    }

    /// Whether no test was run on the mutant, though something could have been learnt.
    pub(crate) fn was_left_out(&self, mutant: MutantId) -> bool {
        self.runs(mutant).is_empty() && !self.settled.contains(&mutant)
    }

    /// What is known of some of the tests, by their new positions.
    pub(crate) fn of_tests(&self, kept: &BTreeSet<usize>) -> Self {
        let positions: BTreeMap<usize, usize> =
            kept.iter().enumerate().map(|(position, test)| (*test, position)).collect();
        let moved = |fate: &Fate| Fate {
            runs: fate.runs.iter().filter_map(|test| positions.get(test).copied()).collect(),
            kills: (fate.kills.iter())
                .filter_map(|kill| Some(Kill { test: *positions.get(&kill.test)?, ..kill.clone() }))
                .collect(),
        };
        let by_mutant = self.by_mutant.iter().map(|(mutant, fate)| (*mutant, moved(fate))).collect();
        Self {
            by_mutant,
            settled: self.settled.clone(),
            completeness: self.completeness,
            puts_back: self.puts_back,
        }
    }

    /// Each mutant that is noticed, with the tests that do, in the order of mutants.
    pub(crate) fn killed(&self) -> impl Iterator<Item = &[Kill]> {
        self.by_mutant.values().map(|fate| fate.kills.as_slice()).filter(|kills| !kills.is_empty())
    }

    /// The tests that were run on a mutant.
    pub(crate) fn runs(&self, mutant: MutantId) -> &[usize] {
        self.by_mutant.get(&mutant).map_or(&[], |fate| &fate.runs)
    }

    /// Notes what a run of the original reached.
    pub(super) fn note_reached(&mut self, observations: &Observations) {
        let reached = observations.result.trace.mutants.iter().map(|record| record.mutant);
        for mutant in reached.filter(|mutant| !self.settled.contains(mutant)) {
            self.by_mutant.entry(mutant).or_default();
        }
    }

    /// Adds what runs of a test on mutants showed.
    pub(crate) fn add(&mut self, test: usize, runs: Vec<(MutantId, Option<Evidence>)>) {
        for (mutant, evidence) in runs {
            let fate = self.by_mutant.entry(mutant).or_default();
            fate.runs.push(test);
            fate.kills.extend(evidence.map(|evidence| Kill { test, evidence }));
        }
    }

    /// Has a test that was changed notice these mutants and no others, by this.
    pub(crate) fn replace_kills_of(&mut self, test: usize, noticed: Vec<(MutantId, Evidence)>) {
        for fate in self.by_mutant.values_mut() {
            fate.kills.retain(|kill| kill.test != test);
        }
        for (mutant, evidence) in noticed {
            self.by_mutant.entry(mutant).or_default().kills.push(Kill { test, evidence });
        }
    }

    /// Mutants that were run and noticed by no test, ascending.
    #[cfg(test)]
    pub(crate) fn survivors(&self) -> impl Iterator<Item = MutantId> + '_ {
        self.unnoticed().filter(|mutant| !self.was_left_out(*mutant))
    }

    /// Adds a run that noticed a mutant.
    #[cfg(test)]
    pub(crate) fn note_kill(&mut self, mutant: MutantId, kill: Kill) {
        self.add(kill.test, vec![(mutant, Some(kill.evidence))]);
    }
}
