//! What is known while one test is written: the draft, the plan for it, the names of its variables and of classes, and the
//! expressions of the statements that have been reached.
//!
//! A statement reads only earlier ones, so its expression is put together from finished ones; nothing here builds any.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Callable, CallableKind, Primitive, TestCluster, TypeId};
use evoke_classfile::{ClassName, FieldType};
use evoke_testcase::{Statement, Value, VariableRef};

use super::plan::{Form, Plan, reads_constant};
use super::type_names::TypeNames;
use crate::fixture::FixtureKind;
use crate::hole::Hole;
use crate::java::{ClassType, Expression, Type};
use crate::junit_version::JUnitVersion;
use crate::names::{call_list_names, parameter_names, variable_names};
use crate::stub_style::StubStyle;
use evoke_suite::AssertedTest;

/// The surroundings of a statement that is being written.
pub(super) struct TestScope<'a, 'n> {
    pub(super) draft: &'a AssertedTest,
    pub(super) cluster: &'a TestCluster,
    pub(super) plan: Plan,
    /// What the suite is written for.
    pub(super) version: JUnitVersion,
    /// How it writes wide stubs.
    pub(super) stubs: StubStyle,
    /// What the test needs of its class.
    pub(super) fixtures: BTreeSet<FixtureKind>,
    /// Name of the variable of each statement that declares one.
    pub(super) variables: Vec<String>,
    /// Names of the lists that stubs write their calls to, by stub.
    pub(super) logs: BTreeMap<VariableRef, String>,
    /// Parameters of the test method, by what they stand for.
    parameters: BTreeMap<Hole, String>,
    names: &'n mut TypeNames<'a>,
    /// What each statement computes, as far as they have been reached.
    expressions: Vec<Option<Expression>>,
}

impl<'a, 'n> TestScope<'a, 'n> {
    /// The scope at the beginning of the test.
    pub(super) fn new(
        draft: &'a AssertedTest,
        cluster: &'a TestCluster,
        names: &'n mut TypeNames<'a>,
        version: JUnitVersion,
        stubs: StubStyle,
    ) -> Self {
        let plan = Plan::new(draft, cluster);
        let variables = variable_names(draft, cluster, |position| match plan.forms[position] {
            Form::Declared => true,
            // These may have to become a declaration, if they read a field.
            Form::Effect | Form::Asserted(_) => reads_field(&draft.test.statements()[position], cluster),
            Form::Omitted | Form::Inline => false,
        });
        let logs = call_list_names(draft, &variables);
        let expressions = vec![None; draft.test.len()];
        Self {
            draft,
            cluster,
            plan,
            version,
            stubs,
            fixtures: BTreeSet::new(),
            variables,
            logs,
            parameters: BTreeMap::new(),
            names,
            expressions,
        }
    }

    /// The same of a test that takes these as parameters, in this order. Of some it expects by an assertion what it was given for a
    /// statement.
    pub(super) fn taking(mut self, holes: &[Hole], given_back: &[(usize, usize)]) -> Self {
        for hole in holes {
            if let Hole::Statement(position) = hole
                && self.plan.forms[*position] == Form::Declared
            {
                self.plan.forms[*position] = Form::Inline;
                self.variables[*position].clear();
            }
        }
        let taken: Vec<String> = self.variables.iter().chain(self.logs.values()).cloned().collect();
        let names = parameter_names(self.draft, self.cluster, holes, &taken);
        self.parameters = holes.iter().copied().zip(names).collect();
        for (assertion, statement) in given_back {
            if let Some(name) = self.parameters.get(&Hole::Statement(*statement)).cloned() {
                self.parameters.insert(Hole::Assertion(*assertion), name);
            }
        }
        self
    }

    /// The parameter that stands for a value.
    pub(super) fn parameter(&self, hole: Hole) -> Option<Expression> {
        self.parameters.get(&hole).map(Expression::variable)
    }

