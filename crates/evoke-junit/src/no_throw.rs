//! What holds of a test that says nothing of what its last call does: that it throws nothing.

use crate::java::{Expression, LambdaBody, Statement};
use crate::junit_version::JUnitVersion;

const ASSERTION: &str = "assertDoesNotThrow";

/// Puts the last statement inside `assertDoesNotThrow`, where it is one whose value nobody wants.
pub(crate) fn say_no_throw(statements: &mut [Statement], version: JUnitVersion) {
    let Some(Statement::Expression(last)) = statements.last_mut() else { return };
    let body = LambdaBody::Expression(Box::new(last.clone()));
    *last = Expression::ImportedCall {
        class: version.assertions_class().to_owned(),
        method: ASSERTION.to_owned(),
        arguments: vec![Expression::Lambda { parameters: Vec::new(), body }],
    };
}

/// Whether the last statement is inside one.
pub(crate) fn says_no_throw(statements: &[Statement]) -> bool {
    match statements.last() {
        Some(Statement::Expression(Expression::ImportedCall { method, .. })) => method == ASSERTION,
        _ => false,
    }
}
