//! Calls on the class under test that may change an object.

use evoke_analysis::{Callable, CallableId, TestCluster};
use evoke_testcase::{Statement, TestCase, VariableRef};

/// The calls that may change something and had the object in their hands, each once, ascending.
pub(super) fn calls_that_may_change(
    test: &TestCase,
    cluster: &TestCluster,
    variable: VariableRef,
) -> Vec<CallableId> {
    let mut calls: Vec<CallableId> = test
        .statements()
        .iter()
        .filter(|statement| statement.references().contains(&variable))
        .filter_map(|statement| match statement {
            Statement::Invoke { callable, .. } if may_change(cluster.callable(*callable)) => Some(*callable),
            _ => None,
        })
        .collect();
    calls.sort_unstable();
    calls.dedup();
    calls
}

/// Whether it is a member under test that is not known to be pure.
pub(super) fn may_change(callable: &Callable) -> bool {
    callable.under_test.is_some() && !callable.is_pure
}
