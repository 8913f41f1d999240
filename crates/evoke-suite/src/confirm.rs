//! Runs each test in another JVM, in another order, time, place and luck, and keeps what was the same both times.

mod agreement;
mod aliases;
mod disputed;
mod ending;
mod stability;
mod unseen;

use std::collections::BTreeSet;
use std::mem;

use evoke_analysis::TestCluster;
use evoke_testcase::{AbortReason, ExecutionOutcome, Observations, Observer, TestCase};

use crate::coverage_check::CoverageCheck;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;
use crate::other_chances::by_other_chances;
use crate::stable_test::StableTest;
use agreement::ending_of;
use disputed::DisputedTest;
use unseen::UnseenGoals;

pub(crate) use agreement::agreed;

/// Tests that end otherwise after one that was stopped are put down to that one where more than one in so many does.
const SPOILT_SHARE: usize = 4;

/// How often a test that makes threads is run besides, without waiting for these.
const RUNS_OF_A_RACE: u32 = 10;

/// What the phase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Confirmed {
    /// In the order of the tests that came in.
    pub tests: Vec<StableTest>,
    /// Goals of tests that ended otherwise this time, and so did not cover them, and goals that no run covered.
    pub losses: Vec<Loss>,
    /// Of these, ascending, the positions of those that found what an earlier test had spoilt, unless they are run before it: a class that
    /// is unusable, though it was not at first, since its initialiser failed, or what a test left that was stopped in the middle.
    pub fallen: BTreeSet<usize>,
}

/// Runs the tests once more, those at the positions `first` before the others, the last first, and keeps of each what both runs showed;
/// nothing but its end of one that there is no time for. Slow tests come last. The observer should differ from the first in all that a test
/// might depend on by accident. A test that ended otherwise is run once more in the end; if it ends the same way twice here, it is kept for
/// what it covers here, unless it makes threads. One that was stopped for its time or by the sandbox has another try before that. Of what tests cover by the code
/// that they run, what no run covered is lost.
pub fn confirm(
    observer: &mut dyn Observer,
    cluster: &TestCluster,
    check: &CoverageCheck,
    tests: Vec<ObservedTest>,
    first: &BTreeSet<usize>,
    deadline: &mut Deadline<'_>,
) -> Confirmed {
    let n_tests = tests.len();
    let mut runs = SecondRuns::new(UnseenGoals::of(&tests, check));
    let mut waiting: Vec<(usize, ObservedTest)> = tests.into_iter().enumerate().rev().collect();
    waiting.sort_by_key(|(position, it)| (!first.contains(position), it.covering.slowness));
    for (position, observed) in waiting {
        if deadline.is_over() {
            runs.unseen.believe(&observed.covering.goals);
            runs.results.push((position, unconfirmed(observed, cluster)));
        } else {
            runs.run(position, observed, observer, cluster, deadline);
        }
    }
    for stopped in mem::take(&mut runs.stopped) {
        runs.run_again(stopped, observer, cluster, deadline);
    }
    // Where another JVM was asked already, the runs here have to do.
    if first.is_empty() && runs.n_after_stop * SPOILT_SHARE > n_tests {
        runs.put_down_to_the_stop();
    }
    for (position, disputed) in mem::take(&mut runs.disputed) {
        let settled = disputed.settle(observer, cluster, check, deadline);
        runs.results.extend(settled.into_iter().map(|result| (position, result)));
    }
    runs.into_confirmed()
}

/// A test with its position, and why its run was stopped.
type StoppedTest = (usize, ObservedTest, AbortReason);

/// What the second runs gave so far. Numbers are positions of tests.
struct SecondRuns<'c> {
    results: Vec<(usize, Result<StableTest, Loss>)>,
    /// Tests that took too long, as everything does in a JVM that has just started, or that the sandbox stopped, as it does the first one
    /// that initialises a class which wants a file.
    stopped: Vec<StoppedTest>,
    /// Tests that ended otherwise.
    disputed: Vec<(usize, DisputedTest)>,
    /// Of these, how many ran after one that was stopped: they are the last.
    n_after_stop: usize,
    was_stopped: bool,
    fallen: BTreeSet<usize>,
    unseen: UnseenGoals<'c>,
}

impl<'c> SecondRuns<'c> {
    fn new(unseen: UnseenGoals<'c>) -> Self {
        Self {
            results: Vec::new(),
            stopped: Vec::new(),
            disputed: Vec::new(),
            n_after_stop: 0,
            was_stopped: false,
            fallen: BTreeSet::new(),
            unseen,
        }
    }

    fn run(
        &mut self,
        position: usize,
        observed: ObservedTest,
        observer: &mut dyn Observer,
        cluster: &TestCluster,
        deadline: &mut Deadline<'_>,
    ) {
        let here = observer.observe(&observed.covering.test);
        self.was_stopped |= here.result.is_aborted();
        match abort_reason(&here) {
            Some(reason @ (AbortReason::Time | AbortReason::Sandbox)) => {
                self.stopped.push((position, observed, reason));
            }
            _ => self.compare(position, observed, here, (observer, deadline), cluster),
        }
    }

