//! Classes of stubs, defined beside the class under test when first needed: one for each stub and shape of what its
//! methods give.

use std::collections::hash_map::Entry;

use evoke_analysis::{StubId, StubType, TestCluster};
use evoke_classfile::{FieldType, MethodDescriptor};
use evoke_testcase::StubInstance;
use jni_sys::{jclass, jmethodID, jobject};
use rustc_hash::FxHashMap;

use crate::erased_types::{ErasedId, ErasedTypes};
use crate::failure::Failure;
use crate::jni::Env;
use crate::parameter::Parameter;
use crate::stub_calls::StubCalls;
use crate::stub_class::{self, StubShape};

/// The classes defined so far.
pub(crate) struct StubClasses {
    /// Loader of the class under test.
    loader: jobject,
    defined: FxHashMap<(StubId, StubShape), DefinedStub>,
    pub(crate) calls: StubCalls,
    /// Whether the stubs that are made have their calls recorded.
    pub(crate) records: bool,
    /// Names given out. Each is used once, whatever becomes of its class: a loader does not give a name back.
    n_names: u32,
}

/// A class of a stub.
struct DefinedStub {
    class: jclass,
    /// Looked up when first needed, which initialises the class. That may fail, again and again.
    constructor: Option<jmethodID>,
    constructor_descriptor: String,
    parameters: Box<[Parameter]>,
    ty: ErasedId,
}

/// How to make an instance of a stub.
#[derive(Clone, Copy)]
pub(crate) struct StubConstructor<'a> {
    pub(crate) class: jclass,
    pub(crate) id: jmethodID,
    pub(crate) parameters: &'a [Parameter],
    /// What is stubbed, which is all that a test may know of an instance.
    pub(crate) ty: ErasedId,
}

impl StubClasses {
    pub(crate) fn new(loader: jobject, calls: StubCalls) -> Self {
        Self { loader, defined: FxHashMap::default(), calls, records: false, n_names: 0 }
    }

    /// The constructor for this instance; its class is defined now if it is the first of its shape.
    pub(crate) fn constructor_of(
        &mut self,
        env: Env,
        types: &mut ErasedTypes,
        cluster: &TestCluster,
        instance: &StubInstance,
    ) -> Result<StubConstructor<'_>, Failure> {
        let stub = match self.defined.entry((instance.stub, StubShape::of(instance, self.records))) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let name = stub_name(&cluster.package, self.n_names);
                self.n_names += 1;
                let stub = cluster.stub(instance.stub);
                let first = self.calls.first_method(instance.stub);
                let written = stub_class::write(&name, (stub, first), &entry.key().1, cluster)
                    .map_err(|_| Failure::CLASS_FORMAT)?;
                let class = env.globalize(env.define_class(&name, self.loader, &written.bytes)?)?;
                entry.insert(DefinedStub::new(types, stub, class, written.constructor)?)
            }
        };
        let id = match stub.constructor {
            Some(id) => id,
            None => {
                *stub.constructor.insert(env.method(stub.class, "<init>", &stub.constructor_descriptor)?)
            }
        };
        Ok(StubConstructor { class: stub.class, id, parameters: &stub.parameters, ty: stub.ty })
    }
}

impl DefinedStub {
    fn new(
        types: &mut ErasedTypes,
        stub: &StubType,
        class: jclass,
        constructor_descriptor: String,
    ) -> Result<Self, Failure> {
        let descriptor =
            MethodDescriptor::parse(&constructor_descriptor).map_err(|_| Failure::CLASS_FORMAT)?;
        let parameters = descriptor.parameters.iter().map(|ty| Parameter::of(types, ty)).collect();
        let ty = types.intern(&FieldType::Object(stub.class.clone()));
        Ok(Self { class, constructor: None, constructor_descriptor, parameters, ty })
    }
}

/// Beside the tests' own classes, since a stub may see what these may see.
fn stub_name(package: &str, number: u32) -> String {
    let separator = if package.is_empty() { "" } else { "/" };
    format!("{package}{separator}EvokeStub${number}")
}
