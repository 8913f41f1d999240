//! Takes from tests what the suite can do without: calls, and values that are harder to read than they have to be.
//!
//! Minimising keeps a call for a goal that nothing else covered then. Tests that came later, for mutants, often cover it too; then the call
//! is there for nothing. It is taken out where nothing is asserted of what it gives, without it the test shows all else that it showed, other
//! tests cover what the test no longer does, and the test still notices the mutants that none but it is known to.
//!
//! A simpler value is taken where the test still ends as it did, covers what no other test does, and notices all mutants that it did: what it
//! shows may be something else. Minimising does not run mutants, so that it can only ask for their state to differ. On the same terms one of
//! two equal literals of a call gets another value.

mod needs;
mod shortened;

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{GoalId, MutantId, TestCluster};
use evoke_testcase::{ExecutionResult, MutantObserver, Statement, TestCase};

use crate::assertions::choose_assertions;
use crate::confirm::agreed;
use crate::coverage_check::CoverageCheck;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::distinct_values::{repeated_literals, with_other_literal};
use crate::idle_tests::Purpose;
use crate::kill::{Completeness, Evidence, KillMatrix, evidence, infected, shown_again, steps_on_mutant};
use crate::observe::ObservedTest;
use crate::other_chances::by_other_chances;
use crate::simpler_values::simpler_tests;
use crate::stable_test::StableTest;
use needs::{GoalsOfTest, Needs};
use shortened::{Asserted, without_call};

/// Times that one value is made simpler.
const MAX_ROUNDS: usize = 6;
/// Mutants that no test noticed which a test with other values is run on.
const MUTANTS_OF_CHANGED: usize = 30;

/// The tests without calls that nothing needs and with simpler values, and the matrix of what they notice then. Where the state that tests
/// find is known to be spoilt, or there is no time, they stay as they are; so do tests of which a run does not show the goals that they are
/// there for, and those that start threads.
pub fn trim(
    observer: &mut dyn MutantObserver,
    cluster: &TestCluster,
    check: &CoverageCheck,
    (tests, kills): (Vec<StableTest>, KillMatrix),
    purpose: impl Fn(GoalId) -> Purpose,
    deadline: &mut Deadline<'_>,
) -> (Vec<StableTest>, KillMatrix) {
    if kills.completeness == Completeness::Spoilt {
        return (tests, kills);
    }
    let asserted: Vec<Asserted> =
        choose_assertions(tests.clone(), cluster, &kills).iter().map(Asserted::of).collect();
    let goals: Vec<GoalsOfTest> =
        tests.iter().map(|stable| GoalsOfTest::of(stable, &kills, &purpose)).collect();
    let asked = goals.iter().flat_map(|it| &it.asked).copied().collect();
    let (covered, n_covering) = (Vec::with_capacity(tests.len()), BTreeMap::new());
    let mut trimming = Trimming { observer, cluster, check, asked, tests, kills, covered, n_covering };
    for test in 0..trimming.tests.len() {
        if deadline.is_over() {
            return (trimming.tests, trimming.kills);
        }
        trimming.look_at(test);
    }
    for (test, asserted) in asserted.into_iter().enumerate() {
        if !trimming.is_over(deadline) {
            trimming.take_calls_out(test, &goals[test], asserted, deadline);
        }
    }
    for (test, goals) in goals.iter().enumerate() {
        if !trimming.is_over(deadline) {
            trimming.change_values(test, goals, deadline);
        }
    }
    (trimming.tests, trimming.kills)
}

/// Tests that are being trimmed.
struct Trimming<'a> {
    observer: &'a mut dyn MutantObserver,
    cluster: &'a TestCluster,
    check: &'a CoverageCheck,
    /// The goals that are asked for and that the tests are there for.
    asked: BTreeSet<GoalId>,
    tests: Vec<StableTest>,
    kills: KillMatrix,
    /// By test: those that a run of it covers; `None` where nothing is to be made of the run.
    covered: Vec<Option<BTreeSet<GoalId>>>,
    /// By goal: how many of the tests these are.
    n_covering: BTreeMap<GoalId, usize>,
}

/// A test that may take the place of another one.
struct Trimmed {
    stable: StableTest,
    covered: BTreeSet<GoalId>,
    steps: u32,
}

/// What a test has to do that takes the place of another one.
struct Enough<'a> {
    needs: &'a Needs<'a>,
    /// Mutants to notice.
    mutants: &'a [MutantId],
}

