//! Runs each test in another JVM, in another order, time, place and luck, and keeps what was the same both times.

mod agreement;
mod aliases;
mod disputed;
mod ending;
mod stability;

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_testcase::Observer;

use crate::coverage_check::CoverageCheck;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;
use agreement::ending_of;
use disputed::DisputedTest;

pub(crate) use agreement::agreed;

/// What the phase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Confirmed {
    /// In the order of the tests that came in.
    pub tests: Vec<StableTest>,
    /// Goals of tests that ended otherwise this time, and so did not cover them.
    pub losses: Vec<Loss>,
    /// Of these, ascending, the positions of those that found a class unusable, though they did not at first: one whose initialiser failed
    /// under an earlier test, unless they are run before it.
    pub fallen: BTreeSet<usize>,
}

/// Runs the tests once more, those at the positions `first` before the others, the last first, and keeps of each what both runs showed;
/// nothing but its end of one that there is no time for. The observer should differ from the first in all that a test might depend on by
/// accident. A test that ended otherwise is run once more in the end; if it ends the same way twice here, it is kept for what it covers here.
pub fn confirm(
    observer: &mut dyn Observer,
    cluster: &TestCluster,
    check: &CoverageCheck,
    tests: Vec<ObservedTest>,
    first: &BTreeSet<usize>,
    deadline: &mut Deadline<'_>,
) -> Confirmed {
    let mut waiting: Vec<(usize, ObservedTest)> = tests.into_iter().enumerate().rev().collect();
    waiting.sort_by_key(|(position, _)| !first.contains(position));
    let mut results: Vec<(usize, Result<StableTest, Loss>)> = Vec::with_capacity(waiting.len());
    let mut disputed = Vec::new();
    for (position, observed) in waiting {
        if deadline.is_over() {
            results.push((position, unconfirmed(observed, cluster)));
            continue;
        }
        let test = observed.covering.test.clone();
        let here = observer.observe(&test);
        match agreed(observed, &here, cluster) {
            Err(loss) if is_disputed(&loss.reason) => {
                disputed.push((position, DisputedTest { test, here, loss }));
            }
            result => results.push((position, result)),
        }
    }
    for (position, disputed) in disputed {
        let settled = disputed.settle(observer, cluster, check, deadline);
        results.extend(settled.into_iter().map(|result| (position, result)));
    }
    results.sort_by_key(|(position, _)| *position);
    let mut confirmed = Confirmed::default();
    for (position, result) in results {
        match result {
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

/// Whether it may be the first run that stands alone: state of that JVM, which no other one has.
fn is_disputed(reason: &LossReason) -> bool {
    matches!(reason, LossReason::EndsDifferently(..)) && !finds_class_unusable(reason)
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
