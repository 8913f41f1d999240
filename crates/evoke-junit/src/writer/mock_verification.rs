//! What a mock is checked to have been told: `verify(sender).send("a")`.

use evoke_analysis::{StubMethod, StubType};
use evoke_testcase::{Observation, ObservedValue, StubCall, StubInstance, StubMember, VariableRef};

use super::mock::{arguments, mockito};
use super::mock_draft::calls_on;
use super::test_scope::TestScope;
use crate::java::{Expression, literal};

/// The methods by which the mock was seen to be commanded, each once, in the order of their first calls; all where none was.
pub(super) fn commanded<'c>(
    observation: &Observation,
    (instance, stub): (&'c StubInstance, &'c StubType),
) -> Vec<(usize, &'c StubMethod)> {
    let ObservedValue::Calls(calls) = &observation.value else { return Vec::new() };
    if calls.is_empty() {
        return instance.commands(stub).collect();
    }
    let mut positions: Vec<usize> = Vec::new();
    for call in calls {
        if !positions.contains(&call.method) {
            positions.push(call.method);
        }
    }
    positions.into_iter().filter_map(|position| Some((position, stub.methods.get(position)?))).collect()
}

/// One check for each method and what it was given, or for all calls of a method of which a test cannot name what they were given.
pub(super) fn verifications(
    scope: &mut TestScope<'_, '_>,
    observation: &Observation,
    instance: &StubInstance,
) -> Vec<Expression> {
    let (mock, stub) = (observation.variable, scope.cluster.stub(instance.stub));
    let mut checks = Vec::new();
    for (position, method) in commanded(observation, (instance, stub)) {
        let mut calls = calls_on(scope.draft, mock);
        calls.retain(|it| it.inspection.is_none() && it.member == StubMember::Implemented(position));
        let mut groups: Vec<Vec<&StubCall>> = Vec::new();
        for call in &calls {
            match groups.iter_mut().find(|group| group[0].arguments == call.arguments) {
                Some(group) => group.push(call),
                None => groups.push(vec![call]),
            }
        }
        let mut written: Vec<(usize, Vec<Expression>)> =
            groups.iter().map(|group| (group.len(), given(scope, stub, method, group))).collect();
        if written.is_empty() || written.iter().any(|(_, arguments)| arguments.iter().any(is_any)) {
            written = vec![(calls.len(), given(scope, stub, method, &calls))];
        }
        checks.extend(written.into_iter().map(|(times, arguments)| {
            let mut of = vec![Expression::variable(scope.variables[mock.index()].clone())];
            match times {
                0 => of.push(mockito("never", Vec::new())),
                1 => {}
                times => of.push(mockito("times", vec![literal::int(times as i32)])),
            }
            mockito("verify", of).call(&method.name, arguments)
        }));
    }
    checks
}

/// What stands between the parentheses for these calls.
fn given(
    scope: &mut TestScope<'_, '_>,
    stub: &StubType,
    method: &StubMethod,
    calls: &[&StubCall],
) -> Vec<Expression> {
    let types = method.parameters.iter().map(|ty| scope.erased(*ty)).collect();
    // At the end of the test all its variables are there.
    let end = VariableRef(scope.draft.test.len() as u32);
    arguments(scope, stub, &method.name, types, end, calls)
}

/// Whether it stands for whatever is given.
fn is_any(argument: &Expression) -> bool {
    match argument {
        Expression::Cast { operand, .. } => is_any(operand),
        Expression::ImportedCall { method, .. } => method.starts_with("any"),
        _ => false,
    }
}
