//! Tells what checks something from what is done for it.

use super::tree::{Expression, Statement};

/// So many statements stand apart from the checks after them.
const MIN_BEFORE_CHECKS: usize = 2;

/// Whether the statement says what is expected.
pub(crate) fn is_check(statement: &Statement) -> bool {
    match statement {
        Statement::Assertion(_) | Statement::Try(_) => true,
        Statement::Expression(value) | Statement::Declaration { value, .. } => {
            matches!(value, Expression::ImportedCall { method, .. } if method.starts_with("assert"))
        }
        _ => false,
    }
}

/// How many statements come before the checks at the end, where that is more than a line can be taken in with; else 0.
pub(crate) fn n_before_checks(statements: &[Statement]) -> usize {
    let n_checks = statements.iter().rev().take_while(|statement| is_check(statement)).count();
    let n_before = statements.len() - n_checks;
    if n_checks > 0 && n_before >= MIN_BEFORE_CHECKS { n_before } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::Assertion;

    #[test]
    fn checks_at_the_end_stand_apart_from_two_statements_or_more() {
        let check = Statement::Assertion(Assertion { check: Expression::variable("sum"), call: None });
        let call = Statement::Expression(Expression::variable("account").call("close", Vec::new()));
        let mut statements = vec![check.clone(), check];
        assert_eq!(n_before_checks(&statements), 0, "nothing but checks");
        statements.insert(0, call.clone());
        assert_eq!(n_before_checks(&statements), 0, "one statement");
        statements.insert(0, call.clone());
        assert_eq!(n_before_checks(&statements), 2);
        statements.push(call);
        assert_eq!(n_before_checks(&statements), 0, "the checks are not the last");
    }
}
