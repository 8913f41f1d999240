//! Which variables of a test are buffers that tell what code under test wrote or printed.

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::{Statement, TestCase, VariableRef};

use crate::printing::printed_on;

/// Whether the variable is a buffer that a call under test was given to write to, itself or what writes there, or one that what is
/// printed is caught in.
pub(crate) fn is_collected(test: &TestCase, cluster: &TestCluster, variable: VariableRef) -> bool {
    let is_given = |variable: VariableRef| {
        given_to(test, variable).any(|(_, callable)| cluster.callable(callable).under_test.is_some())
    };
    let is_written_to = cluster.collectors.iter().any(|collector| {
        test.definition(variable).calls(collector.new_buffer)
            && match collector.new_writer {
                None => is_given(variable),
                Some(new_writer) => given_to(test, variable)
                    .any(|(writer, callable)| callable == new_writer && is_given(writer)),
            }
    });
    is_written_to || printed_on(test, cluster, variable).is_some()
}

/// What is called with the variable as argument, with the variable that it gives.
fn given_to(test: &TestCase, variable: VariableRef) -> impl Iterator<Item = (VariableRef, CallableId)> {
    test.statements().iter().enumerate().filter_map(move |(position, statement)| match statement {
        Statement::Invoke { callable, arguments, .. } if arguments.contains(&variable) => {
            Some((VariableRef(position as u32), *callable))
        }
        _ => None,
    })
}
