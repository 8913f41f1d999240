//! Rewrites a test's body without type arguments (JLS 4.8), for code that a compiler finds no fitting arguments for: raw
//! types convert to any parameterised ones, with a warning, and what comes out of them is cast.

use super::tree::{Assertion, Expression, LambdaBody, Statement};
use super::types::{ClassType, Type};

/// Takes the type arguments out of variables, of what is created and of class literals that are handed on. Anonymous classes
/// keep theirs, since what they override is written with them; what their methods return is cast to go with these.
pub(crate) fn to_raw_types(statements: &mut [Statement]) {
    statements.iter_mut().for_each(statement);
}

fn statement(written: &mut Statement) {
    match written {
        Statement::Declaration { ty, value, .. } => {
            erase(ty);
            expression(value);
            if matches!(value, Expression::Call { .. } | Expression::Field { .. }) {
                replace(value, |value| value.cast(ty.clone()));
            }
        }
        Statement::Expression(value) | Statement::Return(value) | Statement::Throw(value) => {
            expression(value);
        }
        Statement::Assertion(Assertion { check, call }) => {
            expression(check);
            if let Some(call) = call {
                statement(call);
            }
        }
        Statement::Try(nested) => {
            to_raw_types(&mut nested.body);
            to_raw_types(&mut nested.handler);
        }
        Statement::Switch(nested) => {
            expression(&mut nested.selector);
            for case in &mut nested.cases {
                to_raw_types(case);
            }
            to_raw_types(&mut nested.default);
        }
        Statement::If(nested) => {
            expression(&mut nested.condition);
            to_raw_types(&mut nested.body);
        }
    }
}

fn expression(written: &mut Expression) {
    match written {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Class(_)
        | Expression::ClassLiteral(_) => {}
        Expression::Field { target: operand, .. }
        | Expression::Element { array: operand, .. }
        | Expression::Negation(operand)
        | Expression::Increment(operand) => expression(operand),
        Expression::Call { target, arguments: handed, .. } => {
            expression(target);
            arguments(handed);
        }
        // JUnit's methods take any types there are, as does the one that copies.
        Expression::ImportedCall { arguments, .. } | Expression::OwnCall { arguments, .. } => {
            arguments.iter_mut().for_each(expression);
        }
        Expression::New(object) => {
            if let Some(outer) = &mut object.outer {
                expression(outer);
            }
            arguments(&mut object.arguments);
            if let Some(body) = &mut object.body {
                for method in &mut body.methods {
                    returns(&mut method.body, &method.return_type);
                }
            } else {
                object.class.arguments.clear();
                object.has_diamond = false;
            }
        }
        Expression::NewArray { ty, .. } => erase(ty),
        Expression::ArrayInitializer { ty, elements } => {
            erase(ty);
            elements.iter_mut().for_each(expression);
        }
        Expression::Cast { ty, operand } => {
            erase(ty);
            expression(operand);
        }
        Expression::Binary { left, right, .. } => {
            expression(left);
            expression(right);
        }
        Expression::Lambda { body: LambdaBody::Expression(body), .. } => expression(body),
        Expression::Lambda { body: LambdaBody::Block(body), .. } => to_raw_types(body),
        Expression::Assignment { target, value } => {
            expression(target);
            expression(value);
        }
    }
}

/// What a method of an anonymous class returns may be of other type arguments than it is declared to.
fn returns(body: &mut [Statement], declared: &Type) {
    let Type::Class(class) = declared else { return };
    if class.arguments.is_empty() {
        return;
    }
    let raw = ClassType { arguments: Vec::new(), ..class.clone() };
    for written in body {
        match written {
            Statement::Return(value @ (Expression::Variable(_) | Expression::Call { .. })) => {
                replace(value, |value| value.cast(raw.clone()));
            }
            Statement::If(nested) => returns(&mut nested.body, declared),
            Statement::Switch(nested) => {
                nested.cases.iter_mut().for_each(|case| returns(case, declared));
                returns(&mut nested.default, declared);
            }
            _ => {}
        }
    }
}

/// A class literal's type argument is its class, which may contradict what a call wants.
fn arguments(handed: &mut [Expression]) {
    for argument in handed {
        expression(argument);
        if matches!(argument, Expression::ClassLiteral(_)) {
            replace(argument, |literal| literal.cast(ClassType::named("Class")));
        }
    }
}

fn replace(place: &mut Expression, change: impl FnOnce(Expression) -> Expression) {
    let taken = std::mem::replace(place, Expression::Literal(String::new()));
    *place = change(taken);
}

fn erase(ty: &mut Type) {
    match ty {
        Type::Keyword(_) => {}
        Type::Class(class) => class.arguments.clear(),
        Type::Array(component) => erase(component),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{ClassBody, Instantiation, Method};
    use super::super::types::TypeArgument;
    use super::super::{literal, on_one_line};
    use super::*;

    fn generic(name: &str) -> ClassType {
        let argument = TypeArgument::Exact(ClassType::named("String").into());
        ClassType { arguments: vec![argument], ..ClassType::named(name) }
    }

    fn rewritten(mut statement: Statement) -> String {
        to_raw_types(std::slice::from_mut(&mut statement));
        on_one_line(&statement)
    }

    #[test]
    fn new_object_loses_its_type_arguments_and_class_literals_theirs() {
        let value = Expression::New(Box::new(Instantiation {
            outer: None,
            class: ClassType::named("Box"),
            has_diamond: true,
            arguments: vec![Expression::ClassLiteral(ClassType::named("Bean").into()), literal::int(1)],
            body: None,
        }));
        let statement = Statement::Declaration { ty: generic("Box").into(), name: "box".to_owned(), value };
        assert_eq!(rewritten(statement), "Box box = new Box((Class) Bean.class, 1);");
    }

    #[test]
    fn what_a_call_gives_is_cast_to_what_it_is_declared_as() {
        let value = Expression::variable("list").call("get", vec![literal::int(0)]);
        let statement = Statement::Declaration { ty: generic("Set").into(), name: "set".to_owned(), value };
        assert_eq!(rewritten(statement), "Set set = (Set) list.get(0);");
    }

    #[test]
    fn anonymous_class_keeps_its_type_arguments() {
        let class = Instantiation {
            outer: None,
            class: generic("Comparator"),
            has_diamond: false,
            arguments: Vec::new(),
            body: Some(ClassBody::default()),
        };
        let value = Expression::New(Box::new(class));
        let ty = generic("Comparator").into();
        let statement = Statement::Declaration { ty, name: "order".to_owned(), value };
        let text = rewritten(statement);
        assert!(text.starts_with("Comparator order = new Comparator<String>() {"), "{text}");
    }

    #[test]
    fn what_methods_of_anonymous_classes_return_is_cast() {
        let method = Method {
            name: "order".to_owned(),
            parameters: Vec::new(),
            return_type: generic("Comparator").into(),
            throws: Vec::new(),
            body: vec![Statement::Return(Expression::variable("numbers"))],
        };
        let body = ClassBody { methods: vec![method], ..ClassBody::default() };
        let class = Instantiation {
            outer: None,
            class: ClassType::named("Orders"),
            has_diamond: false,
            arguments: Vec::new(),
            body: Some(body),
        };
        let text = rewritten(Statement::Expression(Expression::New(Box::new(class))));
        assert!(text.contains("public Comparator<String> order()"), "{text}");
        assert!(text.contains("return (Comparator) numbers;"), "{text}");
    }
}
