//! Tests for mutants that tests reach and none notices: variants of those tests are run until one shows a difference.
//!
//! The first variants of a test do the same and ask its objects for more. A variant is run on the original first. Where it brings mutants
//! that nobody noticed to differ, it is run on these; one that gives a mutant away is shortened as long as it still does, and becomes the
//! base of further variants. Tests whose mutants are fewest tried come first. Mutants that behave as the original does are not recognised;
//! they are given up after some runs.
//!
//! A variant that covers what no test does is kept for that, too.
//!
//! What a mutant leaves in static fields is looked for after each variant. Once one does not show what it did, static state is put back
//! before every run; where even then neither it nor any of the first tests does, nothing more is run. What is to be kept is seen once more
//! with static state put back, since what was left behind may show in that variant alone.

mod open_goals;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use evoke_analysis::{GoalId, MutantId, TestCluster};
use evoke_testcase::{ExecutionResult, MutantObserver, Operand, TestCase};

use crate::deadline::Deadline;
use crate::kill::{
    Completeness, Evidence, KillMatrix, evidence, infected, is_mended, shown_again, steps_on_mutant,
};
use crate::stable_test::StableTest;
use crate::variant::{shown_by, without_throwing};

pub use open_goals::OpenGoals;

/// Runs on a mutant after which it is given up.
const MAX_TRIES: u32 = 100;
/// Mutants that one variant is run on.
const MUTANTS_OF_VARIANT: usize = 8;
/// Mutants that a test which reads more is run on: what it reads can give many away.
const MUTANTS_OF_READER: usize = 100;
/// Runs on a typical mutant for one on another.
const TRIES_ON_TYPICAL: u32 = 4;
/// Variants in a row that give no mutant away, after which no others are tried.
const MAX_FRUITLESS: u32 = 3_000;
/// Known tests that are asked whether a mutant left something behind.
const WITNESSES: usize = 3;

/// Makes tests like a test.
pub type Vary<'v> = dyn FnMut(&StableTest, Lead<'_>) -> Vec<TestCase> + 'v;

/// In what variants of a test differ from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lead<'o> {
    /// They do the same, and then ask its objects for more.
    Reading,
    /// These comparisons come out otherwise.
    Operands(&'o [Operand]),
    /// As chance has it.
    Chance,
}

/// Adds tests that notice mutants which none of these tests is known to, and what they notice to the matrix, and tests that cover goals which
/// are open; typical mutants ([`evoke_analysis::Mutation::is_typical`]) are tried more often than others. Where the state that tests find is
/// known to be spoilt, or there is no time, nothing is added.
pub fn hunt_survivors(
    observer: &mut dyn MutantObserver,
    cluster: &TestCluster,
    (tests, kills): (Vec<StableTest>, KillMatrix),
    (typical, open): (&BTreeSet<MutantId>, OpenGoals<'_>),
    vary: &mut Vary<'_>,
    deadline: &mut Deadline<'_>,
) -> (Vec<StableTest>, KillMatrix) {
    if kills.completeness == Completeness::Spoilt {
        return (tests, kills);
    }
    let tries = kills.unnoticed().map(|mutant| (mutant, 0)).collect();
    let (bases, n_fruitless) = (Vec::new(), 0);
    let mut hunt = Hunt { observer, cluster, tests, kills, typical, open, tries, bases, n_fruitless };
    for test in 0..hunt.tests.len() {
        if !deadline.is_over() {
            hunt.add_base(test);
        }
    }
    while let Some(base) = hunt.next_base() {
        let of = hunt.bases[base].test;
        let reads = hunt.bases[base].n_visits == 1;
        let variants = hunt.variants(base, vary);
        // Else a test of which nobody can make another would be visited for ever.
        hunt.n_fruitless += u32::from(variants.is_empty());
        if hunt.is_over() || variants.is_empty() && deadline.is_over() {
            break;
        }
        for variant in variants {
            if hunt.is_over() || deadline.is_over() {
                return (hunt.tests, hunt.kills);
            }
            if reads {
                hunt.attempt_reading(of, &variant);
            } else {
                hunt.attempt(&variant);
            }
        }
    }
    (hunt.tests, hunt.kills)
}

/// A hunt under way.
struct Hunt<'a> {
    observer: &'a mut dyn MutantObserver,
    cluster: &'a TestCluster,
    tests: Vec<StableTest>,
    kills: KillMatrix,
    typical: &'a BTreeSet<MutantId>,
    open: OpenGoals<'a>,
    /// The mutants that no test notices, with how often they were run here.
    tries: BTreeMap<MutantId, u32>,
    bases: Vec<Base>,
    n_fruitless: u32,
}

