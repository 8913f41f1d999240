//! Runs of tests that are made of others.

use evoke_analysis::TestCluster;
use evoke_testcase::{ExecutionOutcome, MutantObserver, TestCase};

use crate::confirm::agreed;
use crate::covering_test::CoveringTest;
use crate::kill::evidence;
use crate::observe::ObservedTest;
use crate::other_chances::by_other_chances;
use crate::stable_test::StableTest;

/// What a test shows, with the steps that it took; `None` where it is of no use, as one that makes threads, which may be elsewhere the next
/// time. Where it is to be kept only what it shows at another time, too, counts, and only if it shows that whatever is left to chance.
pub(crate) fn shown_by(
    observer: &mut dyn MutantObserver,
    cluster: &TestCluster,
    test: &TestCase,
    is_kept: bool,
) -> Option<(StableTest, u32)> {
    let first = observer.observe(test);
    if first.result.trace.threads > 0 {
        return None;
    }
    let second = if is_kept { observer.observe_elsewhen(test) } else { first.clone() };
    let steps = first.result.trace.steps;
    let covering = CoveringTest::new(test.clone(), Vec::new());
    let observed = ObservedTest { covering, observations: first };
    let stable = agreed(observed, &second, cluster).ok()?;
    if is_kept {
        let mut others = by_other_chances(observer, cluster, &stable.test, &second.result.trace);
        if others.any(|run| evidence(&stable, &run).is_some()) {
            return None;
        }
    }
    Some((stable, steps))
}

/// The test without the calls from this position on that throw; `None` if nothing is left of them, or it does not end.
pub(crate) fn without_throwing(
    observer: &mut dyn MutantObserver,
    test: &TestCase,
    from: usize,
) -> Option<TestCase> {
    let mut left = test.clone();
    while left.len() > from {
        match observer.execute(&left).outcome {
            ExecutionOutcome::Completed => return Some(left),
            ExecutionOutcome::Threw { statement, .. } if statement as usize >= from => {
                left.remove_with_dependants(statement as usize);
            }
            ExecutionOutcome::Threw { .. } | ExecutionOutcome::Aborted { .. } => return None,
        }
    }
    None
}
