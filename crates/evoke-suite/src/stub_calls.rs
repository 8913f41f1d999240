//! Runs tests once more to see what is called on their stubs, for those who write down no more of a stub than that.

use evoke_analysis::CallableId;
use evoke_testcase::{Observer, TestCase, VariableRef};

use crate::deadline::Deadline;
use crate::stable_test::StableTest;

/// Notes the calls in the tests of which they are wanted and not noted yet, as far as there is time; those of inspectors too that could be asserted of.
pub fn record_stub_calls(
    observer: &mut dyn Observer,
    tests: &mut [StableTest],
    is_wanted: impl Fn(&TestCase) -> bool,
    deadline: &mut Deadline<'_>,
) {
    for stable in tests.iter_mut().filter(|stable| stable.stub_calls.is_none()) {
        if !is_wanted(&stable.test) {
            continue;
        }
        if deadline.is_over() {
            return;
        }
        let inspection = |value: &evoke_testcase::Observation| Some((value.variable, value.asked()?));
        let mut inspections: Vec<(VariableRef, CallableId)> =
            stable.values.iter().filter_map(inspection).collect();
        inspections.dedup();
        stable.stub_calls = observer.stub_calls(&stable.test, &inspections);
    }
}
