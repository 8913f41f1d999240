//! Finds the assertions in a test's body and takes them out again. They are counted from 0 in the order of the text, as the
//! printer counts them.

use super::tree::{Assertion, Statement};

/// The assertions among the statements, in order.
pub(crate) fn assertions(statements: &[Statement]) -> Vec<&Assertion> {
    let mut found = Vec::new();
    for statement in statements {
        match statement {
            Statement::Assertion(assertion) => found.push(assertion),
            Statement::Try(nested) => {
                found.extend(assertions(&nested.body));
                found.extend(assertions(&nested.handler));
            }
            _ => {}
        }
    }
    found
}

/// The assertion of this number, to be changed where it stands.
pub(crate) fn assertion_mut(statements: &mut Vec<Statement>, number: usize) -> Option<&mut Assertion> {
    let (block, position) = place(statements, number)?;
    if let Statement::Assertion(assertion) = &mut block[position] { Some(assertion) } else { None }
}

/// Takes out one assertion; the call that it checks stays.
pub(crate) fn drop_assertion(statements: &mut Vec<Statement>, number: usize) -> Option<Assertion> {
    let (block, position) = place(statements, number)?;
    take(block, position)
}

/// The block that an assertion stands in, and its position there.
fn place(statements: &mut Vec<Statement>, number: usize) -> Option<(&mut Vec<Statement>, usize)> {
    let mut before = number;
    let position = statements.iter().position(|statement| {
        let n_assertions = assertions(std::slice::from_ref(statement)).len();
        let is_here = before < n_assertions;
        before -= if is_here { 0 } else { n_assertions };
        is_here
    })?;
    if matches!(statements[position], Statement::Assertion(_)) {
        return Some((statements, position));
    }
    let Statement::Try(nested) = &mut statements[position] else { return None };
    let n_in_body = assertions(&nested.body).len();
    if before < n_in_body {
        place(&mut nested.body, before)
    } else {
        place(&mut nested.handler, before - n_in_body)
    }
}

/// The statements with no assertion left.
pub(crate) fn without_assertions(statements: &[Statement]) -> Vec<Statement> {
    let mut code = statements.to_vec();
    while drop_assertion(&mut code, 0).is_some() {}
    code
}

fn take(statements: &mut Vec<Statement>, position: usize) -> Option<Assertion> {
    let Statement::Assertion(mut assertion) = statements.remove(position) else { return None };
    if let Some(call) = assertion.call.take() {
        statements.insert(position, *call);
    }
    Some(assertion)
}
