//! What a test can call and build. Built before the search, never changed by it.

mod builder;
mod class_literals;
mod class_tokens;
mod files;
mod hidden_classes;
mod members;
mod narrower;
mod purity;
mod ranking;
mod stubs;
mod tested_types;

pub use builder::ClusterLimits;
pub(crate) use purity::is_pure_by_name;
pub use stubs::{StubMethod, StubType};

use std::collections::BTreeMap;

use evoke_classfile::ClassName;

use crate::{CallableId, MethodId, StubId, TypeId, TypeTable};

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
    /// Its position in [`TestCluster::callables`].
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
    /// What it gives; [`TypeTable::VOID`] for nothing. A constructor gives its class.
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

/// The callables around a class under test.
#[derive(Clone, Debug, Default)]
pub struct TestCluster {
    /// All types of the closed world.
    pub types: TypeTable,
    /// All callables; indexed by [`CallableId`].
    pub callables: Vec<Callable>,
    /// Callable members of the class under test and of its accessible nested classes.
    pub under_test: Vec<CallableId>,
    /// What gives a value that fits the type, cheapest first, for every type that is needed and can be generated.
    pub generators: BTreeMap<TypeId, Vec<CallableId>>,
    /// Calls and field writes that may change an object of the type.
    pub modifiers: BTreeMap<TypeId, Vec<CallableId>>,
    /// Pure calls without arguments that show a primitive, string or enum of an object of the type.
    pub inspectors: BTreeMap<TypeId, Vec<CallableId>>,
    /// Types that the code under test asks objects for, by `instanceof` or a cast.
    pub tested_types: Vec<TypeId>,
    /// What a test can implement itself; indexed by [`StubId`].
    pub stubs: Vec<StubType>,
    /// Stubs that fit the type, for every type that is needed and can be implemented.
    pub stubs_by_type: BTreeMap<TypeId, Vec<StubId>>,
    /// Class literals that fit the type, for every type that some do; ascending.
    class_literals: BTreeMap<TypeId, Vec<TypeId>>,
    /// Package of the class under test and of its tests, as class files spell it.
    pub package: String,
    /// Types that a value of the declared type may be of at run time, with members of their own.
    narrower: BTreeMap<TypeId, Vec<TypeId>>,
    /// Row-major bit matrix over types: whether a value of the row's type may be used where the column's is wanted.
    assignable: Vec<u64>,
}

impl TestCluster {
    /// The callable behind an id.
    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables[id.index()]
    }

    /// What gives a value of the type; empty for primitives, strings, arrays, classes and types out of reach.
    pub fn generators(&self, ty: TypeId) -> &[CallableId] {
        self.generators.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// The stub behind an id.
    pub fn stub(&self, id: StubId) -> &StubType {
        &self.stubs[id.index()]
    }

    /// Stubs that fit the type; empty where a test cannot implement it, or has no need to.
    pub fn stubs_of(&self, ty: TypeId) -> &[StubId] {
        self.stubs_by_type.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// What may change an object of the type.
    pub fn modifiers(&self, ty: TypeId) -> &[CallableId] {
        self.modifiers.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// What shows the state of an object of the type without changing it.
    pub fn inspectors(&self, ty: TypeId) -> &[CallableId] {
        self.inspectors.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Whether a value of type `from` may stand where `to` is wanted, without conversion.
    pub fn is_assignable(&self, from: TypeId, to: TypeId) -> bool {
        let bit = from.index() * self.types.len() + to.index();
        self.assignable.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Fills the assignability matrix from a relation over all pairs of types.
    pub fn set_assignability(&mut self, mut relation: impl FnMut(&TypeTable, TypeId, TypeId) -> bool) {
        let count = self.types.len();
        self.assignable = vec![0; (count * count).div_ceil(64)];
        for from in 0..count {
            for to in 0..count {
                if relation(&self.types, TypeId(from as u32), TypeId(to as u32)) {
                    let bit = from * count + to;
                    self.assignable[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }
}
