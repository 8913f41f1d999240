//! What statements require of the variables that they refer to, and which variables fit.

use evoke_analysis::{CallableId, FolderCall, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, StubInstance, TestCase, Value, VariableRef};
use rand::Rng;
use smallvec::SmallVec;

use crate::SearchRng;

/// What a statement requires of a variable that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// A receiver or outer instance: assignable to the type and not a `null` literal.
    Receiver(TypeId),
    /// An argument or array element: assignable to the type.
    Argument(TypeId),
    /// The name of a file: a string literal.
    FileName,
    /// An array that this test makes, of this type, with a position `index`.
    Array {
        /// The array's type.
        array_type: TypeId,
        /// The position that is written.
        index: u32,
    },
}

impl Requirement {
    /// Whether the variable that `definition` defines may be referred to.
    pub(crate) fn fits(self, definition: &Statement, cluster: &TestCluster) -> bool {
        match self {
            Self::Receiver(wanted) => {
                !matches!(definition, Statement::Value(Value::Null(_)))
                    && definition.defined_type(cluster).is_some_and(|ty| cluster.is_assignable(ty, wanted))
            }
            Self::Argument(wanted) => match definition {
                Statement::Value(Value::Class(literal)) if wanted != TypeTable::OBJECT => {
                    cluster.class_literals(wanted).binary_search(literal).is_ok()
                }
                _ => definition.defined_type(cluster).is_some_and(|ty| cluster.is_assignable(ty, wanted)),
            },
            Self::FileName => matches!(definition, Statement::Value(Value::String(_))),
            Self::Array { array_type, index } => matches!(
                definition,
                Statement::NewArray { array_type: other, length } if *other == array_type && index < *length
            ),
        }
    }
}

/// The requirements of the statement at `position`, in the order of [`Statement::references`].
pub(crate) fn requirements(
    test: &TestCase,
    position: usize,
    cluster: &TestCluster,
) -> SmallVec<[Requirement; 5]> {
    match &test.statements()[position] {
        Statement::Value(_) | Statement::NewArray { .. } => SmallVec::new(),
        Statement::Invoke { callable, .. } => requirements_of_call(*callable, cluster),
        Statement::Stub(instance) => requirements_of_stub(instance, cluster).collect(),
        Statement::WriteElement { array, index, .. } => {
            let Some(array_type) = test.definition(*array).defined_type(cluster) else {
                return SmallVec::new();
            };
            let TypeCategory::Array(component) = cluster.types.category(array_type) else {
                return SmallVec::new();
            };
            SmallVec::from_slice(&[
                Requirement::Array { array_type, index: *index },
                Requirement::Argument(component),
            ])
        }
    }
}

/// The requirements of a call: its receiver, then its parameters.
pub(super) fn requirements_of_call(
    callable: CallableId,
    cluster: &TestCluster,
) -> SmallVec<[Requirement; 5]> {
    let callable = cluster.callable(callable);
    let n_outer = usize::from(callable.takes_outer_instance);
    let n_names = callable.folder_call().map_or(0, FolderCall::n_names);
    let parameters = callable.parameters.iter().enumerate().map(|(index, ty)| {
        if index < n_outer {
            Requirement::Receiver(*ty)
        } else if index < n_names {
            Requirement::FileName
        } else {
            Requirement::Argument(*ty)
        }
    });
    callable.receiver.map(Requirement::Receiver).into_iter().chain(parameters).collect()
}

/// The requirements of a stub, in the order of its references: arguments, then values that methods give, then what they pass
/// to the methods that they call.
fn requirements_of_stub(instance: &StubInstance, cluster: &TestCluster) -> impl Iterator<Item = Requirement> {
    let stub = cluster.stub(instance.stub);
    let returned = stub.decided_methods().zip(&instance.returns).flat_map(|(method, returned)| {
        returned.variables().iter().map(|_| Requirement::Argument(method.return_type))
    });
    let passed =
        instance.callbacks.iter().flat_map(|callback| &cluster.callable(callback.callable).parameters);
    let argument = |ty: &TypeId| Requirement::Argument(*ty);
    stub.parameters.iter().map(argument).chain(returned).chain(passed.map(argument))
}

/// One of the variables that fit, uniformly.
pub(crate) fn choose_fitting<'s>(
    requirement: Requirement,
    variables: impl Iterator<Item = (VariableRef, &'s Statement)> + Clone,
    cluster: &TestCluster,
    rng: &mut SearchRng,
) -> Option<VariableRef> {
    let mut fitting = variables.filter(|(_, definition)| requirement.fits(definition, cluster));
    let count = fitting.clone().count();
    if count == 0 {
        return None;
    }
    fitting.nth(rng.random_range(0..count)).map(|(variable, _)| variable)
}