    /// Names that no variable may have inside an expression.
    pub(super) fn taken_names(&self) -> BTreeSet<String> {
        let all = self.variables.iter().chain(self.logs.values()).chain(self.parameters.values());
        all.cloned().collect()
    }

    /// The statement at a position.
    pub(super) fn statement(&self, position: usize) -> &'a Statement {
        &self.draft.test.statements()[position]
    }

    /// What the statement at a position calls.
    pub(super) fn callable_at(&self, position: usize) -> Option<&'a Callable> {
        let cluster = self.cluster;
        match self.statement(position) {
            Statement::Invoke { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        }
    }

    /// Whether the statement at a position reads a field, which is no statement in Java.
    pub(super) fn reads_field(&self, position: usize) -> bool {
        reads_field(self.statement(position), self.cluster)
    }

    /// Whether the statement at a position reads a static field that is named as constants are.
    pub(super) fn reads_constant(&self, position: usize) -> bool {
        self.callable_at(position).is_some_and(reads_constant)
    }

    /// Keeps what the statement at a position computes, for those that read it.
    pub(super) fn define(&mut self, position: usize, expression: Expression) {
        self.expressions[position] = Some(expression);
    }

    /// The variable as it is written where it is used.
    pub(super) fn usage(&self, variable: VariableRef) -> Expression {
        let inline = match self.plan.forms[variable.index()] {
            Form::Inline => self.expressions[variable.index()].clone(),
            _ => None,
        };
        inline.unwrap_or_else(|| Expression::variable(self.variables[variable.index()].clone()))
    }

    /// The type that a variable is declared to have.
    pub(super) fn type_of(&self, variable: VariableRef) -> Option<TypeId> {
        self.statement(variable.index()).defined_type(self.cluster)
    }

    /// Whether the variable is declared to be of the type.
    pub(super) fn is_a(&self, variable: VariableRef, wanted: TypeId) -> bool {
        self.type_of(variable).is_none_or(|ty| ty == wanted || self.cluster.is_assignable(ty, wanted))
    }

    /// Whether the compiler wants the exception to be caught or declared.
    pub(super) fn is_checked(&self, exception: &ClassName) -> bool {
        self.names.is_checked(exception)
    }

    /// Whether the variable is declared to be of a class that hides the member, or the inner class whose constructor it is.
    pub(super) fn hides(&self, variable: VariableRef, member: &Callable) -> bool {
        let class = self.type_of(variable).and_then(|ty| self.cluster.types.class_name(ty));
        class.is_some_and(|class| *class != member.owner && self.names.hides(class, member))
    }

    /// Whether the variable is the literal `null`.
    pub(super) fn is_null(&self, variable: VariableRef) -> bool {
        matches!(self.statement(variable.index()), Statement::Value(Value::Null(_)))
    }

    /// The class as the file writes it.
    pub(super) fn class(&mut self, class: &ClassName) -> ClassType {
        self.names.class(class)
    }

    /// The type as a declaration writes it.
    pub(super) fn ty(&mut self, ty: TypeId) -> Type {
        self.names.ty(&self.cluster.types, ty)
    }

    /// The type without its arguments.
    pub(super) fn erased(&mut self, ty: TypeId) -> Type {
        self.names.erased(&self.cluster.types, ty)
    }

    /// A type of a descriptor.
    pub(super) fn field_type(&mut self, ty: &FieldType) -> Type {
        match ty {
            FieldType::Object(class) => self.class(class).into(),
            FieldType::Array(component) => self.field_type(component).array(),
            primitive => {
                let known = Primitive::ALL.into_iter().find(|known| known.field_type() == *primitive);
                Type::keyword(known.map_or("int", Primitive::keyword))
            }
        }
    }

    /// The suite's package as class files spell it.
    pub(super) fn internal_package(&self) -> String {
        self.names.internal_package()
    }
}

fn reads_field(statement: &Statement, cluster: &TestCluster) -> bool {
    match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).kind == CallableKind::FieldRead,
        _ => false,
    }
}
