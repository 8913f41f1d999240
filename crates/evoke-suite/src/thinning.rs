//! Drops tests whose mutants others notice too, once that is seen by running these.
//!
//! Tests are run on mutants only until one or two are known to notice each ([`crate::kill()`]), the cheapest first, so that most
//! mutants seem to need the test that happened to be run on them. Here each test that is needed for mutants alone is asked whether
//! the others can do without it: they are run on its mutants, those with most of their own first, since these stay anyway.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{GoalId, MutantId};
use evoke_testcase::MutantObserver;

use crate::deadline::Deadline;
use crate::idle_tests::{Need, Purpose, needs_of, without_idle_tests};
use crate::kill::{
    Completeness, Evidence, KillMatrix, OriginalRun, cheapest_first, evidence, shown_again, steps_on_mutant,
    without_values,
};
use crate::stable_test::StableTest;

/// Other tests that are run on a mutant before the test that is known to notice it counts as needed.
const MAX_OTHERS: usize = 40;

/// The tests without those that others can stand in for, in their order, and the matrix of the rest with what was learnt. Where the state
/// that tests find is known to be spoilt, or there is no time, only tests that are known not to be needed are dropped.
pub fn thin_out(
    observer: &mut dyn MutantObserver,
    (tests, kills): (Vec<StableTest>, KillMatrix),
    purpose: impl Fn(GoalId) -> Purpose,
    deadline: &mut Deadline<'_>,
) -> (Vec<StableTest>, KillMatrix) {
    let (tests, kills) = without_idle_tests(tests, &kills, &purpose);
    if kills.completeness == Completeness::Spoilt || deadline.is_over() {
        return (tests, kills);
    }
    let mut thinning = Thinning::new(observer, &tests, kills, purpose, deadline);
    for test in thinning.least_needed_first() {
        if deadline.is_over() || thinning.kills.completeness == Completeness::Spoilt {
            break;
        }
        thinning.try_without(test, deadline);
    }
    let Thinning { kept, kills, .. } = thinning;
    let matrix = kills.of_tests(&kept);
    let kept_tests = tests.into_iter().enumerate().filter(|(position, _)| kept.contains(position));
    (kept_tests.map(|(_, test)| test).collect(), matrix)
}

/// What became of a run of a test on a mutant.
struct Run {
    test: usize,
    mutant: MutantId,
    evidence: Option<Evidence>,
}

/// A suite that is being thinned out.
struct Thinning<'a> {
    observer: &'a mut dyn MutantObserver,
    tests: &'a [StableTest],
    kills: KillMatrix,
    /// Positions of the tests that are left.
    kept: BTreeSet<usize>,
    /// What each test is needed for, or would be without the others.
    needs: Vec<BTreeSet<Need>>,
    /// The tests left that have a need.
    holders: BTreeMap<Need, BTreeSet<usize>>,
    /// The tests that infect a mutant, those with most needs first.
    infecting: BTreeMap<MutantId, Vec<usize>>,
    /// By test: the steps it may take on a mutant.
    steps: BTreeMap<usize, u32>,
    /// By test: the values that are not the same each time.
    fickle: BTreeMap<usize, Vec<usize>>,
}

impl<'a> Thinning<'a> {
    fn new(
        observer: &'a mut dyn MutantObserver,
        tests: &'a [StableTest],
        mut kills: KillMatrix,
        purpose: impl Fn(GoalId) -> Purpose,
        deadline: &mut Deadline<'_>,
    ) -> Self {
        let needs: Vec<BTreeSet<Need>> = tests
            .iter()
            .enumerate()
            .map(|(position, test)| needs_of(position, test, &kills, &purpose))
            .collect();
        let mut runs = cheapest_first(observer, tests, deadline, &mut kills);
        runs.sort_by_key(|run| (usize::MAX - needs[run.test].len(), run.test));
        let mut holders: BTreeMap<Need, BTreeSet<usize>> = BTreeMap::new();
        for (test, needs) in needs.iter().enumerate() {
            for need in needs {
                holders.entry(*need).or_default().insert(test);
            }
        }
        let mut infecting: BTreeMap<MutantId, Vec<usize>> = BTreeMap::new();
        for OriginalRun { test, infected, .. } in &runs {
            for mutant in infected {
                infecting.entry(*mutant).or_default().push(*test);
            }
        }
        let steps = runs.iter().map(|run| (run.test, steps_on_mutant(run.steps))).collect();
        let fickle = runs.into_iter().map(|run| (run.test, run.fickle)).collect();
        let kept = (0..tests.len()).collect();
        Self { observer, tests, kills, kept, needs, holders, infecting, steps, fickle }
    }

