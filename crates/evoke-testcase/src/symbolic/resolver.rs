//! Finds the ids of a cluster for the names in symbolic tests. What it gives has passed the verifier, so that a file of
//! tests is no way to hand the executor what the search would never make.

use evoke_analysis::{CallableId, StubId, StubMethod, StubType, TestCluster, TypeId};
use rustc_hash::FxHashMap;

use super::description::{member_name, signature, stub_name};
use super::parser::ParseError;
use super::printer::{write_member, write_method, write_stub_name};
use super::symbolic_test::SymbolicTest;
use super::syntax::{Action, Callback, MemberName, MethodName, StubName};
use crate::verifier::{Violation, verify};
use crate::{Statement, StubCallback, StubInstance, StubReturn, TestCase, Value};

/// Why a symbolic test is no test beside a cluster. Statements are counted from 0, as variables are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// A type that nothing in the cluster gives or takes.
    #[error("statement {statement}: the class has no use for a type `{name}`")]
    UnknownType {
        /// The statement.
        statement: usize,
        /// Its signature.
        name: String,
    },
    /// A member that is not in the cluster, or not with these types.
    #[error("statement {statement}: there is no `{name}` to call")]
    UnknownMember {
        /// The statement.
        statement: usize,
        /// The member as printed.
        name: String,
    },
    /// A type that a test cannot implement, or not with this constructor.
    #[error("statement {statement}: a test cannot implement `{name}`")]
    UnknownStub {
        /// The statement.
        statement: usize,
        /// The stub as printed.
        name: String,
    },
    /// A method that the stub does not implement, that is told twice, or that is not told.
    #[error("statement {statement}: the stub has to say once what `{name}` gives, and nothing else")]
    StubMethod {
        /// The statement.
        statement: usize,
        /// The method with its descriptor.
        name: String,
    },
    /// All names are known, but the test breaks rules.
    #[error("the test breaks a rule: {}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<Violation>),
    /// The text is not well formed, which the text of a [`SymbolicTest`] always is.
    #[error(transparent)]
    Malformed(#[from] ParseError),
}

/// The names of a cluster. Made once, since that takes longer than to resolve a test.
pub struct Resolver<'a> {
    cluster: &'a TestCluster,
    types: FxHashMap<String, TypeId>,
    members: FxHashMap<MemberName<'a>, CallableId>,
    stubs: FxHashMap<StubName<'a>, StubId>,
}

impl<'a> Resolver<'a> {
    /// The names of all that is in the cluster.
    pub fn new(cluster: &'a TestCluster) -> Self {
        let types = &cluster.types;
        let mut resolver = Self {
            cluster,
            types: FxHashMap::default(),
            members: FxHashMap::default(),
            stubs: FxHashMap::default(),
        };
        for ty in (0..types.len() as u32).map(TypeId) {
            resolver.types.entry(signature(types, ty)).or_insert(ty);
        }
        for callable in &cluster.callables {
            resolver.members.entry(member_name(callable, types)).or_insert(callable.id);
        }
        for stub in &cluster.stubs {
            resolver.stubs.entry(stub_name(stub, types)).or_insert(stub.id);
        }
        resolver
    }

    /// The test with ids of the cluster.
    ///
    /// # Errors
    /// When a name is unknown to the cluster, and when the test breaks a rule of the verifier.
    pub fn resolve(&self, test: &SymbolicTest) -> Result<TestCase, ResolveError> {
        let lines = test.lines()?;
        let mut resolved = TestCase::default();
        for (position, line) in lines.into_iter().enumerate() {
            resolved.push(self.statement(position, line.action)?);
        }
        verify(&resolved, self.cluster).map_err(ResolveError::Invalid)?;
        Ok(resolved)
    }

