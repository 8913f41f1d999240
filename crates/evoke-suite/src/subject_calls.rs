//! Where a test calls what it is about.

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::{Statement, TestCase};

/// The position of its last call on the class under test.
pub(crate) fn last_call_on_subject(test: &TestCase, cluster: &TestCluster) -> Option<usize> {
    last_call(test, |callable| cluster.callable(callable).is_of_subject())
}

/// The same, but of a test that has no such call the last one of those that lead there.
pub(crate) fn last_call_to_subject(test: &TestCase, cluster: &TestCluster) -> Option<usize> {
    last_call_on_subject(test, cluster).or_else(|| last_call(test, |callable| cluster.is_caller(callable)))
}

fn last_call(test: &TestCase, is_wanted: impl Fn(CallableId) -> bool) -> Option<usize> {
    test.statements().iter().rposition(|statement| match statement {
        Statement::Invoke { callable, .. } => is_wanted(*callable),
        _ => false,
    })
}
