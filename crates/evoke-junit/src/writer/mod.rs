//! Writes tests as a JUnit suite in plain Java that a reviewer would accept: literals where they are used, variables
//! with names, imports instead of qualified names, no casts but necessary ones.
//!
//! Nothing here compiles or runs anything: what is wrong in a rare corner is found and taken out by
//! [`crate::SuiteVerifier`].

mod assertion;
mod exception;
mod expression;
mod literal;
mod plan;
mod stub;
mod type_names;

use evoke_analysis::{Callable, CallableKind, TestCluster, TypeId};
use evoke_classfile::ClassName;
use evoke_suite::AssertedTest;
use evoke_testcase::{Statement, VariableRef};

use crate::names::{name_tests, variable_names};
use crate::suite::{LineKind, SourceLine, SuiteSource, TestSource, ThrowsClause};
use crate::{ClassNames, JUnitVersion};
use expression::Expression;
use plan::{Form, Plan};
use type_names::TypeNames;

/// Writes suites for one class under test.
pub struct SuiteWriter<'a> {
    /// What the tests call.
    pub cluster: &'a TestCluster,
    /// How classes are named.
    pub classes: &'a dyn ClassNames,
    /// What the suite is written for.
    pub version: JUnitVersion,
}

impl SuiteWriter<'_> {
    /// The suite `class_name` in `package` (with dots) with a method for every test.
    pub fn write(&self, package: &str, class_name: &str, drafts: &[AssertedTest]) -> SuiteSource {
        let mut names = TypeNames::new(self.classes, package, class_name);
        let mut tests = Vec::new();
        for (draft, name) in drafts.iter().zip(name_tests(drafts, self.cluster)) {
            let plan = Plan::new(draft, self.cluster);
            let variables = variable_names(draft, self.cluster, |position| match plan.forms[position] {
                Form::Declared => true,
                // These may have to become a declaration, if they read a field.
                Form::Effect | Form::Asserted(_) => reads_field(draft, self.cluster, position),
                Form::Omitted | Form::Inline => false,
            });
            let mut writer = TestWriter {
                draft,
                cluster: self.cluster,
                classes: self.classes,
                version: self.version,
                names: &mut names,
                plan,
                variables,
                lines: Vec::new(),
                throws: None,
            };
            writer.write();
            let TestWriter { throws, lines, .. } = writer;
            tests.push(TestSource { name, throws, goals: draft.goals.clone(), lines });
        }
        let qualified_annotation = !names.claim("Test", self.version.test_annotation());
        SuiteSource {
            package: package.to_owned(),
            class_name: class_name.to_owned(),
            version: self.version,
            qualified_annotation,
            tests,
        }
    }
}

fn reads_field(draft: &AssertedTest, cluster: &TestCluster, position: usize) -> bool {
    match &draft.test.statements()[position] {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).kind == CallableKind::FieldRead,
        _ => false,
    }
}

/// Writes one test.
struct TestWriter<'a, 'n> {
    draft: &'a AssertedTest,
    cluster: &'a TestCluster,
    classes: &'a dyn ClassNames,
    version: JUnitVersion,
    names: &'n mut TypeNames<'a>,
    plan: Plan,
    /// Name of the variable of each statement that declares one.
    variables: Vec<String>,
    lines: Vec<SourceLine>,
    throws: Option<ThrowsClause>,
}