/// A test that variants are made of.
struct Base {
    test: usize,
    /// The mutants that it reaches and that were open when they were last counted.
    mutants: Vec<MutantId>,
    n_visits: u32,
}

/// A test with the mutants that it gives away, and by what.
struct Catch {
    stable: StableTest,
    kills: Vec<(MutantId, Evidence)>,
}

impl Hunt<'_> {
    fn is_over(&self) -> bool {
        self.is_spoilt() || self.n_fruitless >= MAX_FRUITLESS
    }

    fn is_spoilt(&self) -> bool {
        self.kills.completeness == Completeness::Spoilt
    }

    fn is_open(&self, mutant: MutantId) -> bool {
        self.tries.get(&mutant).is_some_and(|tries| *tries < MAX_TRIES)
    }

    fn add_base(&mut self, test: usize) {
        let trace = self.observer.execute(&self.tests[test].test).trace;
        let reached = trace.mutants.iter().map(|record| record.mutant);
        let mutants = reached.filter(|mutant| self.is_open(*mutant)).collect();
        self.bases.push(Base { test, mutants, n_visits: 0 });
    }

    /// The base that was visited least often of those that reach open mutants; of several the one that reaches most.
    fn next_base(&mut self) -> Option<usize> {
        let mut best: Option<(u32, usize, usize)> = None;
        let mut bases = mem::take(&mut self.bases);
        for (position, base) in bases.iter_mut().enumerate() {
            if best.is_some_and(|(n_visits, ..)| n_visits < base.n_visits) {
                continue;
            }
            // Closed ones stay closed.
            base.mutants.retain(|mutant| self.is_open(*mutant));
            if !base.mutants.is_empty() {
                let candidate = (base.n_visits, usize::MAX - base.mutants.len(), position);
                best = Some(best.map_or(candidate, |best| best.min(candidate)));
            }
        }
        self.bases = bases;
        let (_, _, position) = best?;
        self.bases[position].n_visits += 1;
        Some(position)
    }

    /// At the first visit its objects are asked for more, at the second what its comparisons compared leads the way, later chance does.
    fn variants(&mut self, base: usize, vary: &mut Vary<'_>) -> Vec<TestCase> {
        let Base { test, n_visits, .. } = self.bases[base];
        let stable = &self.tests[test];
        match n_visits {
            ..=1 => vary(stable, Lead::Reading),
            2 => {
                let (_, operands) = self.observer.execute_with_operands(&stable.test);
                vary(stable, Lead::Operands(&operands))
            }
            _ => vary(stable, Lead::Chance),
        }
    }

    /// Runs a variant, and keeps what of it covers open goals, and what gives mutants away that nobody noticed.
    fn attempt(&mut self, variant: &TestCase) {
        let Some(result) = self.run(variant) else { return };
        let goals = self.open.covered_by(&result);
        if !goals.is_empty() {
            let shortened = self.shorten_for_goals(variant, &goals);
            self.keep_if_it_covers(&shortened, &goals);
        }
        if let Some(catch) = self.caught_by(variant, &result, MUTANTS_OF_VARIANT) {
            let shortened = self.shorten(catch, 0);
            self.keep_if_steady(&shortened, &[]);
        }
    }

    /// Runs a test that does what another does and reads more, and keeps it with what it reads that gives away mutants which nobody noticed. It
    /// can take the other's place, whose goals it covers too.
    fn attempt_reading(&mut self, of: usize, variant: &TestCase) {
        let Some(StableTest { test, goals, .. }) = self.tests.get(of) else { return };
        let (length, goals) = (test.len(), goals.clone());
        if let Some(variant) = without_throwing(self.observer, variant, length)
            && let Some(result) = self.run(&variant)
            && let Some(catch) = self.caught_by(&variant, &result, MUTANTS_OF_READER)
            && catch.stable.exception.is_none()
        {
            let shortened = self.shorten(catch, length);
            self.keep_if_steady(&shortened, &goals);
        }
    }

    /// A run of a variant on the original; `None` if it is of no use.
    fn run(&mut self, variant: &TestCase) -> Option<ExecutionResult> {
        self.n_fruitless += 1;
        let result = self.observer.execute(variant);
        (!result.is_aborted() && result.trace.threads == 0).then_some(result)
    }

    /// What a variant that has been run gives away that nobody noticed, run on no more than so many mutants; `None` if it is nothing.
    fn caught_by(
        &mut self,
        variant: &TestCase,
        result: &ExecutionResult,
        max_mutants: usize,
    ) -> Option<Catch> {
        let targets = self.targets(result, max_mutants);
        if targets.is_empty() {
            return None;
        }
        let catch = self.examine(variant, &targets, false)?;
        for mutant in &targets {
            *self.tries.entry(*mutant).or_default() += 1;
        }
        (!catch.kills.is_empty() && !self.is_spoilt()).then_some(catch)
    }

    /// Keeps what is seen at another time, too, as a test that covers these goals, and those that are open.
    fn keep_if_steady(&mut self, catch: &Catch, goals: &[GoalId]) {
        let killed: Vec<MutantId> = catch.kills.iter().map(|(mutant, _)| *mutant).collect();
        self.observer.keep_static_state(false);
        let confirmed = self.examine(&catch.stable.test, &killed, true);
        let is_kept =
            confirmed.as_ref().is_some_and(|confirmed| !confirmed.kills.is_empty()) && !self.is_spoilt();
        let result = is_kept.then(|| self.observer.execute(&catch.stable.test));
        self.observer.keep_static_state(!self.kills.puts_back);
        if let (Some(mut confirmed), Some(result)) = (confirmed, result) {
            let covered = self.open.covered_by(&result);
            self.open.close(&covered);
            let goals: BTreeSet<GoalId> = goals.iter().copied().chain(covered).collect();
            confirmed.stable.goals = goals.into_iter().collect();
            self.keep(confirmed);
        }
    }

    /// The test without the statements that it covers these goals without.
    fn shorten_for_goals(&mut self, test: &TestCase, goals: &[GoalId]) -> TestCase {
        let mut left = test.clone();
        for position in (0..test.len()).rev() {
            let Some(shorter) = without_statement(&left, position) else { continue };
            let result = self.observer.execute(&shorter);
            if !result.is_aborted() && self.open.are_covered(goals, &result) {
                left = shorter;
            }
        }
        left
    }

    /// Keeps a test for goals that nothing else covers, if it shows the same at another time and covers them with static state put back. If not,
    /// they are given up: others that cover them would do no better.
    fn keep_if_it_covers(&mut self, test: &TestCase, goals: &[GoalId]) {
        self.observer.keep_static_state(false);
        let result = self.observer.execute(test);
        let targets = self.targets(&result, MUTANTS_OF_VARIANT);
        let confirmed = self.examine(test, &targets, true);
        self.observer.keep_static_state(!self.kills.puts_back);
        self.open.close(goals);
        if let Some(mut confirmed) = confirmed
            && self.open.are_covered(goals, &result)
            && !self.is_spoilt()
        {
            confirmed.stable.goals = goals.to_vec();
            self.keep(confirmed);
        }
    }

    /// The mutants to run a test on: those its run infected, the least often tried first, no more than so many. Tries on typical ones count less.
    fn targets(&self, result: &ExecutionResult, max_mutants: usize) -> Vec<MutantId> {
        let mut targets = infected(&result.trace);
        targets.retain(|mutant| self.is_open(*mutant));
        targets.sort_by_cached_key(|mutant| {
            let is_typical = self.typical.contains(mutant);
            let tries = self.tries.get(mutant).copied().unwrap_or_default();
            (if is_typical { tries / TRIES_ON_TYPICAL } else { tries }, !is_typical)
        });
        targets.truncate(max_mutants);
        targets
    }

    /// What a test shows on the original and which of the mutants it gives away; `None` where it is of no use. Where it is to be
    /// kept only what it shows at another time, too, counts, and only if it shows that whatever is left to chance.
    fn examine(&mut self, test: &TestCase, mutants: &[MutantId], is_kept: bool) -> Option<Catch> {
        let (stable, steps) = shown_by(self.observer, self.cluster, test, is_kept)?;
        let steps = steps_on_mutant(steps);
        let kills = mutants.iter().filter_map(|mutant| {
            let shown = self.observer.observe_mutant(&stable.test, *mutant, steps, &stable.values);
            Some((*mutant, evidence(&stable, &shown)?))
        });
        let kills = kills.collect();
        let again = self.observer.observe(&stable.test);
        if evidence(&stable, &again).is_some() {
            self.look_for_spoils(&stable);
            return None;
        }
        Some(Catch { stable, kills })
    }

    /// After a variant showed something else than before: whether putting static state back mends that. Else known tests have to show what
    /// they did, without that if it was not done yet, or with it.
    fn look_for_spoils(&mut self, variant: &StableTest) {
        if is_mended(self.observer, variant) {
            self.kills.puts_back = true;
            return;
        }
        let known = &self.tests[..self.tests.len().min(WITNESSES)];
        if !self.kills.puts_back {
            self.observer.keep_static_state(true);
            if known.first().is_some_and(|first| shown_again(self.observer, first).is_some()) {
                return;
            }
        }
        self.kills.puts_back = true;
        if !known.iter().any(|test| is_mended(self.observer, test)) {
            self.kills.completeness = Completeness::Spoilt;
        }
    }

    /// Without the statements that none of its mutants needs, of those from this position on.
    fn shorten(&mut self, mut catch: Catch, from: usize) -> Catch {
        let mutants: Vec<MutantId> = catch.kills.iter().map(|(mutant, _)| *mutant).collect();
        for position in (from..catch.stable.test.len()).rev() {
            if self.is_spoilt() {
                break;
            }
            let Some(shorter) = without_statement(&catch.stable.test, position) else { continue };
            if let Some(found) = self.examine(&shorter, &mutants, false)
                && found.kills.len() == mutants.len()
                && found.stable.exception == catch.stable.exception
            {
                catch = found;
            }
        }
        catch
    }

    fn keep(&mut self, catch: Catch) {
        self.n_fruitless = 0;
        let test = self.tests.len();
        for (mutant, _) in &catch.kills {
            self.tries.remove(mutant);
        }
        let runs = catch.kills.into_iter().map(|(mutant, evidence)| (mutant, Some(evidence)));
        self.kills.add(test, runs.collect());
        self.tests.push(catch.stable);
        self.add_base(test);
    }
}

/// The test without the statement at this position and what needs it; `None` where there is no such statement, or nothing is left.
fn without_statement(test: &TestCase, position: usize) -> Option<TestCase> {
    if position >= test.len() {
        return None;
    }
    let mut shorter = test.clone();
    shorter.remove_with_dependants(position);
    (!shorter.is_empty()).then_some(shorter)
}

#[cfg(test)]
mod tests;
