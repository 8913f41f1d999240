//! Makes tests that are alike ask the same, so that they can be rows of one: what is asserted of one of them is asserted of all. Each is
//! kept from asking much more than what it was chosen for.

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_testcase::{Aspect, VariableRef};

use crate::alike::families;
use crate::stable_test::StableTest;

/// Fewer tests than this are not made rows.
const MIN_FAMILY: usize = 3;
/// Tests that ask for more different things are left as they are.
const MAX_QUESTIONS: usize = 3;

/// Adds to the positions of the values that each test asserts those of what the tests like it assert.
pub(super) fn align(
    tests: &[StableTest],
    cluster: &TestCluster,
    mut chosen: Vec<BTreeSet<usize>>,
) -> Vec<BTreeSet<usize>> {
    let complete = tests.iter().enumerate().filter(|(_, test)| test.exception.is_none());
    for family in families(complete.map(|(position, test)| (position, &test.test)), cluster) {
        let questions: BTreeSet<(VariableRef, Aspect)> = family
            .iter()
            .flat_map(|test| chosen[*test].iter().map(|value| question(&tests[*test], *value)))
            .collect();
        if family.len() < MIN_FAMILY || questions.len() > MAX_QUESTIONS {
            continue;
        }
        for test in family {
            let values = 0..tests[test].values.len();
            chosen[test].extend(values.filter(|value| questions.contains(&question(&tests[test], *value))));
        }
    }
    chosen
}

fn question(test: &StableTest, value: usize) -> (VariableRef, Aspect) {
    (test.values[value].variable, test.values[value].aspect)
}
