//! Prints syntax trees in the style of google-java-format for Android: four spaces a level, eight for a continued line,
//! parentheses only where precedence asks for them.

use super::logical_line::LogicalLine;
use super::precedence::Precedence;
use super::tree::{
    Assertion, ClassBody, Constructor, Expression, If, Instantiation, LambdaBody, Method, NestedClass,
    Operator, Parameter, Statement, Supertype, Switch, Try,
};
use super::types::{ClassType, Type};

/// Longest line, indentation included.
const WIDTH: usize = 120;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PrintedLine {
    /// Its text, with its indentation and without its end.
    pub(crate) text: String,
    /// Of the assertions among the statements, the one that it is part of, counted from 0 in the order of the text.
    pub(crate) assertion: Option<usize>,
}

/// The statements at a level of nested blocks.
pub(crate) fn printed(statements: &[Statement], level: usize) -> Vec<PrintedLine> {
    let mut printer = Printer::new(level, WIDTH);
    for statement in statements {
        printer.statement_line(statement);
    }
    printer.lines
}

/// The lines of a member class.
pub(crate) fn printed_class(class: &NestedClass) -> Vec<String> {
    let mut printer = Printer::new(1, WIDTH);
    let (keyword, constructor) = match &class.supertype {
        Supertype::Class(constructor) => ("extends", Some(constructor)),
        Supertype::Interface => ("implements", None),
    };
    printer.full_line(&format!("private static class {} {keyword} {} {{", class.name, class.class));
    printer.level += 1;
    if let Some(constructor) = constructor.filter(|it| it.is_needed()) {
        printer.constructor(&class.name, constructor);
        if !class.methods.is_empty() {
            printer.full_line("");
        }
    }
    printer.methods(&class.methods);
    printer.level -= 1;
    printer.full_line("}");
    printer.lines.into_iter().map(|line| line.text).collect()
}

/// The statement as a message quotes it: never broken, with lines only between those of nested blocks.
pub(crate) fn on_one_line(statement: &Statement) -> String {
    let mut printer = Printer::new(0, usize::MAX);
    printer.statement_line(statement);
    let lines: Vec<String> = printer.lines.into_iter().map(|line| line.text).collect();
    lines.join("\n")
}

/// The head of a method of a class: what stands before its parameters, these, and what stands after them.
pub(crate) fn method_head(before: &str, parameters: &[Parameter], after: &str) -> Vec<String> {
    let mut printer = Printer::new(1, WIDTH);
    printer.line.push(before);
    printer.parameters(parameters);
    printer.full_line(after);
    printer.lines.into_iter().map(|line| line.text).collect()
}

struct Printer {
    width: usize,
    level: usize,
    lines: Vec<PrintedLine>,
    /// The line that is being written.
    line: LogicalLine,
    /// Lists that it is in.
    depth: usize,
    /// Assertions begun.
    n_assertions: usize,
    /// The assertion that is being written.
    assertion: Option<usize>,
}