    /// A test that was stopped has another try.
    fn run_again(
        &mut self,
        (position, observed, reason): StoppedTest,
        observer: &mut dyn Observer,
        cluster: &TestCluster,
        deadline: &mut Deadline<'_>,
    ) {
        if deadline.is_over() {
            let reason = LossReason::Stopped(reason);
            self.results.push((position, Err(Loss { goals: observed.covering.goals, reason })));
        } else {
            let here = observer.observe(&observed.covering.test);
            self.compare(position, observed, here, (observer, deadline), cluster);
        }
    }

    fn compare(
        &mut self,
        position: usize,
        observed: ObservedTest,
        here: Observations,
        (observer, deadline): (&mut dyn Observer, &mut Deadline<'_>),
        cluster: &TestCluster,
    ) {
        self.unseen.see(&here.result);
        let test = observed.covering.test.clone();
        let here = unhurried(here, &test, observer)
            .and_then(|here| whatever_chance_does(here, &test, cluster, observer));
        let here = match here {
            Ok(here) => here,
            Err(reason) => {
                let goals = observed.covering.goals;
                return self.results.push((position, Err(Loss { goals, reason })));
            }
        };
        match agreed(observed, &here, cluster) {
            Ok(stable) => self.results.push((position, steady(stable, &test, &here, observer, deadline))),
            Err(loss) if finds_class_unusable(&loss.reason) => {
                self.fallen.insert(position);
                self.results.push((position, Err(loss)));
            }
            // It may be the first run that stands alone: state of that JVM, which no other one has. Of threads any may.
            Err(loss)
                if here.result.trace.threads == 0
                    && matches!(loss.reason, LossReason::EndsDifferently(..)) =>
            {
                self.n_after_stop += usize::from(self.was_stopped);
                self.disputed.push((position, DisputedTest { test, here, loss }));
            }
            Err(loss) => self.results.push((position, Err(loss))),
        }
    }

    /// What ran after a test that was stopped found what that one left.
    fn put_down_to_the_stop(&mut self) {
        let n_before = self.disputed.len() - self.n_after_stop;
        for (position, disputed) in self.disputed.drain(n_before..) {
            self.fallen.insert(position);
            self.results.push((position, Err(disputed.loss)));
        }
    }

    fn into_confirmed(mut self) -> Confirmed {
        self.results.sort_by_key(|(position, _)| *position);
        let mut confirmed = Confirmed { fallen: self.fallen, ..Confirmed::default() };
        for (_, result) in self.results {
            match result {
                Ok(mut test) => {
                    confirmed.losses.extend(self.unseen.take_from(&mut test));
                    confirmed.tests.push(test);
                }
                Err(loss) => confirmed.losses.push(loss),
            }
        }
        confirmed
    }
}

/// What a run showed, without what it shows only where a thread is as fast as it was; why the test is lost if it ends otherwise else.
fn unhurried(
    mut here: Observations,
    test: &TestCase,
    observer: &mut dyn Observer,
) -> Result<Observations, LossReason> {
    if here.result.trace.threads > 0 && !here.result.is_aborted() {
        let in_haste = observer.observe_in_haste(test);
        ending::agreed_ending(test, &here.result.outcome, &in_haste.result.outcome)?;
        here.values = stability::stable_values(&here, &in_haste);
    }
    Ok(here)
}

/// What a run showed, without what it shows only as chance had it; why the test is lost if it ends otherwise else.
fn whatever_chance_does(
    mut here: Observations,
    test: &TestCase,
    cluster: &TestCluster,
    observer: &mut dyn Observer,
) -> Result<Observations, LossReason> {
    if !here.result.is_aborted() {
        let others: Vec<Observations> =
            by_other_chances(observer, cluster, test, &here.result.trace).collect();
        for other in others {
            ending::agreed_ending(test, &here.result.outcome, &other.result.outcome)?;
            here.values = stability::stable_values(&here, &other);
        }
    }
    Ok(here)
}

/// The test, unless it makes threads and one of several more runs ends otherwise: who comes first in a race is mostly the same one.
fn steady(
    stable: StableTest,
    test: &TestCase,
    here: &Observations,
    observer: &mut dyn Observer,
    deadline: &mut Deadline<'_>,
) -> Result<StableTest, Loss> {
    let n_runs = if here.result.trace.threads > 0 { RUNS_OF_A_RACE } else { 0 };
    for _ in 0..n_runs {
        if deadline.is_over() {
            break;
        }
        let again = observer.execute_within(test, u32::MAX).outcome;
        if let Err(reason) = ending::agreed_ending(test, &here.result.outcome, &again) {
            return Err(Loss { goals: stable.goals, reason });
        }
    }
    Ok(stable)
}

fn abort_reason(run: &Observations) -> Option<AbortReason> {
    match run.result.outcome {
        ExecutionOutcome::Aborted { reason, .. } => Some(reason),
        _ => None,
    }
}

fn finds_class_unusable(reason: &LossReason) -> bool {
    matches!(reason, LossReason::EndsDifferently(_, Some(then)) if then.as_str() == "java/lang/NoClassDefFoundError")
}

/// A test that there was no time to run again asserts nothing but how it ended; whether it always does is for those to find out
/// who run the suite.
fn unconfirmed(observed: ObservedTest, cluster: &TestCluster) -> Result<StableTest, Loss> {
    let seen = ending_of(&observed.observations);
    let mut stable = agreed(observed, &seen, cluster)?;
    if let Some(expected) = &mut stable.exception {
        expected.is_of_assert = ending::is_assertion_error(&expected.class);
    }
    Ok(stable)
}

#[cfg(test)]
mod tests;
