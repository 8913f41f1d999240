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
pub(crate) fn assertion_mut(statements: &mut [Statement], number: usize) -> Option<&mut Assertion> {
    let mut before = number;
    for statement in statements {
        match statement {
            Statement::Assertion(assertion) if before == 0 => return Some(assertion),
            Statement::Assertion(_) => before -= 1,
            Statement::Try(nested) => {
                for block in [&mut nested.body, &mut nested.handler] {
                    let n_assertions = assertions(block).len();
                    if before < n_assertions {
                        return assertion_mut(block, before);
                    }
                    before -= n_assertions;
                }
            }
            _ => {}
        }
    }
    None
}

/// Takes out one assertion; the call that it checks stays.
pub(crate) fn drop_assertion(statements: &mut Vec<Statement>, number: usize) -> Option<Assertion> {
    let mut before = number;
    for position in 0..statements.len() {
        match &mut statements[position] {
            Statement::Assertion(_) if before == 0 => return take(statements, position),
            Statement::Assertion(_) => before -= 1,
            Statement::Try(nested) => {
                for block in [&mut nested.body, &mut nested.handler] {
                    let n_assertions = assertions(block).len();
                    if before < n_assertions {
                        return drop_assertion(block, before);
                    }
                    before -= n_assertions;
                }
            }
            _ => {}
        }
    }
    None
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
