//! Finds every object that statements make, however deep inside, so that it can be changed where it stands.

use super::tree::{Assertion, Expression, Instantiation, LambdaBody, Statement};

/// Shows all `new` of classes to `visit`, what is inside an anonymous class before that class.
pub(crate) fn each_instantiation(statements: &mut [Statement], visit: &mut impl FnMut(&mut Instantiation)) {
    for written in statements {
        statement(written, visit);
    }
}

fn statement(written: &mut Statement, visit: &mut impl FnMut(&mut Instantiation)) {
    match written {
        Statement::Declaration { value, .. }
        | Statement::Expression(value)
        | Statement::Return(value)
        | Statement::Throw(value) => expression(value, visit),
        Statement::Assertion(Assertion { check, call }) => {
            expression(check, visit);
            if let Some(call) = call {
                statement(call, visit);
            }
        }
        Statement::Try(nested) => {
            each_instantiation(&mut nested.body, visit);
            each_instantiation(&mut nested.handler, visit);
        }
        Statement::Switch(nested) => {
            expression(&mut nested.selector, visit);
            for case in &mut nested.cases {
                each_instantiation(case, visit);
            }
            each_instantiation(&mut nested.default, visit);
        }
        Statement::If(nested) => {
            expression(&mut nested.condition, visit);
            each_instantiation(&mut nested.body, visit);
        }
    }
}

fn expression(written: &mut Expression, visit: &mut impl FnMut(&mut Instantiation)) {
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
        | Expression::Cast { operand, .. } => expression(operand, visit),
        Expression::Call { target, arguments, .. } => {
            expression(target, visit);
            expressions(arguments, visit);
        }
        Expression::ImportedCall { arguments: inside, .. }
        | Expression::ArrayInitializer { elements: inside, .. } => expressions(inside, visit),
        Expression::New(object) => instantiation(object, visit),
        Expression::Binary { left, right, .. } => {
            expression(left, visit);
            expression(right, visit);
        }
        Expression::Lambda { body: LambdaBody::Expression(body), .. } => expression(body, visit),
        Expression::Lambda { body: LambdaBody::Block(body), .. } => each_instantiation(body, visit),
        Expression::Assignment { target, value } => {
            expression(target, visit);
            expression(value, visit);
        }
    }
}

fn expressions(written: &mut [Expression], visit: &mut impl FnMut(&mut Instantiation)) {
    for inside in written {
        expression(inside, visit);
    }
}

fn instantiation(object: &mut Instantiation, visit: &mut impl FnMut(&mut Instantiation)) {
    if let Some(outer) = &mut object.outer {
        expression(outer, visit);
    }
    expressions(&mut object.arguments, visit);
    for method in object.body.iter_mut().flat_map(|body| &mut body.methods) {
        each_instantiation(&mut method.body, visit);
    }
    visit(object);
}
