//! The test cluster: all that a test can call and build around a class under test, as data indexed by dense ids.

use std::collections::BTreeMap;

use super::callable::Callable;
use super::caller::Caller;
use super::collector::Collector;
use super::connections::is_connection;
use super::member_lookup::MemberLookup;
use super::setting::Settings;
use super::stub_type::{StubMethod, StubType};
use crate::specimen::Specimen;
use crate::{CallableId, StubId, TypeCategory, TypeId, TypeTable};

/// The callables around a class under test.
#[derive(Clone, Debug, Default)]
pub struct TestCluster {
    /// All types of the closed world.
    pub types: TypeTable,
    /// All callables; indexed by [`CallableId`].
    pub callables: Vec<Callable>,
    /// Callable members of the class under test and of its accessible nested classes.
    pub under_test: Vec<CallableId>,
    /// Calls of other classes that lead into the class under test.
    pub callers: Vec<Caller>,
    /// What gives a value that fits the type, cheapest first, for every type that is needed and can be generated.
    pub generators: BTreeMap<TypeId, Vec<CallableId>>,
    /// Calls and field writes that may change an object of the type.
    pub modifiers: BTreeMap<TypeId, Vec<CallableId>>,
    /// Calls of methods that objects of a type under test inherit, that take nothing or a primitive or string and give one, but for pure calls
    /// without arguments. No search makes them.
    pub inherited_questions: BTreeMap<TypeId, Vec<CallableId>>,
    /// Pure calls without arguments that show a primitive, string or enum of an object of the type.
    pub inspectors: BTreeMap<TypeId, Vec<CallableId>>,
    /// Pure calls without arguments that give an object or an array which an object of the type holds.
    pub parts: BTreeMap<TypeId, Vec<CallableId>>,
    /// Types that the code under test asks objects for, by `instanceof` or a cast.
    pub tested_types: Vec<TypeId>,
    /// Types that the code under test names by class literals, and of which a test can write such.
    pub named_classes: Vec<TypeId>,
    /// What a test can implement itself; indexed by [`StubId`].
    pub stubs: Vec<StubType>,
    /// Stubs that fit the type, for every type that is needed and can be implemented.
    pub stubs_by_type: BTreeMap<TypeId, Vec<StubId>>,
    /// Classes of the test's own that calls here are made on or class literals here are of.
    pub specimens: Vec<Specimen>,
    /// Calls that give members of classes as objects, where any is needed.
    pub member_lookups: Vec<MemberLookup>,
    /// Class literals that fit the type, for every type that some do; ascending.
    pub(super) class_literals: BTreeMap<TypeId, Vec<TypeId>>,
    /// What the code under test reads of the state of the process.
    pub settings: Settings,
    /// What collects what the code under test writes.
    pub collectors: Vec<Collector>,
    /// Package of the class under test and of its tests, as class files spell it.
    pub package: String,
    /// Types that a value of the declared type may be of at run time, with members of their own.
    pub(super) narrower: BTreeMap<TypeId, Vec<TypeId>>,
    /// Calls that may give the type and are declared to give a supertype.
    pub wider_generators: BTreeMap<TypeId, Vec<CallableId>>,
    /// Row-major bit matrix over types: whether a value of the row's type may be used where the column's is wanted.
    pub(super) assignable: Vec<u64>,
}

impl TestCluster {
    /// The callable behind an id.
    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables[id.index()]
    }

    /// Whether a call of another class leads into the class under test.
    pub fn is_caller(&self, callable: CallableId) -> bool {
        self.callers.iter().any(|caller| caller.callable == callable)
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

    /// The specimen that the type is, if it is one.
    pub fn specimen(&self, ty: TypeId) -> Option<&Specimen> {
        let name = self.types.class_name(ty)?;
        self.specimens.iter().find(|specimen| specimen.name == *name)
    }

    /// Whether objects of the type connect to other machines, or make what does, so that tests implement them.
    pub fn is_connection(&self, ty: TypeId) -> bool {
        self.types.class_name(ty).is_some_and(is_connection)
    }

    /// Whether a call takes such an object.
    pub fn takes_connection(&self, callable: &Callable) -> bool {
        callable.parameters.iter().any(|ty| self.is_connection(*ty))
    }

    /// What an object of the type can be asked that is not under test, and may change it.
    pub fn questions(&self, ty: TypeId) -> impl Iterator<Item = CallableId> {
        let inherited = self.inherited_questions.get(&ty).map_or(&[][..], Vec::as_slice);
        let modifiers = self.modifiers(ty).iter().filter(|id| !inherited.contains(id));
        inherited.iter().chain(modifiers).copied().filter(|id| !self.under_test.contains(id))
    }

    /// What may change an object of the type.
    pub fn modifiers(&self, ty: TypeId) -> &[CallableId] {
        self.modifiers.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// What shows the state of an object of the type without changing it.
    pub fn inspectors(&self, ty: TypeId) -> &[CallableId] {
        self.inspectors.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// What gives the objects and arrays that an object of the type holds, without changing it.
    pub fn parts(&self, ty: TypeId) -> &[CallableId] {
        self.parts.get(&ty).map_or(&[], Vec::as_slice)
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

    /// Parameters of the method whose value may be returned as it is.
    pub fn returnable_parameters(&self, method: &StubMethod) -> impl Iterator<Item = u8> {
        let fits = |ty: TypeId| {
            ty == method.return_type
                || self.types.category(method.return_type) != TypeCategory::Void
                    && !self.types.is_primitive(ty)
                    && self.is_assignable(ty, method.return_type)
        };
        (0_u8..=255).zip(&method.parameters).filter(move |(_, ty)| fits(**ty)).map(|(position, _)| position)
    }
}
