//! Checks that a test obeys the rules that generation and every operator have to keep, as compilers check their
//! intermediate code. Written apart from the code it checks; runs nothing, and never changes a test.
//!
//! The rules:
//!
//! - every id is of the cluster, which holds only what a test in its package may use;
//! - a statement reads only variables that earlier statements define, and a call without a result defines none;
//! - a call has a receiver exactly if its callable is called on one, and one argument a parameter;
//! - a receiver is assignable to the type that the callable is called on, or that type is one that its value may turn out
//!   to be of, to which the emitted Java casts it; neither a receiver nor an outer instance is a `null` literal;
//! - an argument, an array element and what a stub gives are assignable to what is wanted; a class literal is one that
//!   `javac` takes there;
//! - the name of a file in the test's folder is a string literal;
//! - a `null` literal is of a reference type, a class literal names a class without type arguments, and a test in the
//!   package can name both, and the types of arrays;
//! - the length of an array fits an `int`; elements are written only to arrays that the test makes, inside them;
//! - a stub has one argument a parameter of its constructor, and says once for each method that gives something or can throw how it
//!   ends: with an exception, or it gives a variable or several in turn, the default of its type, a parameter that may be returned as it is, or a polynomial of a `double` that gives a `double`;
//! - a method of a stub makes at most one call on its arguments, one that the cluster has for it.

use std::fmt;

use evoke_analysis::{
    Callable, CallableId, Primitive, StubId, StubMethod, TestCluster, Type, TypeCategory, TypeId, TypeTable,
};

use crate::nameable::is_nameable;
use crate::{Statement, StubCallback, StubInstance, StubReturn, TestCase, Value, VariableRef};

/// What a statement did not keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Ids are of the cluster.
    KnownId,
    /// Variables are defined by earlier statements.
    DefinedBefore,
    /// There is a receiver exactly where one is wanted.
    Receiver,
    /// There is one argument a parameter.
    ArgumentCount,
    /// Types fit.
    Assignable,
    /// What a member is used of is no `null` literal.
    NotNull,
    /// The names of files are string literals.
    FileName,
    /// Literals and arrays are of types that have such.
    TypeOfValue,
    /// The test can name the type.
    Nameable,
    /// The length of an array fits an `int`.
    ArrayLength,
    /// Elements are written to arrays of the test.
    OwnArray,
    /// Elements are written inside arrays.
    ArrayIndex,
    /// A stub tells once for each of its methods what it gives.
    StubReturns,
    /// A parameter that a stub gives back or computes with is there and of a type that allows it.
    StubParameter,
    /// What a method of a stub calls is one of the calls that it may make.
    StubCallback,
}

/// A rule that a statement breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Position of the statement.
    pub statement: u32,
    /// The rule.
    pub rule: Rule,
    /// How it is broken.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "statement {}: {}", self.statement, self.detail)
    }
}

/// Says whether the test keeps all rules.
///
/// # Errors
/// All violations, in the order of the statements.
pub fn verify(test: &TestCase, cluster: &TestCluster) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier { test, cluster, position: 0, violations: Vec::new() };
    for (position, statement) in test.statements().iter().enumerate() {
        verifier.position = position;
        verifier.statement(statement);
    }
    if verifier.violations.is_empty() { Ok(()) } else { Err(verifier.violations) }
}

/// In a debug build, panics unless the test keeps all rules; `made_by` says what made the test. Costs nothing otherwise.
pub fn debug_verify(test: &TestCase, cluster: &TestCluster, made_by: &str) {
    if cfg!(debug_assertions) {
        let violations = verify(test, cluster).err().unwrap_or_default();
        let shown: Vec<String> = violations.iter().map(ToString::to_string).collect();
        debug_assert!(violations.is_empty(), "{made_by}: {}\n{test:?}", shown.join("\n"));
    }
}

struct Verifier<'a> {
    test: &'a TestCase,
    cluster: &'a TestCluster,
    position: usize,
    violations: Vec<Violation>,
}

