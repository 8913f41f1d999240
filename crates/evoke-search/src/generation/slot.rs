//! Places in a statement that hold a variable, and which variables fit there.

use evoke_analysis::{CallableId, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, TestCase, Value, VariableRef};
use rand::Rng;
use smallvec::SmallVec;

use super::stub::slots_of_stub;
use crate::SearchRng;

/// What a place in a statement asks of the variable in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A receiver or outer instance: assignable to the type and not a `null` literal.
    Receiver(TypeId),
    /// An argument or array element: assignable to the type.
    Argument(TypeId),
    /// An array that this test makes, of this type, with a position `index`.
    Array {
        /// The array's type.
        array_type: TypeId,
        /// The position that is written.
        index: u32,
    },
}

impl Slot {
    /// Whether the variable that `definition` defines may stand here.
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
            Self::Array { array_type, index } => matches!(
                definition,
                Statement::NewArray { array_type: other, length } if *other == array_type && index < *length
            ),
        }
    }
}

/// The slots of the statement at `position`, in the order of [`Statement::references`].
pub(crate) fn slots(test: &TestCase, position: usize, cluster: &TestCluster) -> SmallVec<[Slot; 5]> {
    match &test.statements()[position] {
        Statement::Value(_) | Statement::NewArray { .. } => SmallVec::new(),
        Statement::Invoke { callable, .. } => slots_of_call(*callable, cluster),
        Statement::Stub(instance) => slots_of_stub(instance, cluster).collect(),
        Statement::WriteElement { array, index, .. } => {
            let Some(array_type) = test.definition(*array).defined_type(cluster) else {
                return SmallVec::new();
            };
            let TypeCategory::Array(component) = cluster.types.category(array_type) else {
                return SmallVec::new();
            };
            SmallVec::from_slice(&[Slot::Array { array_type, index: *index }, Slot::Argument(component)])
        }
    }
}

/// The slots of a call: its receiver, then its parameters.
pub(super) fn slots_of_call(callable: CallableId, cluster: &TestCluster) -> SmallVec<[Slot; 5]> {
    let callable = cluster.callable(callable);
    let n_outer = usize::from(callable.takes_outer_instance);
    let parameters = callable
        .parameters
        .iter()
        .enumerate()
        .map(|(index, ty)| if index < n_outer { Slot::Receiver(*ty) } else { Slot::Argument(*ty) });
    callable.receiver.map(Slot::Receiver).into_iter().chain(parameters).collect()
}

/// One of the variables that fit the slot, uniformly.
pub(crate) fn choose_fitting<'s>(
    slot: Slot,
    variables: impl Iterator<Item = (VariableRef, &'s Statement)> + Clone,
    cluster: &TestCluster,
    rng: &mut SearchRng,
) -> Option<VariableRef> {
    let mut fitting = variables.filter(|(_, definition)| slot.fits(definition, cluster));
    let count = fitting.clone().count();
    if count == 0 {
        return None;
    }
    fitting.nth(rng.random_range(0..count)).map(|(variable, _)| variable)
}