impl<'a> TestWriter<'a, '_> {
    fn write(&mut self) {
        for position in 0..self.draft.test.len() {
            if let Some(array) = self.plan.array_completed_at(position) {
                self.write_statement(array);
            } else if !self.plan.initializers.contains_key(&position) {
                self.write_statement(position);
            }
        }
        let draft = self.draft;
        for observation in draft.assertions.iter().filter(|observation| observation.inspector.is_some()) {
            if let Some(line) = self.inspection(observation) {
                self.lines.push(SourceLine::assertion(line.text, line.imports));
                self.declare_exceptions_of(observation.inspector.map(|id| self.cluster.callable(id)));
            }
        }
    }

    fn write_statement(&mut self, position: usize) {
        if self.draft.throwing_statement() == Some(position) {
            self.write_throwing(position);
            return;
        }
        match self.plan.forms[position] {
            Form::Omitted => return,
            Form::Inline => {}
            Form::Declared => self.write_declaration(position),
            Form::Effect => self.write_effect(position),
            Form::Asserted(number) => self.write_asserted(position, number),
        }
        self.declare_exceptions_of(self.callable_at(position));
        let (draft, cluster) = (self.draft, self.cluster);
        if let Statement::Stub(instance) = &draft.test.statements()[position] {
            self.declare_exceptions(cluster.stub(instance.stub).exceptions.iter());
        }
    }

    fn write_declaration(&mut self, position: usize) {
        let expression = self.definition(position);
        self.write_variable(position, expression);
        let variable = VariableRef(position as u32);
        let draft = self.draft;
        for observation in &draft.assertions {
            if observation.variable == variable && observation.inspector.is_none() {
                let actual = Expression { text: self.variables[position].clone(), ..Expression::default() };
                let Some(ty) = self.type_at(position) else { continue };
                if let Some(line) = self.assertion(&observation.value, actual, ty) {
                    self.lines.push(SourceLine::assertion(line.text, line.imports));
                }
            }
        }
    }

    fn write_variable(&mut self, position: usize, mut expression: Expression) {
        let cluster = self.cluster;
        let Some(ty) = self.type_at(position) else { return };
        let ty = self.names.ty(&cluster.types, ty, &mut expression.imports);
        let text = format!("{ty} {} = {};", self.variables[position], expression.text);
        self.lines.push(SourceLine::code(text, expression.imports));
    }

    /// A statement whose value nobody wants. Reading a field is no statement in Java and needs a variable.
    fn write_effect(&mut self, position: usize) {
        let expression = self.definition(position);
        if self.callable_at(position).is_some_and(|callable| callable.kind == CallableKind::FieldRead) {
            self.write_variable(position, expression);
        } else {
            self.lines.push(SourceLine::code(expression.text + ";", expression.imports));
        }
    }

    fn write_asserted(&mut self, position: usize, number: usize) {
        let draft = self.draft;
        let actual = self.definition(position);
        let assertion = self
            .type_at(position)
            .and_then(|ty| self.assertion(&draft.assertions[number].value, actual.clone(), ty));
        let Some(assertion) = assertion else {
            self.write_effect(position);
            return;
        };
        // What stays if the assertion has to go.
        self.write_effect(position);
        if let Some(call) = self.lines.pop() {
            let kind = LineKind::Assertion { call: Some(Box::new(call)) };
            self.lines.push(SourceLine { text: assertion.text, kind, imports: assertion.imports });
        }
    }

    fn callable_at(&self, position: usize) -> Option<&'a Callable> {
        let cluster = self.cluster;
        match &self.draft.test.statements()[position] {
            Statement::Invoke { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        }
    }

    fn type_at(&self, position: usize) -> Option<TypeId> {
        self.draft.test.statements()[position].defined_type(self.cluster)
    }

    fn declare_exceptions_of(&mut self, callable: Option<&Callable>) {
        self.declare_exceptions(callable.iter().flat_map(|callable| &callable.exceptions));
    }

    fn declare_exceptions<'c>(&mut self, exceptions: impl Iterator<Item = &'c ClassName>) {
        for class in exceptions {
            if self.is_checked(class) {
                let is_exception = self.classes.is_subclass(class, &"java/lang/Exception".into());
                let clause = if is_exception { ThrowsClause::Exception } else { ThrowsClause::Throwable };
                self.throws = self.throws.max(Some(clause));
            }
        }
    }

    /// Whether the compiler wants the exception to be caught or declared.
    fn is_checked(&self, class: &ClassName) -> bool {
        !self.classes.is_subclass(class, &"java/lang/RuntimeException".into())
            && !self.classes.is_subclass(class, &"java/lang/Error".into())
    }
}

#[cfg(test)]
mod tests;
