//! Finds every expression in statements, however deep inside, so that it can be changed where it stands.

use super::tree::{Assertion, Expression, Instantiation, LambdaBody, Statement};

/// Shows all `new` of classes to `visit`, what is inside an anonymous class before that class.
pub(crate) fn each_instantiation(statements: &mut [Statement], visit: &mut impl FnMut(&mut Instantiation)) {
    each_expression(statements, &mut |expression| {
        if let Expression::New(object) = expression {
            visit(object);
        }
    });
}

/// Shows all expressions to `visit`, what is inside another before that.
pub(crate) fn each_expression(statements: &mut [Statement], visit: &mut impl FnMut(&mut Expression)) {
    for written in statements {
        statement(written, visit);
    }
}

fn statement(written: &mut Statement, visit: &mut impl FnMut(&mut Expression)) {
    match written {
        Statement::Declaration { value, .. }
        | Statement::Expression(value)
        | Statement::Return(value)
        | Statement::Throw(value) => each_inside(value, visit),
        Statement::Assertion(Assertion { check, call }) => {
            each_inside(check, visit);
            if let Some(call) = call {
                statement(call, visit);
            }
        }
        Statement::Try(nested) => {
            each_expression(&mut nested.body, visit);
            each_expression(&mut nested.handler, visit);
        }
        Statement::Switch(nested) => {
            each_inside(&mut nested.selector, visit);
            for case in &mut nested.cases {
                each_expression(case, visit);
            }
            each_expression(&mut nested.default, visit);
        }
        Statement::If(nested) => {
            each_inside(&mut nested.condition, visit);
            each_expression(&mut nested.body, visit);
        }
    }
}

/// Shows an expression and all inside it to `visit`, what is inside another before that.
pub(crate) fn each_inside(written: &mut Expression, visit: &mut impl FnMut(&mut Expression)) {
    inside(written, visit);
    visit(written);
}

fn inside(written: &mut Expression, visit: &mut impl FnMut(&mut Expression)) {
    match written {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Class(_)
        | Expression::ClassLiteral(_)
        | Expression::NewArray { .. } => {}
        Expression::Field { target: operand, .. }
        | Expression::Element { array: operand, .. }
        | Expression::Negation(operand)
        | Expression::Increment(operand)
        | Expression::Cast { operand, .. } => each_inside(operand, visit),
        Expression::Call { target, arguments, .. } => {
            each_inside(target, visit);
            expressions(arguments, visit);
        }
        Expression::ImportedCall { arguments: nested, .. }
        | Expression::OwnCall { arguments: nested, .. }
        | Expression::ArrayInitializer { elements: nested, .. } => expressions(nested, visit),
        Expression::New(object) => instantiation(object, visit),
        Expression::Binary { left, right, .. } => {
            each_inside(left, visit);
            each_inside(right, visit);
        }
        Expression::Lambda { body: LambdaBody::Expression(body), .. } => each_inside(body, visit),
        Expression::Lambda { body: LambdaBody::Block(body), .. } => each_expression(body, visit),
        Expression::Assignment { target, value } => {
            each_inside(target, visit);
            each_inside(value, visit);
        }
    }
}

fn expressions(written: &mut [Expression], visit: &mut impl FnMut(&mut Expression)) {
    for nested in written {
        each_inside(nested, visit);
    }
}

fn instantiation(object: &mut Instantiation, visit: &mut impl FnMut(&mut Expression)) {
    if let Some(outer) = &mut object.outer {
        each_inside(outer, visit);
    }
    expressions(&mut object.arguments, visit);
    for method in object.body.iter_mut().flat_map(|body| &mut body.methods) {
        each_expression(&mut method.body, visit);
    }
}