impl Printer {
    fn new(level: usize, width: usize) -> Self {
        Self {
            width,
            level,
            lines: Vec::new(),
            line: LogicalLine::default(),
            depth: 0,
            n_assertions: 0,
            assertion: None,
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let assertion = self.assertion;
        let lines = line.laid_out(self.level, self.width).into_iter();
        self.lines.extend(lines.map(|text| PrintedLine { text, assertion }));
    }

    fn full_line(&mut self, text: &str) {
        self.line.push(text);
        self.end_line();
    }

    fn statement_line(&mut self, statement: &Statement) {
        self.statement(statement);
        self.end_line();
        self.assertion = None;
    }

    fn block(&mut self, statements: &[Statement]) {
        self.level += 1;
        for statement in statements {
            self.statement_line(statement);
        }
        self.level -= 1;
    }

    /// The statement without the end of its last line.
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Declaration { ty, name, value } => {
                self.line.push(&format!("{ty} {name}"));
                self.assigned(value);
            }
            Statement::Expression(expression) => self.expression(expression),
            Statement::Assertion(Assertion { check, .. }) => {
                self.assertion = Some(self.n_assertions);
                self.n_assertions += 1;
                self.expression(check);
            }
            Statement::Return(value) => {
                self.line.push("return ");
                self.expression(value);
            }
            Statement::Throw(exception) => {
                self.line.push("throw ");
                self.expression(exception);
            }
            Statement::Try(statement) => return self.try_statement(statement),
            Statement::Switch(statement) => return self.switch_statement(statement),
            Statement::If(statement) => return self.if_statement(statement),
        }
        self.line.push(";");
    }

    fn try_statement(&mut self, statement: &Try) {
        self.full_line("try {");
        self.block(&statement.body);
        self.full_line(&format!("}} catch ({} {}) {{", statement.exception, statement.variable));
        if statement.handler.is_empty() {
            self.level += 1;
            self.full_line("// Expected.");
            self.level -= 1;
        }
        self.block(&statement.handler);
        self.line.push("}");
    }

    fn if_statement(&mut self, statement: &If) {
        self.line.push("if (");
        self.expression(&statement.condition);
        self.full_line(") {");
        self.block(&statement.body);
        self.line.push("}");
    }

    fn switch_statement(&mut self, statement: &Switch) {
        self.line.push("switch (");
        self.expression(&statement.selector);
        self.full_line(") {");
        self.level += 1;
        for (number, case) in statement.cases.iter().enumerate() {
            self.full_line(&format!("case {number}:"));
            self.block(case);
        }
        self.full_line("default:");
        self.block(&statement.default);
        self.level -= 1;
        self.line.push("}");
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(text) => self.line.push_literal(text, self.depth, false),
            Expression::Variable(text) => self.line.push(text),
            Expression::Class(class) => self.line.push(&class.to_string()),
            Expression::Field { target, name } => {
                self.operand(target, Precedence::Primary);
                self.line.push(&format!(".{name}"));
            }
            Expression::Element { array, index } => {
                self.operand(array, Precedence::Primary);
                self.line.push(&format!("[{index}]"));
            }
            Expression::Call { target, method, arguments } => {
                self.operand(target, Precedence::Primary);
                self.line.push(&format!(".{method}"));
                self.arguments(arguments);
            }
            Expression::ImportedCall { method, arguments, .. }
            | Expression::OwnCall { method, arguments } => {
                self.line.push(method);
                self.arguments(arguments);
            }
            Expression::New(instantiation) => self.instantiation(instantiation),
            Expression::NewArray { ty, length } => self.new_array(ty, *length),
            Expression::ArrayInitializer { ty, elements } => self.array_initializer(ty, elements),
            Expression::ClassLiteral(ty) => self.line.push(&format!("{ty}.class")),
            Expression::Cast { ty, operand } => self.cast(ty, operand),
            Expression::Negation(operand) => {
                self.line.push("-");
                // `--x` would be something else.
                let is_negation = matches!(**operand, Expression::Negation(_));
                self.operand(operand, if is_negation { Precedence::Primary } else { Precedence::Unary });
            }
            Expression::Increment(operand) => {
                self.operand(operand, Precedence::Primary);
                self.line.push("++");
            }
            Expression::Binary { operator, left, right } => self.binary(*operator, left, right),
            Expression::Lambda { parameters, body } => self.lambda(parameters, body),
            Expression::Assignment { target, value } => {
                self.operand(target, Precedence::Primary);
                self.assigned(value);
            }
        }
    }

    /// The expression in parentheses if it does not hold together as tightly as its place asks for.
    fn operand(&mut self, expression: &Expression, least: Precedence) {
        if let Expression::Literal(text) = expression {
            self.line.push_literal(text, self.depth, true);
            return;
        }
        if Precedence::of(expression) >= least {
            self.expression(expression);
            return;
        }
        self.line.push("(");
        self.depth += 1;
        self.expression(expression);
        self.depth -= 1;
        self.line.push(")");
    }

    fn assigned(&mut self, value: &Expression) {
        self.line.push(" = ");
        self.line.may_break(self.depth);
        self.expression(value);
    }

    fn arguments(&mut self, arguments: &[Expression]) {
        self.parenthesized(arguments, Self::expression);
    }

    fn parenthesized<T>(&mut self, items: &[T], print: impl Fn(&mut Self, &T)) {
        self.line.push("(");
        if !items.is_empty() {
            self.line.may_break(self.depth + 1);
        }
        self.list(items, print);
        self.line.push(")");
    }

    fn list<T>(&mut self, items: &[T], print: impl Fn(&mut Self, &T)) {
        self.depth += 1;
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                self.line.push_comma(self.depth);
            }
            print(self, item);
        }
        self.depth -= 1;
    }

    fn instantiation(&mut self, instantiation: &Instantiation) {
        if let Some(outer) = &instantiation.outer {
            self.operand(outer, Precedence::Primary);
            self.line.push(".");
        }
        let diamond = if instantiation.has_diamond { "<>" } else { "" };
        self.line.push(&format!("new {}{diamond}", instantiation.class));
        self.arguments(&instantiation.arguments);
        if let Some(body) = &instantiation.body {
            self.class_body(body);
        }
    }

    fn class_body(&mut self, body: &ClassBody) {
        let ClassBody { counters, methods, .. } = body;
        self.line.push(" {");
        if !(counters.is_empty() && methods.is_empty()) {
            self.end_line();
        }
        self.level += 1;
        for counter in counters {
            self.full_line(&format!("private int {counter};"));
        }
        if !(counters.is_empty() || methods.is_empty()) {
            self.full_line("");
        }
        self.methods(methods);
        self.level -= 1;
        self.line.push("}");
    }

    fn methods(&mut self, methods: &[Method]) {
        for (position, method) in methods.iter().enumerate() {
            if position > 0 {
                self.full_line("");
            }
            self.method(method);
        }
    }

    /// Hands all on to the constructor of the superclass.
    fn constructor(&mut self, class: &str, constructor: &Constructor) {
        let Constructor { parameters, throws } = constructor;
        self.line.push(&format!("private {class}"));
        self.parameters(parameters);
        self.throws(throws);
        self.full_line(" {");
        let arguments = parameters.iter().map(|parameter| Expression::variable(&parameter.name)).collect();
        let call = Expression::OwnCall { method: "super".to_owned(), arguments };
        self.block(&[Statement::Expression(call)]);
        self.full_line("}");
    }

    fn throws(&mut self, classes: &[ClassType]) {
        for (position, class) in classes.iter().enumerate() {
            let separator = if position == 0 { " throws " } else { ", " };
            self.line.push(&format!("{separator}{class}"));
        }
    }

    fn method(&mut self, method: &Method) {
        self.full_line("@Override");
        self.line.push(&format!("public {} {}", method.return_type, method.name));
        self.parameters(&method.parameters);
        self.throws(&method.throws);
        if method.body.is_empty() {
            self.full_line(" {}");
            return;
        }
        self.full_line(" {");
        self.block(&method.body);
        self.full_line("}");
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        self.parenthesized(parameters, |printer, parameter| {
            printer.line.push(&format!("{} {}", parameter.ty, parameter.name));
        });
    }

    /// `new int[3][]`: the length belongs to the first pair of brackets.
    fn new_array(&mut self, ty: &Type, length: u32) {
        let (mut element, mut dimensions) = (ty, 0);
        while let Type::Array(component) = element {
            element = component;
            dimensions += 1;
        }
        let more = "[]".repeat(usize::saturating_sub(dimensions, 1));
        self.line.push(&format!("new {element}[{length}]{more}"));
    }

    fn array_initializer(&mut self, ty: &Type, elements: &[Expression]) {
        self.line.push(&format!("new {ty} {{"));
        self.list(elements, Self::expression);
        self.line.push("}");
    }

    fn cast(&mut self, ty: &Type, operand: &Expression) {
        self.line.push(&format!("({ty}) "));
        // `(Object) -1` would subtract 1 from a variable `Object`.
        let is_difference = matches!(operand, Expression::Negation(_)) && !matches!(ty, Type::Keyword(_));
        self.operand(operand, if is_difference { Precedence::Primary } else { Precedence::Unary });
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) {
        let precedence = Precedence::of_operator(operator);
        self.operand(left, precedence);
        self.line.push(match operator {
            Operator::Plus => " + ",
            Operator::Minus => " - ",
            Operator::Times => " * ",
            Operator::Less => " < ",
        });
        self.operand(right, precedence.next());
    }

    fn lambda(&mut self, parameters: &[String], body: &LambdaBody) {
        match parameters {
            [parameter] => self.line.push(&format!("{parameter} -> ")),
            _ => self.line.push(&format!("({}) -> ", parameters.join(", "))),
        }
        match body {
            LambdaBody::Expression(expression) => self.expression(expression),
            LambdaBody::Block(statements) if statements.is_empty() => self.line.push("{}"),
            LambdaBody::Block(statements) => {
                self.line.push("{");
                self.depth += 1;
                for statement in statements {
                    self.line.push(" ");
                    self.statement(statement);
                }
                self.depth -= 1;
                self.line.push(" }");
            }
        }
    }
}
