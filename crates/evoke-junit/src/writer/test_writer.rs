//! Writes one test: its statements in order, each in the form that the plan gives it, with what is asserted of it.

use evoke_analysis::{Callable, CallableId, CallableKind, TypeId};
use evoke_classfile::ClassName;
use evoke_testcase::{Aspect, Observation, Statement, VariableRef};

use super::call::call;
use super::call_log::{CallLog, check_calls};
use super::definition::definition;
use super::exception::{assert_throws, can_catch, lambda_that_reads, try_and_catch};
use super::junit_call::assume_assertions;
use super::mock::{answers, is_mock};
use super::mock_verification::{commanded, verifications};
use super::observation::check;
use super::plan::Form;
use super::test_scope::TestScope;
use super::throws::throws_clause;
use crate::class_names::ClassNames;
use crate::hole::Hole;
use crate::java;
use crate::java::{Assertion, Expression, LambdaBody, literal};
use crate::junit_version::JUnitVersion;
use crate::test_body::TestBody;

/// Writes one test.
pub(super) struct TestWriter<'a, 'n> {
    scope: TestScope<'a, 'n>,
    classes: &'a dyn ClassNames,
    body: TestBody,
}

impl<'a, 'n> TestWriter<'a, 'n> {
    pub(super) fn new(scope: TestScope<'a, 'n>, classes: &'a dyn ClassNames) -> Self {
        Self { scope, classes, body: TestBody::default() }
    }

    pub(super) fn write(mut self) -> TestBody {
        if self.scope.draft.exception.as_ref().is_some_and(|exception| exception.is_of_assert) {
            let assumption = assume_assertions(self.scope.version);
            self.body.statements.push(java::Statement::Expression(assumption));
        }
        for position in 0..self.scope.draft.test.len() {
            let (n_before, throws_before) = (self.body.statements.len(), self.body.throws);
            if let Some(array) = self.scope.plan.array_completed_at(position) {
                self.write_statement(array);
            } else if !self.scope.plan.initializers.contains_key(&position) {
                self.write_statement(position);
            }
            if self.body.statements.len() > n_before {
                self.body.throws_before_last = throws_before;
            }
        }
        self.write_inspections();
        self.body.fixtures = self.scope.fixtures;
        self.body
    }

    fn write_statement(&mut self, position: usize) {
        if self.scope.draft.throwing_statement() == Some(position) {
            self.write_throwing(position);
            return;
        }
        let form = self.scope.plan.forms[position];
        if form == Form::Omitted {
            return;
        }
        self.write_call_log(VariableRef(position as u32));
        let expression = definition(&mut self.scope, position);
        match form {
            Form::Omitted => {}
            Form::Inline => self.scope.define(position, expression),
            Form::Declared => self.write_declaration(position, expression),
            Form::Effect => {
                let statement = self.effect(position, expression);
                self.body.statements.push(statement);
            }
            Form::Asserted(number) => self.write_asserted(position, expression, number),
        }
        self.declare(position);
    }

    /// The list that a stub writes its calls to, where these are asserted and no mock knows them.
    fn write_call_log(&mut self, variable: VariableRef) {
        let Statement::Stub(instance) = self.scope.statement(variable.index()) else { return };
        if !is_mock(&self.scope, instance)
            && let Some(name) = self.scope.logs.get(&variable).cloned()
        {
            let declaration = CallLog::declaration(name, &mut self.scope);
            self.body.statements.push(declaration);
        }
    }

    /// A variable, and what is asserted of it.
    fn write_declaration(&mut self, position: usize, expression: Expression) {
        let variable = VariableRef(position as u32);
        let Some(ty) = self.scope.type_of(variable) else { return };
        let declaration = self.declaration(position, ty, expression);
        self.body.statements.push(declaration);
        self.write_answers(variable);
        let draft = self.scope.draft;
        for (number, observation) in draft.assertions.iter().enumerate() {
            if observation.variable == variable && observation.is_result() {
                let actual = Expression::variable(self.scope.variables[position].clone());
                self.write_check(number, actual, ty);
            }
        }
    }

    /// What a mock is told to answer.
    fn write_answers(&mut self, variable: VariableRef) {
        let Statement::Stub(instance) = self.scope.statement(variable.index()) else { return };
        if is_mock(&self.scope, instance) {
            let (answers, exceptions) = answers(&mut self.scope, variable, instance);
            self.body.statements.extend(answers);
            self.declare_exceptions(&exceptions);
        }
    }

    /// The assertion of this number.
    fn write_check(&mut self, number: usize, actual: Expression, ty: TypeId) {
        if let Some(check) = check(&mut self.scope, number, actual, ty) {
            self.body.statements.push(java::Statement::Assertion(Assertion { check, call: None }));
        }
    }

    fn declaration(&mut self, position: usize, ty: TypeId, value: Expression) -> java::Statement {
        let name = self.scope.variables[position].clone();
        java::Statement::Declaration { ty: self.scope.ty(ty), name, value }
    }

    /// A statement whose value nobody wants. Reading a field is no statement in Java and needs a variable.
    fn effect(&mut self, position: usize, expression: Expression) -> java::Statement {
        match self.scope.type_of(VariableRef(position as u32)) {
            Some(ty) if self.scope.reads_field(position) => self.declaration(position, ty, expression),
            _ => java::Statement::Expression(expression),
        }
    }

