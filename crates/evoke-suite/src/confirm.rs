//! Runs each test in another JVM, in another order, time, place and luck, and keeps what was the same both times.

mod aliases;
mod ending;
mod stability;

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_testcase::{ExecutionOutcome, Observations, Observer};

use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;

/// What the phase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Confirmed {
    /// In the order of the tests that came in.
    pub tests: Vec<StableTest>,
    /// Tests that ended otherwise this time.
    pub losses: Vec<Loss>,
    /// Of these, ascending, the positions of those that found a class unusable, though they did not at first: one whose initialiser failed
    /// under an earlier test, unless they are run before it.
    pub fallen: BTreeSet<usize>,
}

/// Runs the tests once more, those at the positions `first` before the others, the last first, and keeps of each what both runs showed;
/// nothing but its end of one that there is no time for. The observer should differ from the first in all that a test might depend on by
/// accident.
pub fn confirm(
    observer: &mut dyn Observer,
    cluster: &TestCluster,
    tests: Vec<ObservedTest>,
    first: &BTreeSet<usize>,
    deadline: &mut Deadline<'_>,
) -> Confirmed {
    let mut waiting: Vec<(usize, ObservedTest)> = tests.into_iter().enumerate().rev().collect();
    waiting.sort_by_key(|(position, _)| !first.contains(position));
    let mut stable: Vec<(usize, Result<StableTest, Loss>)> = Vec::with_capacity(waiting.len());
    for (position, observed) in waiting {
        let again = (!deadline.is_over()).then(|| observer.observe(&observed.covering.test));
        let test = match again {
            Some(again) => agreed(observed, &again, cluster),
            None => unconfirmed(observed, cluster),
        };
        stable.push((position, test));
    }
    stable.sort_by_key(|(position, _)| *position);
    let mut confirmed = Confirmed::default();
    for (position, test) in stable {
        match test {
            Ok(test) => confirmed.tests.push(test),
            Err(loss) => {
                if finds_class_unusable(&loss.reason) {
                    confirmed.fallen.insert(position);
                }
                confirmed.losses.push(loss);
            }
        }
    }
    confirmed
}

fn finds_class_unusable(reason: &LossReason) -> bool {
    matches!(reason, LossReason::EndsDifferently(_, Some(then)) if then.as_str() == "java/lang/NoClassDefFoundError")
}

/// A test that there was no time to run again asserts nothing but how it ended; whether it always does is for those to find out
/// who run the suite.
fn unconfirmed(observed: ObservedTest, cluster: &TestCluster) -> Result<StableTest, Loss> {
    let mut seen = observed.observations.clone();
    seen.values.clear();
    if let ExecutionOutcome::Threw { exception, .. } = &mut seen.result.outcome {
        exception.message = None;
    }
    let mut stable = agreed(observed, &seen, cluster)?;
    if let Some(expected) = &mut stable.exception {
        expected.is_of_assert = ending::is_assertion_error(&expected.class);
    }
    Ok(stable)
}

/// The test with every value that two runs agree on; a loss if the runs ended differently, one was stopped, or what ended
/// them was the sandbox they were in.
pub(crate) fn agreed(
    first: ObservedTest,
    again: &Observations,
    cluster: &TestCluster,
) -> Result<StableTest, Loss> {
    let ObservedTest { covering: CoveringTest { mut test, goals }, observations } = first;
    let (length, exception) = match ending::agreed_ending(&test, &observations, again) {
        Ok(ending) => ending,
        Err(reason) => return Err(Loss { goals, reason }),
    };
    test.truncate(length);
    let values = stability::stable_values(&observations, again);
    let mut stable = StableTest { test, goals, exception, values, stub_calls: None };
    aliases::unify(&mut stable, cluster);
    Ok(stable)
}

#[cfg(test)]
mod tests;
