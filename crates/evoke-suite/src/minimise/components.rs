//! The connected components of a test: statements that share no object. A reader wants one thing in a test.

use evoke_testcase::{Statement, TestCase};

/// One component as a test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Component {
    pub(super) test: TestCase,
    /// Whether it ends with the last statement of the whole test.
    pub(super) holds_last: bool,
}

/// The components of a test in the order of their first calls; one for a test that hangs together. Literals connect
/// nothing: each component has its own. What has an effect is in exactly one.
pub(super) fn components(test: &TestCase) -> Vec<Component> {
    let statements = test.statements();
    let mut groups: Vec<usize> = (0..statements.len()).collect();
    for (position, statement) in statements.iter().enumerate().filter(|(_, it)| !is_literal(it)) {
        for variable in statement.references() {
            if !is_literal(&statements[variable.index()]) {
                let (from, to) = (groups[position], groups[variable.index()]);
                groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    let mut of_calls: Vec<usize> = Vec::new();
    for (position, statement) in statements.iter().enumerate() {
        if matches!(statement, Statement::Invoke { .. }) && !of_calls.contains(&groups[position]) {
            of_calls.push(groups[position]);
        }
    }
    of_calls.into_iter().map(|group| component(test, &groups, group)).collect()
}

fn is_literal(statement: &Statement) -> bool {
    matches!(statement, Statement::Value(_))
}

/// The statements of one group with the literals that they read.
fn component(test: &TestCase, groups: &[usize], group: usize) -> Component {
    let statements = test.statements();
    let mut doomed: Vec<bool> = groups.iter().map(|other| *other != group).collect();
    for (position, statement) in statements.iter().enumerate() {
        if groups[position] == group {
            for variable in statement.references() {
                doomed[variable.index()] = false;
            }
        }
    }
    let mut component = test.clone();
    component.remove_all(&mut doomed);
    Component { test: component, holds_last: doomed.last() == Some(&false) }
}
