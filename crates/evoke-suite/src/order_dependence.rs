//! Removes what makes tests depend on the order in which they run. Here each finds static state as it is at first; where the
//! suite is run it finds what those before it left.
//!
//! After Shi et al., iFixFlakies (ESEC/FSE 2019). All tests are run in order and in reverse. One that ends otherwise than
//! alone is a *victim*; those that make it do so when they run right before it are its *polluters*. A polluter gets a *cleaner*
//! where there is one, here a call of a static method without parameters. Else whichever of the two is kept for less is
//! given up.
//!
//! What only several tests together pollute, and values that differ, are left to the run in another JVM.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{CallableId, CallableKind, TestCluster};
use evoke_testcase::{ExecutionOutcome, Observer, Statement, TestCase};

use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;

/// How often the suite is looked at again: a cleaner may pollute in turn.
const MAX_ROUNDS: usize = 4;
/// Cleaners that are tried for a polluter.
const MAX_CLEANERS: usize = 24;

/// What the phase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Independent {
    /// In the order of the tests that came in.
    pub tests: Vec<ObservedTest>,
    /// Tests that could not be kept beside others.
    pub losses: Vec<Loss>,
}

/// Cleans up after polluters, or gives up tests, until each ends as it does alone, in either order. What is left of that at the
/// deadline is left.
pub fn make_independent(
    observer: &mut dyn Observer,
    cluster: &TestCluster,
    tests: Vec<ObservedTest>,
    deadline: &mut Deadline<'_>,
) -> Independent {
    let mut suite = Suite { observer, cluster, deadline, tests, losses: Vec::new() };
    for _ in 0..MAX_ROUNDS {
        let mut pollutions = suite.pollutions();
        if pollutions.is_empty() {
            break;
        }
        suite.clean(&mut pollutions);
        suite.give_up(pollutions);
    }
    Independent { tests: suite.tests, losses: suite.losses }
}

/// A test and one that ends otherwise right after it, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pollution {
    polluter: usize,
    victim: usize,
}

struct Suite<'a, 'd> {
    observer: &'a mut dyn Observer,
    cluster: &'a TestCluster,
    deadline: &'a mut Deadline<'d>,
    tests: Vec<ObservedTest>,
    losses: Vec<Loss>,
}

impl Suite<'_, '_> {
    /// Who pollutes whom, as far as running all in order and in reverse shows.
    fn pollutions(&mut self) -> BTreeSet<Pollution> {
        let forward: Vec<usize> = (0..self.tests.len()).collect();
        let backward: Vec<usize> = forward.iter().rev().copied().collect();
        let mut pollutions = BTreeSet::new();
        for order in [forward, backward] {
            if self.deadline.is_over() {
                return pollutions;
            }
            let sequence: Vec<&TestCase> =
                order.iter().map(|position| &self.tests[*position].covering.test).collect();
            let endings = self.observer.execute_in_sequence(&sequence);
            for (place, ending) in endings.iter().enumerate() {
                let victim = order[place];
                if !self.ends_as_alone(victim, ending) {
                    let polluters = self.polluters(victim, &order[..place]);
                    pollutions.extend(polluters.map(|polluter| Pollution { polluter, victim }));
                }
            }
        }
        pollutions
    }

    /// Those of the tests after each of which the victim ends otherwise.
    fn polluters(&mut self, victim: usize, before: &[usize]) -> impl Iterator<Item = usize> + use<> {
        let mut polluters = Vec::new();
        for polluter in before {
            if self.deadline.is_over() {
                break;
            }
            let sequence = [&self.tests[*polluter].covering.test, &self.tests[victim].covering.test];
            let endings = self.observer.execute_in_sequence(&sequence);
            if !endings.last().is_some_and(|ending| self.ends_as_alone(victim, ending)) {
                polluters.push(*polluter);
            }
        }
        polluters.into_iter()
    }

    fn ends_as_alone(&self, position: usize, ending: &ExecutionOutcome) -> bool {
        is_same_ending(&self.tests[position].observations.result.outcome, ending)
    }