    /// The only assertion about a call with the call in it, which stays if the assertion has to go.
    fn write_asserted(&mut self, position: usize, actual: Expression, number: usize) {
        let ty = self.scope.type_of(VariableRef(position as u32));
        let check = ty.and_then(|ty| check(&mut self.scope, number, actual.clone(), ty));
        let call = self.effect(position, actual);
        self.body.statements.push(match check {
            Some(check) => java::Statement::Assertion(Assertion { check, call: Some(Box::new(call)) }),
            None => call,
        });
    }

    /// What getters show at the end of the test, and what arrays hold.
    fn write_inspections(&mut self) {
        let draft = self.scope.draft;
        for (number, observation) in draft.assertions.iter().enumerate() {
            match observation.aspect {
                Aspect::Result => {}
                Aspect::Content => self.write_content(number, observation),
                Aspect::Calls => self.write_calls(observation),
                Aspect::Inspector(inspector) => self.write_inspection(number, inspector, None),
                Aspect::Part { part, inspector } => self.write_inspection(number, part, inspector),
            }
        }
    }

    /// What the variable gives when it is asked, or what that gives.
    fn write_inspection(&mut self, number: usize, asked: CallableId, of_part: Option<CallableId>) {
        let cluster = self.scope.cluster;
        let variable = self.scope.draft.assertions[number].variable;
        let mut actual = call(&mut self.scope, asked, Some(variable), &[]);
        if let Some(inspector) = of_part {
            let Callable { kind, name, .. } = cluster.callable(inspector);
            actual = match kind {
                CallableKind::FieldRead => actual.field(name),
                _ => actual.call(name, Vec::new()),
            };
        }
        let ty = cluster.callable(of_part.unwrap_or(asked)).return_type;
        let n_statements = self.body.statements.len();
        self.write_check(number, actual, ty);
        if self.body.statements.len() > n_statements {
            for question in [Some(asked), of_part].into_iter().flatten() {
                self.declare_exceptions(&cluster.callable(question).exceptions);
            }
        }
    }

    fn write_content(&mut self, number: usize, observation: &Observation) {
        if let Some(ty) = self.scope.type_of(observation.variable) {
            let actual = self.scope.usage(observation.variable);
            self.write_check(number, actual, ty);
        }
    }

    /// What the stub was told to do.
    fn write_calls(&mut self, observation: &Observation) {
        let (stub, cluster) = (observation.variable, self.scope.cluster);
        let Statement::Stub(instance) = self.scope.statement(stub.index()) else { return };
        let checks = if is_mock(&self.scope, instance) {
            for (_, method) in commanded(observation, (instance, cluster.stub(instance.stub))) {
                self.declare_exceptions(&method.exceptions);
            }
            verifications(&mut self.scope, observation, instance)
        } else {
            check_calls(&mut self.scope, stub).into_iter().collect()
        };
        let assertion = |check| java::Statement::Assertion(Assertion { check, call: None });
        self.body.statements.extend(checks.into_iter().map(assertion));
    }

    fn write_throwing(&mut self, position: usize) {
        let draft = self.scope.draft;
        let Some(exception) = &draft.exception else { return };
        let message = exception.message.as_ref().map(|message| {
            let parameter = self.scope.parameter(Hole::Message);
            parameter.unwrap_or_else(|| literal::string(message.units()))
        });
        let package = self.scope.internal_package();
        let caught = self.classes.accessible_supertype(&exception.class, &package);
        let callable = self.scope.callable_at(position);
        if self.scope.version == JUnitVersion::V4 && can_catch(self.classes, callable, &caught) {
            let class = self.scope.class(&caught);
            let expression = definition(&mut self.scope, position);
            let call = self.effect(position, expression);
            self.body.statements.push(try_and_catch(self.scope.version, call, class, message));
            let classes = self.classes;
            let declared = callable.map_or(&[][..], |callable| &callable.exceptions);
            let uncaught = declared.iter().filter(|declared| !classes.is_subclass(declared, &caught));
            self.declare_exceptions(uncaught);
        } else {
            let expression = definition(&mut self.scope, position);
            let class = self.scope.class(&caught);
            let body = if self.scope.reads_field(position) {
                lambda_that_reads(expression, self.scope.taken_names())
            } else {
                LambdaBody::Expression(Box::new(expression))
            };
            self.body.statements.extend(assert_throws(self.scope.version, body, class, message));
        }
    }

    /// Declares what the statement may throw.
    fn declare(&mut self, position: usize) {
        let (scope, cluster) = (&self.scope, self.scope.cluster);
        if let Some(callable) = scope.callable_at(position) {
            self.declare_exceptions(&callable.exceptions);
        } else if let Statement::Stub(instance) = scope.statement(position) {
            self.declare_exceptions(&cluster.stub(instance.stub).exceptions);
        }
    }

    fn declare_exceptions<'c>(&mut self, exceptions: impl IntoIterator<Item = &'c ClassName>) {
        self.body.throws = self.body.throws.max(throws_clause(self.classes, exceptions));
    }
}