impl Verifier<'_> {
    fn report(&mut self, rule: Rule, detail: impl Into<String>) {
        let (statement, detail) = (self.position as u32, detail.into());
        self.violations.push(Violation { statement, rule, detail });
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Value(value) => self.value(value),
            Statement::Invoke { callable, receiver, arguments } => {
                self.invoke(*callable, *receiver, arguments);
            }
            Statement::NewArray { array_type, length } => self.new_array(*array_type, *length),
            Statement::Stub(instance) => self.stub(instance),
            Statement::WriteElement { array, index, value } => self.write_element(*array, *index, *value),
        }
    }

    fn value(&mut self, value: &Value) {
        let (Value::Null(ty) | Value::Class(ty)) = value else { return };
        if !self.knows_type(*ty) {
            return;
        }
        let types = &self.cluster.types;
        let is_fine = match (value, types.get(*ty)) {
            (Value::Class(_), Type::Class { arguments, .. }) => arguments.is_empty(),
            (Value::Null(_), Type::Class { .. } | Type::Array(_))
            | (Value::Class(_), Type::Array(_) | Type::Primitive(_)) => true,
            _ => false,
        };
        if !is_fine {
            self.report(Rule::TypeOfValue, format!("there is no such value of `{}`", types.display(*ty)));
        }
        self.nameable(*ty);
    }

    fn invoke(&mut self, id: CallableId, receiver: Option<VariableRef>, arguments: &[VariableRef]) {
        let cluster = self.cluster;
        let Some(callable) = cluster.callables.get(id.index()) else {
            return self.report(Rule::KnownId, format!("there is no callable {}", id.0));
        };
        match (callable.receiver, receiver) {
            (None, None) => {}
            (Some(wanted), Some(receiver)) => self.receiver(receiver, wanted),
            (Some(_), None) => self.report(Rule::Receiver, "the receiver is missing"),
            (None, Some(_)) => self.report(Rule::Receiver, "there is a receiver where none is wanted"),
        }
        self.arguments(arguments, &callable.parameters);
        self.outer_instance(callable, arguments);
        for name in self.test.statements()[self.position].file_names(cluster) {
            let definition = self.test.statements().get(name.index());
            if !matches!(definition, Some(Statement::Value(Value::String(_)))) {
                self.report(Rule::FileName, format!("`v{}` names a file and is no literal", name.0));
            }
        }
    }

    fn outer_instance(&mut self, callable: &Callable, arguments: &[VariableRef]) {
        if callable.takes_outer_instance
            && let Some(outer) = arguments.first()
            && self.is_null(*outer)
        {
            self.report(Rule::NotNull, "the outer instance is `null`");
        }
    }

    fn receiver(&mut self, receiver: VariableRef, wanted: TypeId) {
        if self.is_null(receiver) {
            self.report(Rule::NotNull, "the receiver is `null`");
        }
        let Some(ty) = self.type_of(receiver) else { return };
        if !self.cluster.is_assignable(ty, wanted) && !self.cluster.narrower(ty).contains(&wanted) {
            self.report_type(receiver, ty, wanted);
        }
    }

    fn arguments(&mut self, arguments: &[VariableRef], parameters: &[TypeId]) {
        if arguments.len() != parameters.len() {
            let detail = format!("{} arguments for {} parameters", arguments.len(), parameters.len());
            self.report(Rule::ArgumentCount, detail);
        }
        for (argument, wanted) in arguments.iter().zip(parameters) {
            self.fits(*argument, *wanted);
        }
    }

    /// Whether the variable may stand where a value of the type is wanted.
    fn fits(&mut self, variable: VariableRef, wanted: TypeId) {
        let Some(ty) = self.type_of(variable) else { return };
        let fits = match self.test.statements().get(variable.index()) {
            Some(Statement::Value(Value::Class(literal))) if wanted != TypeTable::OBJECT => {
                self.cluster.class_literals(wanted).binary_search(literal).is_ok()
            }
            _ => self.cluster.is_assignable(ty, wanted),
        };
        if !fits {
            self.report_type(variable, ty, wanted);
        }
    }

    fn report_type(&mut self, variable: VariableRef, ty: TypeId, wanted: TypeId) {
        let types = &self.cluster.types;
        let (ty, wanted) = (types.display(ty), types.display(wanted));
        let detail = format!("`v{}` is a `{ty}` where a `{wanted}` is wanted", variable.0);
        self.report(Rule::Assignable, detail);
    }

    /// The type of a variable; `None`, and a violation, if it is not defined before.
    fn type_of(&mut self, variable: VariableRef) -> Option<TypeId> {
        let cluster = self.cluster;
        let before = &self.test.statements()[..self.position];
        let Some(definition) = before.get(variable.index()) else {
            self.report(Rule::DefinedBefore, format!("`v{}` is not defined yet", variable.0));
            return None;
        };
        let is_known = match definition {
            Statement::Invoke { callable, .. } => callable.index() < cluster.callables.len(),
            Statement::Stub(instance) => instance.stub.index() < cluster.stubs.len(),
            Statement::Value(_) | Statement::NewArray { .. } | Statement::WriteElement { .. } => true,
        };
        // What is unknown was reported where it is defined.
        let ty = if is_known { definition.defined_type(cluster) } else { return None };
        if ty.is_none() {
            self.report(Rule::DefinedBefore, format!("statement {} defines no variable", variable.0));
        }
        ty.filter(|ty| ty.index() < cluster.types.len())
    }

    fn is_null(&self, variable: VariableRef) -> bool {
        let definition = self.test.statements().get(variable.index());
        matches!(definition, Some(Statement::Value(Value::Null(_))))
    }

    fn knows_type(&mut self, ty: TypeId) -> bool {
        let is_known = ty.index() < self.cluster.types.len();
        if !is_known {
            self.report(Rule::KnownId, format!("there is no type {}", ty.0));
        }
        is_known
    }

    fn new_array(&mut self, array_type: TypeId, length: u32) {
        if !self.knows_type(array_type) {
            return;
        }
        if !matches!(self.cluster.types.category(array_type), TypeCategory::Array(_)) {
            let shown = self.cluster.types.display(array_type).to_string();
            self.report(Rule::TypeOfValue, format!("`{shown}` is no array type"));
        }
        self.nameable(array_type);
        if i32::try_from(length).is_err() {
            self.report(Rule::ArrayLength, format!("{length} elements do not fit an array"));
        }
    }

    fn write_element(&mut self, array: VariableRef, index: u32, value: VariableRef) {
        let before = &self.test.statements()[..self.position];
        let Some(Statement::NewArray { array_type, length }) = before.get(array.index()) else {
            return self.report(Rule::OwnArray, format!("`v{}` is no array that was made before", array.0));
        };
        if index >= *length {
            self.report(Rule::ArrayIndex, format!("{index} lies outside an array of length {length}"));
        }
        let is_known = array_type.index() < self.cluster.types.len();
        if is_known && let Type::Array(component) = self.cluster.types.get(*array_type) {
            self.fits(value, *component);
        }
    }

    fn stub(&mut self, instance: &StubInstance) {
        let cluster = self.cluster;
        let StubId(id) = instance.stub;
        let Some(stub) = cluster.stubs.get(instance.stub.index()) else {
            return self.report(Rule::KnownId, format!("there is no stub {id}"));
        };
        self.arguments(&instance.arguments, &stub.parameters);
        let wanted = stub.decided_methods().count();
        if wanted != instance.returns.len() {
            let given = instance.returns.len();
            self.report(Rule::StubReturns, format!("{given} values for {wanted} methods"));
        }
        for (method, returned) in stub.decided_methods().zip(&instance.returns) {
            self.stub_return(method, returned);
        }
        if !instance.callbacks.is_sorted_by(|one, other| one.method < other.method) {
            self.report(Rule::StubCallback, "the calls of methods are not in their order");
        }
        for callback in &instance.callbacks {
            self.stub_callback(stub.methods.get(usize::from(callback.method)), callback);
        }
    }

    fn stub_callback(&mut self, method: Option<&StubMethod>, callback: &StubCallback) {
        if !method.is_some_and(|method| method.callbacks.contains(&callback.call())) {
            let detail = format!("method {} of the stub makes no such call", callback.method);
            return self.report(Rule::StubCallback, detail);
        }
        let parameters = &self.cluster.callable(callback.callable).parameters;
        self.arguments(&callback.arguments, parameters);
    }

    fn stub_return(&mut self, method: &StubMethod, returned: &StubReturn) {
        let double = TypeTable::primitive(Primitive::Double);
        match returned {
            StubReturn::Variable(_) | StubReturn::Successive(_) => {
                for variable in returned.variables() {
                    self.fits(*variable, method.return_type);
                }
            }
            StubReturn::Default => {}
            StubReturn::Throw(position) => {
                if usize::from(*position) >= method.thrown.len() {
                    let detail = format!("`{}` has no exception {position} to throw", method.name);
                    self.report(Rule::StubReturns, detail);
                }
            }
            StubReturn::Inherited => {
                if !method.is_optional {
                    let detail = format!("`{}` is abstract and has to be implemented", method.name);
                    self.report(Rule::StubReturns, detail);
                }
            }
            StubReturn::Parameter(parameter) => {
                if !self.cluster.returnable_parameters(method).any(|it| it == *parameter) {
                    let detail = format!("`{}` cannot give parameter {parameter}", method.name);
                    self.report(Rule::StubParameter, detail);
                }
            }
            StubReturn::Polynomial { parameter, .. } => {
                let of_double = method.parameters.get(usize::from(*parameter)) == Some(&double);
                if !of_double || method.return_type != double {
                    let detail = format!("`{}` is no function of a `double` {parameter}", method.name);
                    self.report(Rule::StubParameter, detail);
                }
            }
        }
    }

    fn nameable(&mut self, ty: TypeId) {
        if !is_nameable(self.cluster, ty) {
            let shown = self.cluster.types.display(ty).to_string();
            self.report(Rule::Nameable, format!("a test cannot name `{shown}`"));
        }
    }
}

#[cfg(test)]
mod tests;
