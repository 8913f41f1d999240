//! What a test can call: one member of a class with every type resolved, as data.

use evoke_classfile::ClassName;

use crate::{CallableId, MethodId, TypeId, TypeTable};

/// The kinds of callable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CallableKind {
    /// `new Owner(…)`
    Constructor,
    /// `receiver.name(…)` or `Owner.name(…)`
    Method,
    /// `receiver.name` or `Owner.name`, enum constants included. No parameters.
    FieldRead,
    /// `receiver.name = value`. One parameter, no result.
    FieldWrite,
}

/// A member that a test in the package of the class under test may use, with every type resolved: the same method
/// on `List<String>` and on `List<Integer>` is two callables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// Its position in [`crate::TestCluster::callables`].
    pub id: CallableId,
    /// What it is.
    pub kind: CallableKind,
    /// The class in which to resolve it and whose name a static use is written with.
    pub owner: ClassName,
    /// Whether the owner is an interface.
    pub owner_is_interface: bool,
    /// Member name; `<init>` for constructors.
    pub name: String,
    /// Erased method or field descriptor.
    pub descriptor: String,
    /// Whether it needs no receiver. Constructors are not static and have no receiver.
    pub is_static: bool,
    /// Whether the last parameter is declared `T...`.
    pub is_varargs: bool,
    /// Type of the receiver; `None` for static members and constructors.
    pub receiver: Option<TypeId>,
    /// Types of the descriptor's parameters; for the constructor of an inner class the first is the outer instance.
    pub parameters: Vec<TypeId>,
    /// Names of the parameters where known.
    pub parameter_names: Vec<Option<String>>,
    /// Whether the first parameter is the outer instance: `outer.new Inner(…)`.
    pub takes_outer_instance: bool,
    /// What it gives; [`crate::TypeTable::VOID`] for nothing. A constructor gives its class.
    pub return_type: TypeId,
    /// Declared exceptions.
    pub exceptions: Vec<ClassName>,
    /// The method of the class under test, if it is one.
    pub under_test: Option<MethodId>,
    /// Whether calling it leaves no trace in reachable state, as far as its bytecode shows.
    pub is_pure: bool,
    /// Whether another method or constructor of this name takes as many arguments, so that `null` alone would not tell
    /// which one is meant.
    pub has_namesake: bool,
}

impl Callable {
    /// Whether it connects its receiver to another machine, as far as its name tells.
    pub fn connects(&self) -> bool {
        self.receiver.is_some() && self.name.starts_with("connect")
    }

    /// Whether what it is given may be written to by code under test, or for it by an object that the call makes (an emitter that a serializer
    /// is made with) or is called on: a method that gives nothing keeps what it is given, or does something with it
    /// (`client.registerSpyStream(stream)`, which a subclass of the class under test has).
    pub fn hands_on(&self) -> bool {
        let is_of_jdk = ["java/", "javax/"].iter().any(|package| self.owner.as_str().starts_with(package));
        let keeps = self.kind == CallableKind::Constructor
            || self.receiver.is_some() && self.return_type == TypeTable::VOID;
        self.under_test.is_some() || keeps && !is_of_jdk
    }
}