/// Mutants that a test notices, and what gives them away.
type Noticed = Vec<(MutantId, Evidence)>;

impl Trimming<'_> {
    fn look_at(&mut self, test: usize) {
        let result = self.observer.execute(&self.tests[test].test);
        let is_usable = !result.is_aborted() && result.trace.threads == 0;
        let covered = is_usable.then(|| self.covered_in(&result));
        self.covered.push(None);
        self.note_covered(test, covered);
    }

    /// Notes what a test covers now.
    fn note_covered(&mut self, test: usize, covered: Option<BTreeSet<GoalId>>) {
        for goal in covered.iter().flatten() {
            *self.n_covering.entry(*goal).or_default() += 1;
        }
        for goal in std::mem::replace(&mut self.covered[test], covered).iter().flatten() {
            self.n_covering.entry(*goal).and_modify(|tests| *tests -= 1);
        }
    }

    fn covered_in(&self, result: &ExecutionResult) -> BTreeSet<GoalId> {
        let is_covered = |goal: &&GoalId| self.check.is_covered(**goal, result);
        self.asked.iter().filter(is_covered).copied().collect()
    }

    /// Takes out each call that nothing needs, from the last to the first.
    fn take_calls_out(
        &mut self,
        test: usize,
        goals: &GoalsOfTest,
        mut asserted: Asserted,
        deadline: &mut Deadline<'_>,
    ) {
        let Some(needs) = self.needs(test, goals) else { return };
        let only_here = self.noticed_only_by(test);
        let mut shortest: Option<Trimmed> = None;
        for position in (0..self.tests[test].test.len()).rev() {
            let so_far = shortest.as_ref().map_or(&self.tests[test], |it| &it.stable);
            let Some((shorter, still_asserted)) = without_call(so_far, &asserted, position) else { continue };
            if !self.is_about_class(&shorter.test) {
                continue;
            }
            if self.is_over(deadline) {
                break;
            }
            let run = self.observer.observe(&shorter.test);
            if evidence(&shorter, &run).is_none()
                && let Some(trimmed) = self.if_enough(shorter, &run.result, &needs)
                && self.noticed(&trimmed, &only_here, deadline).is_some()
            {
                (shortest, asserted) = (Some(trimmed), still_asserted);
            }
        }
        let Some(trimmed) = shortest else { return };
        if let Some(noticed) = self.noticed_as_before(test, &trimmed, deadline)
            && self.is_steady(&trimmed.stable)
        {
            self.replace(test, trimmed, noticed);
        }
    }

    /// Puts simpler values in place of those of the test, from the first to the last, and then others in place of those that a call takes twice.
    fn change_values(&mut self, test: usize, goals: &GoalsOfTest, deadline: &mut Deadline<'_>) {
        let Some(needs) = self.needs(test, goals) else { return };
        let mutants: Vec<MutantId> = self.kills.noticed_by(test).collect();
        let enough = Enough { needs: &needs, mutants: &mutants };
        let simplest = self.simplify(test, &enough, deadline);
        let so_far = simplest.as_ref().map_or(&self.tests[test], |(it, _)| &it.stable).clone();
        let apart = self.tell_apart(so_far, &enough, deadline).map(|(apart, mut noticed)| {
            noticed.extend(self.noticed_besides(&apart, deadline));
            (apart, noticed)
        });
        for (trimmed, noticed) in apart.into_iter().chain(simplest) {
            if self.is_steady(&trimmed.stable) {
                return self.replace(test, trimmed, noticed);
            }
        }
    }

    /// The test with simpler values; `None` if none will do.
    fn simplify(
        &mut self,
        test: usize,
        enough: &Enough<'_>,
        deadline: &mut Deadline<'_>,
    ) -> Option<(Trimmed, Noticed)> {
        let mut simplest: Option<(Trimmed, Noticed)> = None;
        for position in 0..self.tests[test].test.len() {
            for _ in 0..MAX_ROUNDS {
                let so_far = simplest.as_ref().map_or(&self.tests[test], |(it, _)| &it.stable).clone();
                let simpler = simpler_tests(&so_far.test, position, self.cluster);
                let Some(simpler) = self.first_enough(simpler, &so_far, enough, deadline) else { break };
                simplest = Some(simpler);
            }
        }
        simplest
    }

    /// The test with other literals where a call or an array has one twice; `None` if none will do.
    fn tell_apart(
        &mut self,
        mut so_far: StableTest,
        enough: &Enough<'_>,
        deadline: &mut Deadline<'_>,
    ) -> Option<(Trimmed, Noticed)> {
        let mut apart = None;
        let mut position = 0;
        while position < so_far.test.len() {
            for place in repeated_literals(&so_far.test, position) {
                let others = with_other_literal(&so_far.test, position, place, self.cluster);
                if let Some(found) = self.first_enough(others, &so_far, enough, deadline) {
                    so_far = found.0.stable.clone();
                    apart = Some(found);
                    position += 1;
                }
            }
            position += 1;
        }
        apart
    }

    /// The first of these tests that will do in place of one.
    fn first_enough(
        &mut self,
        candidates: Vec<TestCase>,
        before: &StableTest,
        enough: &Enough<'_>,
        deadline: &mut Deadline<'_>,
    ) -> Option<(Trimmed, Noticed)> {
        candidates.into_iter().find_map(|candidate| {
            if self.is_over(deadline) {
                return None;
            }
            let trimmed = self.told_anew(candidate, before, enough.needs)?;
            let noticed = self.noticed(&trimmed, enough.mutants, deadline)?;
            Some((trimmed, noticed))
        })
    }

    /// What gives away mutants that no test was known to notice, of those that a run of the changed test infects.
    fn noticed_besides(&mut self, trimmed: &Trimmed, deadline: &mut Deadline<'_>) -> Noticed {
        let unnoticed: BTreeSet<MutantId> = self.kills.unnoticed().collect();
        let mut targets = infected(&self.observer.execute(&trimmed.stable.test).trace);
        targets.retain(|mutant| unnoticed.contains(mutant));
        targets.truncate(MUTANTS_OF_CHANGED);
        let mut noticed = Vec::new();
        for mutant in targets {
            if !deadline.is_over() {
                noticed.extend(self.evidence_of(trimmed, mutant).map(|evidence| (mutant, evidence)));
            }
        }
        if self.is_unspoilt(&trimmed.stable) { noticed } else { Vec::new() }
    }

    fn is_over(&self, deadline: &mut Deadline<'_>) -> bool {
        self.kills.completeness == Completeness::Spoilt || deadline.is_over()
    }

    /// What no other test is seen to cover; `None` if a run of the test does not show all that it is there for.
    fn needs<'g>(&self, test: usize, goals: &'g GoalsOfTest) -> Option<Needs<'g>> {
        let covered = self.covered[test].as_ref().filter(|covered| goals.asked.is_subset(covered))?;
        let is_only_here = |goal: &&GoalId| self.n_covering.get(goal) == Some(&1);
        let only_here = covered.iter().filter(is_only_here).copied().collect();
        Some(Needs { goals: only_here, unknown: &goals.unknown })
    }

    /// The mutants that no other test is known to notice, ascending.
    fn noticed_only_by(&self, test: usize) -> Vec<MutantId> {
        let is_only_here = |mutant: &MutantId| self.kills.kills(*mutant).iter().all(|kill| kill.test == test);
        self.kills.noticed_by(test).filter(is_only_here).collect()
    }

    fn is_about_class(&self, test: &TestCase) -> bool {
        test.statements().iter().any(|statement| match statement {
            Statement::Invoke { callable, .. } => self.cluster.callable(*callable).is_of_subject(),
            _ => false,
        })
    }

    /// The test, if its run covers the goals and infects the mutants that it has to.
    fn if_enough(&self, stable: StableTest, result: &ExecutionResult, needs: &Needs<'_>) -> Option<Trimmed> {
        let covered = self.covered_in(result);
        let infected = infected(&result.trace);
        let is_enough =
            needs.goals.is_subset(&covered) && needs.unknown.iter().all(|mutant| infected.contains(mutant));
        is_enough.then_some(Trimmed { stable, covered, steps: result.trace.steps })
    }

    /// A test with other values, if it ends as the one before and is enough, with what it shows at two times.
    fn told_anew(&mut self, test: TestCase, before: &StableTest, needs: &Needs<'_>) -> Option<Trimmed> {
        let observations = self.observer.observe(&test);
        let again = self.observer.observe_elsewhen(&test);
        let result = observations.result.clone();
        let length = test.len();
        let covering = CoveringTest::new(test, before.goals.clone());
        let stable = agreed(ObservedTest { covering, observations }, &again, self.cluster).ok()?;
        let class = |stable: &StableTest| stable.exception.as_ref().map(|it| it.class.clone());
        let ends_alike = stable.test.len() == length && class(&stable) == class(before);
        if ends_alike { self.if_enough(stable, &result, needs) } else { None }
    }

    /// What gives each of the mutants away; `None` if the test does not notice one, or there is no time to see that.
    fn noticed(
        &mut self,
        trimmed: &Trimmed,
        mutants: &[MutantId],
        deadline: &mut Deadline<'_>,
    ) -> Option<Noticed> {
        let mut noticed = Vec::with_capacity(mutants.len());
        for mutant in mutants {
            let evidence = if deadline.is_over() { None } else { self.evidence_of(trimmed, *mutant) };
            let Some(evidence) = evidence else { break };
            noticed.push((*mutant, evidence));
        }
        (self.is_unspoilt(&trimmed.stable) && noticed.len() == mutants.len()).then_some(noticed)
    }

    /// What gives away those of the mutants that the test notices which the trimmed one still does; `None` if it misses one that no other
    /// test is known to notice.
    fn noticed_as_before(
        &mut self,
        test: usize,
        trimmed: &Trimmed,
        deadline: &mut Deadline<'_>,
    ) -> Option<Noticed> {
        let only_here = self.noticed_only_by(test);
        let is_elsewhere = |mutant: &MutantId| only_here.binary_search(mutant).is_err();
        let elsewhere: Vec<MutantId> = self.kills.noticed_by(test).filter(is_elsewhere).collect();
        let mut noticed = self.noticed(trimmed, &only_here, deadline)?;
        for mutant in elsewhere {
            if !deadline.is_over() {
                noticed.extend(self.evidence_of(trimmed, mutant).map(|evidence| (mutant, evidence)));
            }
        }
        self.is_unspoilt(&trimmed.stable).then_some(noticed)
    }

    fn evidence_of(&mut self, trimmed: &Trimmed, mutant: MutantId) -> Option<Evidence> {
        let Trimmed { stable, steps, .. } = trimmed;
        let steps = steps_on_mutant(*steps);
        let shown = self.observer.observe_mutant(&stable.test, mutant, steps, &stable.values);
        evidence(stable, &shown)
    }

    /// Whether the original still shows what it did after runs on mutants.
    fn is_unspoilt(&mut self, stable: &StableTest) -> bool {
        let is_unspoilt = shown_again(self.observer, stable).is_some();
        if !is_unspoilt {
            self.kills.mend(self.observer, stable);
        }
        is_unspoilt
    }

    /// Whether the test shows the same with static state put back, at another time, and whatever is left to chance.
    fn is_steady(&mut self, stable: &StableTest) -> bool {
        self.observer.keep_static_state(false);
        let elsewhen = self.observer.observe_elsewhen(&stable.test);
        let is_steady = evidence(stable, &elsewhen).is_none()
            && by_other_chances(self.observer, self.cluster, &stable.test, &elsewhen.result.trace)
                .all(|run| evidence(stable, &run).is_none());
        self.observer.keep_static_state(!self.kills.puts_back);
        is_steady
    }

    /// Puts the trimmed test in place of a test; goals that it no longer covers are noted with another one that does.
    fn replace(&mut self, test: usize, trimmed: Trimmed, noticed: Noticed) {
        self.kills.replace_kills_of(test, noticed);
        let Trimmed { mut stable, covered, .. } = trimmed;
        let is_lost = |goal: &GoalId| self.asked.contains(goal) && !covered.contains(goal);
        let (lost, left): (Vec<GoalId>, Vec<GoalId>) = stable.goals.iter().copied().partition(is_lost);
        stable.goals = left;
        self.note_covered(test, Some(covered));
        self.tests[test] = stable;
        for goal in lost {
            self.hand_on(goal);
        }
    }

    fn hand_on(&mut self, goal: GoalId) {
        let covers = |covered: &Option<BTreeSet<GoalId>>| {
            covered.as_ref().is_some_and(|covered| covered.contains(&goal))
        };
        if let Some(other) = self.covered.iter().position(covers) {
            let goals = &mut self.tests[other].goals;
            if let Err(place) = goals.binary_search(&goal) {
                goals.insert(place, goal);
            }
        }
    }
}

#[cfg(test)]
mod tests;
