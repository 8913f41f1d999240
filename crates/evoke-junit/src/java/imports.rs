//! What a file has to import for the trees in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::tree::{
    Assertion, Expression, Instantiation, LambdaBody, Method, NestedClass, Statement, Supertype,
};
use super::types::{ClassType, Type, TypeArgument};

/// Classes that come last among imports.
const LAST: [&str; 2] = ["java", "javax"];

/// One import. Static imports sort first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Import {
    /// `import static org.junit.jupiter.api.Assertions.assertEquals;`
    Static(String),
    /// `import java.util.List;`
    Class(String),
}

impl Import {
    /// The line in the file.
    pub(crate) fn declaration(&self) -> String {
        match self {
            Self::Static(member) => format!("import static {member};"),
            Self::Class(class) => format!("import {class};"),
        }
    }

    /// Which of the blocks of a file's imports it is in, in the order and with the bounds that google-java-format gives them for
    /// Android: static ones, then others, of these those of the JDK last; each by the first part of the package.
    pub(crate) fn block(&self) -> (bool, bool, &str) {
        let (is_class, name) = match self {
            Self::Static(member) => (false, member),
            Self::Class(class) => (true, class),
        };
        let top_level = name.split('.').next().unwrap_or_default();
        (is_class, LAST.contains(&top_level), top_level)
    }
}

/// What the statements need imported.
pub(crate) fn imports(statements: &[Statement]) -> BTreeSet<Import> {
    let mut collector = Collector::default();
    collector.statements(statements);
    collector.imports
}

/// What the assertion needs imported as long as it checks something.
pub(crate) fn assertion_imports(assertion: &Assertion) -> BTreeSet<Import> {
    let mut collector = Collector::default();
    collector.expression(&assertion.check);
    collector.imports
}

/// The classes that the statements name, as they write them: `Map.Entry`.
pub(crate) fn class_names(statements: &[Statement]) -> BTreeSet<String> {
    let mut collector = Collector::default();
    collector.statements(statements);
    collector.names
}

/// What the class needs imported.
pub(crate) fn class_imports(class: &NestedClass) -> BTreeSet<Import> {
    let mut collector = Collector::default();
    collector.class(&class.class);
    if let Supertype::Class(constructor) = &class.supertype {
        constructor.parameters.iter().for_each(|parameter| collector.ty(&parameter.ty));
        constructor.throws.iter().for_each(|thrown| collector.class(thrown));
    }
    class.methods.iter().for_each(|method| collector.method(method));
    collector.imports
}

#[derive(Default)]
struct Collector {
    imports: BTreeSet<Import>,
    names: BTreeSet<String>,
}

impl Collector {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Declaration { ty, value, .. } => {
                    self.ty(ty);
                    self.expression(value);
                }
                Statement::Assertion(assertion) => self.expression(&assertion.check),
                Statement::Expression(expression)
                | Statement::Return(expression)
                | Statement::Throw(expression) => self.expression(expression),
                Statement::Try(statement) => {
                    self.statements(&statement.body);
                    self.class(&statement.exception);
                    self.statements(&statement.handler);
                }
                Statement::If(statement) => {
                    self.expression(&statement.condition);
                    self.statements(&statement.body);
                }
                Statement::Switch(statement) => {
                    self.expression(&statement.selector);
                    for case in &statement.cases {
                        self.statements(case);
                    }
                    self.statements(&statement.default);
                }
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(_) | Expression::Variable(_) => {}
            Expression::Class(class) => self.class(class),
            Expression::NewArray { ty, .. } | Expression::ClassLiteral(ty) => self.ty(ty),
            Expression::Field { target: operand, .. }
            | Expression::Element { array: operand, .. }
            | Expression::Increment(operand)
            | Expression::Negation(operand) => self.expression(operand),
            Expression::Call { target, arguments, .. } => {
                self.expression(target);
                self.expressions(arguments);
            }
            Expression::ImportedCall { class, method, arguments } => {
                self.imports.insert(Import::Static(format!("{class}.{method}")));
                self.expressions(arguments);
            }
            Expression::OwnCall { arguments, .. } => self.expressions(arguments),
            Expression::New(instantiation) => self.instantiation(instantiation),
            Expression::ArrayInitializer { ty, elements } => {
                self.ty(ty);
                self.expressions(elements);
            }
            Expression::Cast { ty, operand } => {
                self.ty(ty);
                self.expression(operand);
            }
            Expression::Binary { left, right, .. } => {
                self.expression(left);
                self.expression(right);
            }
            Expression::Lambda { body, .. } => match body {
                LambdaBody::Expression(expression) => self.expression(expression),
                LambdaBody::Block(statements) => self.statements(statements),
            },
            Expression::Assignment { target, value } => {
                self.expression(target);
                self.expression(value);
            }
        }
    }

    fn expressions(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn instantiation(&mut self, instantiation: &Instantiation) {
        if let Some(outer) = &instantiation.outer {
            self.expression(outer);
        }
        self.class(&instantiation.class);
        self.expressions(&instantiation.arguments);
        for method in instantiation.body.iter().flat_map(|body| &body.methods) {
            self.method(method);
        }
    }

    fn method(&mut self, method: &Method) {
        self.ty(&method.return_type);
        for parameter in &method.parameters {
            self.ty(&parameter.ty);
        }
        for class in &method.throws {
            self.class(class);
        }
        self.statements(&method.body);
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Keyword(_) => {}
            Type::Class(class) => self.class(class),
            Type::Array(component) => self.ty(component),
        }
    }

    fn class(&mut self, class: &ClassType) {
        self.imports.extend(class.import.clone().map(Import::Class));
        self.names.insert(class.name.clone());
        for argument in &class.arguments {
            match argument {
                TypeArgument::Any => {}
                TypeArgument::Exact(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => self.ty(ty),
            }
        }
    }
}
