//! Classes of stubs, defined beside the class under test when first needed: one for each stub and shape of what its
//! methods give.

use evoke_analysis::{StubId, TestCluster};
use evoke_classfile::{FieldType, MethodDescriptor};
use evoke_testcase::StubInstance;
use jni_sys::{jclass, jmethodID, jobject};
use rustc_hash::FxHashMap;

use crate::callables::{Parameter, ResolveError};
use crate::env::Env;
use crate::erased_types::{ErasedId, ErasedTypes};
use crate::kind::Kind;
use crate::stub_class::{self, ReturnShape};

/// The classes defined so far.
pub(crate) struct StubClasses {
    /// Loader of the class under test.
    loader: jobject,
    defined: FxHashMap<(StubId, Vec<ReturnShape>), DefinedStub>,
}

/// A class of a stub, ready for use.
pub(crate) struct DefinedStub {
    pub(crate) class: jclass,
    pub(crate) constructor: jmethodID,
    /// Parameters of the constructor.
    pub(crate) parameters: Box<[Parameter]>,
    /// What is stubbed, which is all that a test may know of an instance.
    pub(crate) ty: ErasedId,
}

impl StubClasses {
    pub(crate) fn new(loader: jobject) -> Self {
        Self { loader, defined: FxHashMap::default() }
    }

    /// The class of this instance, defined now if it is the first of its shape.
    pub(crate) fn class_of(
        &mut self,
        env: Env,
        types: &mut ErasedTypes,
        cluster: &TestCluster,
        instance: &StubInstance,
    ) -> Result<&DefinedStub, ResolveError> {
        let shapes: Vec<ReturnShape> = instance.returns.iter().map(ReturnShape::of).collect();
        let number = self.defined.len();
        match self.defined.entry((instance.stub, shapes)) {
            std::collections::hash_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let stub = cluster.stub(instance.stub);
                // Beside the tests' own classes, since a stub may see what these may see.
                let separator = if cluster.package.is_empty() { "" } else { "/" };
                let name = format!("{}{separator}EvokeStub${number}", cluster.package);
                let written =
                    stub_class::write(&name, stub, &entry.key().1).map_err(|_| ResolveError::Malformed)?;
                let descriptor =
                    MethodDescriptor::parse(&written.constructor).map_err(|_| ResolveError::Malformed)?;
                let class = env.globalize(env.define_class(&name, self.loader, &written.bytes)?)?;
                let constructor = env.method(class, "<init>", &written.constructor)?;
                let parameters = descriptor
                    .parameters
                    .iter()
                    .map(|ty| Parameter { kind: Kind::of(ty), ty: types.intern(ty) })
                    .collect();
                let ty = types.intern(&FieldType::Object(stub.class.clone()));
                Ok(entry.insert(DefinedStub { class, constructor, parameters, ty }))
            }
        }
    }
}
