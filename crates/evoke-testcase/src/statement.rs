//! Statements: each defines at most one variable and refers only to earlier ones.

use evoke_analysis::{CallableId, FolderCall, TestCluster, TypeId, TypeTable};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Arguments, StubInstance, Value, VariableRef};

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Statement {
    /// A literal.
    Value(Value),
    /// A constructor or method call, a field read or a field write.
    Invoke {
        /// What is called.
        callable: CallableId,
        /// The object it is called on; `None` for constructors and static members.
        receiver: Option<VariableRef>,
        /// One variable a parameter of the callable.
        arguments: Arguments,
    },
    /// `new T[length]`
    NewArray {
        /// The array's type.
        array_type: TypeId,
        /// Its length.
        length: u32,
    },
    /// An object that the test implements itself: a lambda or an anonymous class. Boxed, since few statements are one.
    Stub(Box<StubInstance>),
    /// `array[index] = value`; defines no variable.
    WriteElement {
        /// The array.
        array: VariableRef,
        /// Position written.
        index: u32,
        /// What is written.
        value: VariableRef,
    },
}

impl Statement {
    /// The type of the variable it defines; `None` if it defines none.
    pub fn defined_type(&self, cluster: &TestCluster) -> Option<TypeId> {
        match self {
            Self::Value(value) => Some(value.type_id()),
            Self::Invoke { callable, .. } => {
                let return_type = cluster.callable(*callable).return_type;
                (return_type != TypeTable::VOID).then_some(return_type)
            }
            Self::NewArray { array_type, .. } => Some(*array_type),
            Self::Stub(instance) => Some(cluster.stub(instance.stub).ty),
            Self::WriteElement { .. } => None,
        }
    }

    /// Whether it calls this.
    pub fn calls(&self, of: CallableId) -> bool {
        matches!(self, Self::Invoke { callable, .. } if *callable == of)
    }

    /// The variables it reads, receiver first.
    pub fn references(&self) -> SmallVec<[VariableRef; 5]> {
        match self {
            Self::Value(_) | Self::NewArray { .. } => SmallVec::new(),
            Self::Invoke { receiver, arguments, .. } => receiver.iter().chain(arguments).copied().collect(),
            Self::Stub(instance) => instance.references().collect(),
            Self::WriteElement { array, value, .. } => SmallVec::from_slice(&[*array, *value]),
        }
    }

    /// The variables it reads that name files in the test's folder, which are string literals.
    pub fn file_names(&self, cluster: &TestCluster) -> &[VariableRef] {
        let Self::Invoke { callable, arguments, .. } = self else { return &[] };
        let n_names = cluster.callable(*callable).folder_call().map_or(0, FolderCall::n_names);
        arguments.get(..n_names).unwrap_or(arguments)
    }

    /// Replaces every variable it reads.
    pub fn map_references(&mut self, mut map: impl FnMut(VariableRef) -> VariableRef) {
        match self {
            Self::Value(_) | Self::NewArray { .. } => {}
            Self::Invoke { receiver, arguments, .. } => {
                for reference in receiver.iter_mut().chain(arguments) {
                    *reference = map(*reference);
                }
            }
            Self::Stub(instance) => instance.map_references(map),
            Self::WriteElement { array, value, .. } => {
                *array = map(*array);
                *value = map(*value);
            }
        }
    }
}