    fn statement(&self, position: usize, action: Action<'_>) -> Result<Statement, ResolveError> {
        Ok(match action {
            Action::Value(value) => Statement::Value(value),
            Action::Null(ty) => Statement::Value(Value::Null(self.ty(position, &ty)?)),
            Action::Class(ty) => Statement::Value(Value::Class(self.ty(position, &ty)?)),
            Action::Invoke { member, receiver, arguments } => {
                Statement::Invoke { callable: self.member(position, &member)?, receiver, arguments }
            }
            Action::NewArray { array_type, length } => {
                Statement::NewArray { array_type: self.ty(position, &array_type)?, length }
            }
            Action::Stub { stub, arguments, returns, callbacks } => {
                let stub = self.stub(position, &stub)?;
                let stub_type = self.cluster.stub(stub);
                let returns = in_order(position, stub_type, &returns)?;
                let callbacks = callbacks.into_iter().map(|it| self.callback(position, stub_type, it));
                let callbacks = callbacks.collect::<Result<_, _>>()?;
                Statement::Stub(Box::new(StubInstance { stub, arguments, returns, callbacks }))
            }
            Action::WriteElement { array, index, value } => Statement::WriteElement { array, index, value },
        })
    }

    fn callback(
        &self,
        statement: usize,
        stub: &StubType,
        callback: Callback<'_>,
    ) -> Result<StubCallback, ResolveError> {
        let Callback { method, parameter, member, arguments } = callback;
        let position = stub.methods.iter().position(|known| is_called(known, &method));
        let method = position.and_then(|position| u8::try_from(position).ok()).ok_or_else(|| {
            ResolveError::StubMethod { statement, name: printed(|out| write_method(out, &method)) }
        })?;
        Ok(StubCallback { method, parameter, callable: self.member(statement, &member)?, arguments })
    }

    fn ty(&self, statement: usize, name: &str) -> Result<TypeId, ResolveError> {
        let known = self.types.get(name).copied();
        known.ok_or_else(|| ResolveError::UnknownType { statement, name: name.to_owned() })
    }

    fn member(&self, statement: usize, member: &MemberName<'_>) -> Result<CallableId, ResolveError> {
        self.members.get(member).copied().ok_or_else(|| {
            let mut name = printed(|out| write_member(out, member));
            if let Some(receiver) = &member.receiver_type {
                name.push_str(" on ");
                name.push_str(receiver);
            }
            ResolveError::UnknownMember { statement, name }
        })
    }

    fn stub(&self, statement: usize, stub: &StubName<'_>) -> Result<StubId, ResolveError> {
        self.stubs.get(stub).copied().ok_or_else(|| ResolveError::UnknownStub {
            statement,
            name: printed(|out| write_stub_name(out, stub)),
        })
    }
}

impl SymbolicTest {
    /// The test with ids of the cluster. Where several are resolved, a [`Resolver`] saves time.
    ///
    /// # Errors
    /// Those of [`Resolver::resolve`].
    pub fn resolve(&self, cluster: &TestCluster) -> Result<TestCase, ResolveError> {
        Resolver::new(cluster).resolve(self)
    }
}

/// What the stub's methods give, in the order in which the cluster has them.
fn in_order(
    statement: usize,
    stub: &StubType,
    told: &[(MethodName<'_>, StubReturn)],
) -> Result<Vec<StubReturn>, ResolveError> {
    let error = |name: String| ResolveError::StubMethod { statement, name };
    let mut returns = Vec::new();
    let mut used = vec![false; told.len()];
    for method in stub.decided_methods() {
        let found = told.iter().position(|(name, _)| is_called(method, name));
        // Of methods that give nothing only those are told that throw.
        if found.is_none() && !method.gives() {
            returns.push(StubReturn::Default);
            continue;
        }
        let found = found.ok_or_else(|| {
            let descriptor = method.descriptors.first().map_or("", String::as_str);
            error(format!("{}{descriptor}", method.name))
        })?;
        used[found] = true;
        returns.push(told[found].1);
    }
    match used.iter().position(|used| !used) {
        None => Ok(returns),
        Some(unused) => Err(error(printed(|out| write_method(out, &told[unused].0)))),
    }
}

/// Whether the name is that of the method.
fn is_called(method: &StubMethod, name: &MethodName<'_>) -> bool {
    name.name == method.name && method.descriptors.iter().any(|it| *it == name.descriptor)
}

fn printed(write: impl FnOnce(&mut String) -> std::fmt::Result) -> String {
    let mut text = String::new();
    let written = write(&mut text);
    debug_assert!(written.is_ok());
    text
}
