//! What fails because lines end otherwise where the suite runs: such a text is expected with the line ends of that place.

use super::fault::Fault;
use super::runner_process::Surroundings;
use crate::suite::SuiteSource;

/// Has assertions that fail where lines end as on Windows expect these ends, and gives the other faults. Whether that was why they
/// failed shows the next run: one that expects them already is among the others.
pub(super) fn adapt_line_ends(
    suite: &mut SuiteSource,
    surroundings: Surroundings,
    faults: Vec<Fault>,
) -> Vec<Fault> {
    if !matches!(surroundings, Surroundings::East) {
        return faults;
    }
    let mut is_adapted = |fault: &Fault| {
        let assertion = fault.assertion.filter(|_| fault.row.is_none());
        assertion.is_some_and(|assertion| suite.tests[fault.test].adapt_line_ends(assertion))
    };
    faults.into_iter().filter(|fault| !is_adapted(fault)).collect()
}
