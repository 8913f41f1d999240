//! Takes the names from values that nothing reads any more, as what is left of a test whose assertion had to go.

use super::tree::{Expression, Statement};
use super::walk::each_expression;

/// The statements, in which a call or a new object whose variable no other statement reads is a statement of its own.
pub(crate) fn without_unused_variables(mut statements: Vec<Statement>) -> Vec<Statement> {
    for position in (0..statements.len()).rev() {
        let Statement::Declaration { name, value, .. } = &statements[position] else { continue };
        let can_stand_alone =
            matches!(value, Expression::Call { .. } | Expression::ImportedCall { .. } | Expression::New(_));
        if can_stand_alone && !is_read(name, &statements[position + 1..]) {
            let value = value.clone();
            statements[position] = Statement::Expression(value);
        }
    }
    statements
}

fn is_read(name: &str, statements: &[Statement]) -> bool {
    let mut found = false;
    each_expression(&mut statements.to_vec(), &mut |expression| {
        found |= matches!(expression, Expression::Variable(variable) if variable == name);
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::types::ClassType;
    use super::super::{LambdaBody, on_one_line};
    use super::*;

    fn declaration(name: &str, value: Expression) -> Statement {
        Statement::Declaration { ty: ClassType::named("Door").into(), name: name.to_owned(), value }
    }

    #[test]
    fn variable_that_nothing_reads_goes_and_its_call_stays() {
        let open = || Expression::variable("house").call("open", Vec::new());
        let (class, method) = ("org.junit.Assert".to_owned(), "assertThrows".to_owned());
        let thrown = Expression::ImportedCall { class, method, arguments: Vec::new() };
        let read = Expression::variable("read").call("close", Vec::new());
        let lambda =
            Expression::Lambda { parameters: Vec::new(), body: LambdaBody::Expression(Box::new(read)) };
        let statements = vec![
            declaration("read", open()),
            declaration("unread", open()),
            declaration("alias", Expression::variable("house")),
            declaration("thrown", thrown),
            Statement::Expression(Expression::variable("house").call("accept", vec![lambda])),
        ];
        let text: Vec<String> = without_unused_variables(statements).iter().map(on_one_line).collect();
        assert_eq!(
            text,
            [
                "Door read = house.open();",
                "house.open();",
                "Door alias = house;",
                "assertThrows();",
                "house.accept(() -> read.close());",
            ]
        );
    }
}
