//! Callables of the cluster with class, member id and kind of call resolved, once each, when first called.
//!
//! Resolving initialises the class, as the call itself would. A failure is not remembered: the JVM gives
//! `ExceptionInInitializerError` once and `NoClassDefFoundError` from then on, and so do the tests.

use evoke_analysis::{Callable, CallableKind, FolderCall, MethodId, Setting, TestCluster};
use evoke_classfile::{FieldType, MethodDescriptor};
use jni_sys::{jclass, jfieldID, jmethodID, jobject, jvalue};

use crate::erased_types::{ErasedId, ErasedTypes};
use crate::failure::Failure;
use crate::jni::{Env, Fault, JniType};
use crate::parameter::Parameter;

/// A resolved callable.
pub(crate) struct Member {
    access: Access,
    class: jclass,
    /// What the call gives.
    pub(crate) result: JniType,
    /// Erasure of its static type.
    pub(crate) result_type: ErasedId,
    /// Whether Java would cast the result: the descriptor promises less than the static type.
    pub(crate) casts_result: bool,
    /// What the receiver has to be; `None` if there is none.
    pub(crate) receiver: Option<ErasedId>,
    pub(crate) parameters: Box<[Parameter]>,
    /// Whether null as first argument throws (`outer.new Inner()`).
    pub(crate) first_argument_is_outer: bool,
    /// The method under test that it calls.
    pub(crate) under_test: Option<MethodId>,
    /// What it sets of the process.
    pub(crate) set: Option<Setting>,
    /// What it does with the folder of the test.
    pub(crate) folder_call: Option<FolderCall>,
}

enum Access {
    StaticMethod(jmethodID),
    Method(jmethodID),
    Constructor(jmethodID),
    StaticRead(jfieldID),
    Read(jfieldID),
    StaticWrite(jfieldID),
    Write(jfieldID),
}

impl Member {
    pub(crate) fn resolve(
        env: Env,
        types: &mut ErasedTypes,
        cluster: &TestCluster,
        callable: &Callable,
    ) -> Result<Self, Failure> {
        let (parameters, returned) = descriptor_types(callable)?;
        let owner = types.intern(&FieldType::Object(callable.owner.clone()));
        let class = types.class(owner)?;
        let access = access(env, class, callable)?;
        let static_type = match callable.kind {
            CallableKind::Constructor => Some(FieldType::Object(callable.owner.clone())),
            CallableKind::Method | CallableKind::FieldRead => cluster.types.erasure(callable.return_type),
            CallableKind::FieldWrite => None,
        };
        let has_receiver = !callable.is_static && callable.kind != CallableKind::Constructor;
        let parameters = parameters.iter().map(|ty| Parameter::of(types, ty)).collect();
        Ok(Self {
            access,
            class,
            result: returned.as_ref().map_or(JniType::Void, JniType::of),
            result_type: static_type.as_ref().map_or(ErasedTypes::OBJECT, |ty| types.intern(ty)),
            casts_result: returned.is_some() && static_type.is_some() && returned != static_type,
            receiver: has_receiver.then_some(owner),
            parameters,
            first_argument_is_outer: callable.takes_outer_instance,
            under_test: callable.under_test,
            set: cluster.settings.set_by(callable.id),
            folder_call: callable.folder_call(),
        })
    }

    /// Makes the call. The receiver is not null where there is one; arguments fit the parameters.
    pub(crate) fn call(&self, env: Env, receiver: jobject, arguments: &[jvalue]) -> Result<jvalue, Fault> {
        let written = arguments.first().copied();
        Ok(match self.access {
            Access::StaticMethod(id) => env.call_static(self.class, id, self.result, arguments)?,
            Access::Method(id) => env.call_virtual(receiver, id, self.result, arguments)?,
            Access::Constructor(id) => jvalue { l: env.new_object(self.class, id, arguments)? },
            Access::StaticRead(id) => env.get_static(self.class, id, self.result),
            Access::Read(id) => env.get(receiver, id, self.result),
            Access::StaticWrite(id) => {
                if let (Some(value), Some(parameter)) = (written, self.parameters.first()) {
                    env.set_static(self.class, id, parameter.jni_type, value);
                }
                jvalue { j: 0 }
            }
            Access::Write(id) => {
                if let (Some(value), Some(parameter)) = (written, self.parameters.first()) {
                    env.set(receiver, id, parameter.jni_type, value);
                }
                jvalue { j: 0 }
            }
        })
    }
}

/// Erased parameters and result; a constructor gives its class.
fn descriptor_types(callable: &Callable) -> Result<(Vec<FieldType>, Option<FieldType>), Failure> {
    let field = || FieldType::parse(&callable.descriptor).map_err(|_| Failure::CLASS_FORMAT);
    Ok(match callable.kind {
        CallableKind::FieldRead => (Vec::new(), Some(field()?)),
        CallableKind::FieldWrite => (vec![field()?], None),
        CallableKind::Constructor | CallableKind::Method => {
            let descriptor =
                MethodDescriptor::parse(&callable.descriptor).map_err(|_| Failure::CLASS_FORMAT)?;
            let is_constructor = callable.kind == CallableKind::Constructor;
            let created = || FieldType::Object(callable.owner.clone());
            (descriptor.parameters, if is_constructor { Some(created()) } else { descriptor.return_type })
        }
    })
}

fn access(env: Env, class: jclass, callable: &Callable) -> Result<Access, Fault> {
    let (name, descriptor) = (callable.name.as_str(), callable.descriptor.as_str());
    Ok(match (callable.kind, callable.is_static) {
        (CallableKind::Constructor, _) => Access::Constructor(env.method(class, name, descriptor)?),
        (CallableKind::Method, true) => Access::StaticMethod(env.static_method(class, name, descriptor)?),
        (CallableKind::Method, false) => Access::Method(env.method(class, name, descriptor)?),
        (CallableKind::FieldRead, true) => Access::StaticRead(env.static_field(class, name, descriptor)?),
        (CallableKind::FieldRead, false) => Access::Read(env.field(class, name, descriptor)?),
        (CallableKind::FieldWrite, true) => Access::StaticWrite(env.static_field(class, name, descriptor)?),
        (CallableKind::FieldWrite, false) => Access::Write(env.field(class, name, descriptor)?),
    })
}
