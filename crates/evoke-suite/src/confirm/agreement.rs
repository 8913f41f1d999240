//! What two runs of a test agree on.

use evoke_analysis::TestCluster;
use evoke_testcase::{ExecutionOutcome, Observations};

use super::{aliases, ending, stability};
use crate::covering_test::CoveringTest;
use crate::loss::Loss;
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;

/// What a run showed, but for values and the message of what it threw.
pub(super) fn ending_of(observations: &Observations) -> Observations {
    let mut seen = observations.clone();
    seen.values.clear();
    if let ExecutionOutcome::Threw { exception, .. } = &mut seen.result.outcome {
        exception.message = None;
    }
    seen
}

/// The test with every value that two runs agree on; a loss if the runs ended differently, one was stopped, or what ended
/// them was the sandbox they were in.
pub(crate) fn agreed(
    first: ObservedTest,
    again: &Observations,
    cluster: &TestCluster,
) -> Result<StableTest, Loss> {
    let ObservedTest { covering: CoveringTest { mut test, goals, .. }, observations } = first;
    let (length, exception) =
        match ending::agreed_ending(&test, &observations.result.outcome, &again.result.outcome) {
            Ok(ending) => ending,
            Err(reason) => return Err(Loss { goals, reason }),
        };
    test.truncate(length);
    let values = stability::stable_values(&observations, again);
    let mut stable = StableTest { test, goals, exception, values, stub_calls: None };
    aliases::unify(&mut stable, cluster);
    Ok(stable)
}