    fn least_needed_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = self.kept.iter().copied().collect();
        order.sort_by_key(|test| {
            (self.only_here(*test).count(), usize::MAX - self.tests[*test].test.len(), *test)
        });
        order
    }

    /// What no other test is known to be there for.
    fn only_here(&self, test: usize) -> impl Iterator<Item = Need> + '_ {
        self.needs[test].iter().filter(|need| self.holders[*need].len() == 1).copied()
    }

    /// Drops a test if others notice all its mutants.
    fn try_without(&mut self, test: usize, deadline: &mut Deadline<'_>) {
        let mut mutants = Vec::new();
        for need in self.only_here(test) {
            match need {
                Need::Goal(_) => return,
                Need::Mutant(mutant) => mutants.push(mutant),
            }
        }
        // Where few could stand in it is soon seen that none does.
        mutants.sort_by_key(|mutant| (self.infecting.get(mutant).map_or(0, Vec::len), *mutant));
        let mut runs = Vec::new();
        let is_spare = mutants.iter().all(|mutant| self.has_other(test, *mutant, &mut runs, deadline));
        if let Some(changed) = self.changed_after(&runs) {
            self.kills.mend(self.observer, &self.tests[changed]);
            return;
        }
        self.learn(runs);
        if is_spare {
            self.kept.remove(&test);
            for need in &self.needs[test] {
                self.holders.entry(*need).and_modify(|holders| {
                    holders.remove(&test);
                });
            }
        }
    }

    /// Whether the suite can do without the test as far as the mutant goes: another test notices it, or, if none was ever run on it, the
    /// test does not notice it itself.
    fn has_other(
        &mut self,
        test: usize,
        mutant: MutantId,
        runs: &mut Vec<Run>,
        deadline: &mut Deadline<'_>,
    ) -> bool {
        if self.kills.was_left_out(mutant) && !self.notices(test, mutant, runs, deadline).unwrap_or(true) {
            return true;
        }
        let known = self.kills.runs(mutant);
        let is_new = |other: &usize| *other != test && self.kept.contains(other) && !known.contains(other);
        let infecting = self.infecting.get(&mutant).into_iter().flatten();
        let others: Vec<usize> = infecting.copied().filter(is_new).take(MAX_OTHERS).collect();
        others.into_iter().any(|other| self.notices(other, mutant, runs, deadline) == Some(true))
    }

    /// Whether a test notices a mutant; `None` where there is no time to see, or the test did not show on the original what it should.
    fn notices(
        &mut self,
        test: usize,
        mutant: MutantId,
        runs: &mut Vec<Run>,
        deadline: &mut Deadline<'_>,
    ) -> Option<bool> {
        let steps = *self.steps.get(&test)?;
        if deadline.is_over() {
            return None;
        }
        let stable = &self.tests[test];
        let shown = self.observer.observe_mutant(&stable.test, mutant, steps, &stable.values);
        let fickle = self.fickle.get(&test).map_or(&[][..], Vec::as_slice);
        let evidence = without_values(evidence(stable, &shown), fickle);
        let is_noticed = evidence.is_some();
        runs.push(Run { test, mutant, evidence });
        Some(is_noticed)
    }

    /// The first of the tests that were run which shows something else on the original now.
    fn changed_after(&mut self, runs: &[Run]) -> Option<usize> {
        let run: BTreeSet<usize> = runs.iter().map(|run| run.test).collect();
        run.into_iter().find(|test| shown_again(self.observer, &self.tests[*test]).is_none())
    }

    fn learn(&mut self, runs: Vec<Run>) {
        for Run { test, mutant, evidence } in runs {
            let need = Need::Mutant(mutant);
            if evidence.is_some() {
                self.needs[test].insert(need);
                self.holders.entry(need).or_default().insert(test);
            } else if self.needs[test].remove(&need) {
                self.holders.entry(need).and_modify(|holders| {
                    holders.remove(&test);
                });
            }
            self.kills.add(test, vec![(mutant, evidence)]);
        }
    }
}

#[cfg(test)]
mod tests;