    /// Gives cleaners to the polluters that have one, and takes out what that mends.
    fn clean(&mut self, pollutions: &mut BTreeSet<Pollution>) {
        let mut victims_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for Pollution { polluter, victim } in pollutions.iter() {
            victims_of.entry(*polluter).or_default().push(*victim);
        }
        for (polluter, victims) in victims_of {
            if self.clean_polluter(polluter, &victims) {
                pollutions.retain(|pollution| pollution.polluter != polluter);
            }
        }
    }

    fn clean_polluter(&mut self, polluter: usize, victims: &[usize]) -> bool {
        let covering = &self.tests[polluter].covering;
        if self.tests[polluter].observations.result.outcome != ExecutionOutcome::Completed {
            // Nothing runs after the call that throws.
            return false;
        }
        for cleaner in cleaners(self.cluster, &covering.test) {
            if self.deadline.is_over() {
                return false;
            }
            let mut cleaned = self.tests[polluter].covering.clone();
            cleaned.test.push(Statement::Invoke {
                callable: cleaner,
                receiver: None,
                arguments: Vec::new().into(),
            });
            if victims.iter().all(|victim| self.is_clean_for(*victim, &cleaned.test)) {
                let observations = self.observer.observe(&cleaned.test);
                if observations.result.outcome == ExecutionOutcome::Completed {
                    self.tests[polluter] = ObservedTest { covering: cleaned, observations };
                    return true;
                }
            }
        }
        false
    }

    fn is_clean_for(&mut self, victim: usize, polluter: &TestCase) -> bool {
        let sequence = [polluter, &self.tests[victim].covering.test];
        match self.observer.execute_in_sequence(&sequence).as_slice() {
            [ExecutionOutcome::Completed, ending] => self.ends_as_alone(victim, ending),
            _ => false,
        }
    }

    /// Gives up tests, those first that conflict with most others for each goal they are kept for, until no conflict is left.
    fn give_up(&mut self, mut pollutions: BTreeSet<Pollution>) {
        let mut given_up = BTreeSet::new();
        while !pollutions.is_empty() {
            let mut conflicts: BTreeMap<usize, usize> = BTreeMap::new();
            for Pollution { polluter, victim } in &pollutions {
                *conflicts.entry(*polluter).or_default() += 1;
                *conflicts.entry(*victim).or_default() += 1;
            }
            let n_goals = |position: usize| self.tests[position].covering.goals.len() + 1;
            let worst = conflicts.into_iter().max_by(|(one, conflicts), (other, other_conflicts)| {
                (conflicts * n_goals(*other)).cmp(&(other_conflicts * n_goals(*one)))
            });
            let Some((worst, _)) = worst else { break };
            given_up.insert(worst);
            pollutions.retain(|it| it.polluter != worst && it.victim != worst);
        }
        for position in given_up.into_iter().rev() {
            let goals = self.tests.remove(position).covering.goals;
            self.losses.push(Loss { goals, reason: LossReason::OrderDependent });
        }
    }
}

/// Calls that may undo what the test did: static methods without parameters of the classes that it uses.
fn cleaners(cluster: &TestCluster, test: &TestCase) -> Vec<CallableId> {
    let owners: BTreeSet<_> = test
        .statements()
        .iter()
        .filter_map(|statement| match statement {
            Statement::Invoke { callable, .. } => Some(&cluster.callable(*callable).owner),
            _ => None,
        })
        .collect();
    let is_cleaner = |it: &&evoke_analysis::Callable| {
        it.kind == CallableKind::Method
            && it.is_static
            && it.parameters.is_empty()
            && owners.contains(&it.owner)
    };
    cluster.callables.iter().filter(is_cleaner).map(|it| it.id).take(MAX_CLEANERS).collect()
}

/// Whether two runs of a test ended at the same statement in the same way.
fn is_same_ending(one: &ExecutionOutcome, other: &ExecutionOutcome) -> bool {
    match (one, other) {
        (ExecutionOutcome::Completed, ExecutionOutcome::Completed) => true,
        (
            ExecutionOutcome::Threw { statement, exception },
            ExecutionOutcome::Threw { statement: other_statement, exception: other_exception },
        ) => statement == other_statement && exception.class == other_exception.class,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
