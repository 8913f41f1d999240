//! What an argument has to be. JNI checks nothing, so what a Java compiler or the bytecode verifier would have ensured
//! is checked here, and gives the exception that the emitted Java would throw.

use evoke_classfile::FieldType;
use jni_sys::{jobject, jvalue};

use crate::erased_types::{ErasedId, ErasedTypes};
use crate::failure::Failure;
use crate::jni::{Env, JniType};
use crate::variable::Variable;

/// A parameter, a receiver or a result by its erased type.
#[derive(Clone, Copy)]
pub(crate) struct Parameter {
    pub(crate) jni_type: JniType,
    pub(crate) ty: ErasedId,
}

impl Parameter {
    pub(crate) fn of(types: &mut ErasedTypes, ty: &FieldType) -> Self {
        Self { jni_type: JniType::of(ty), ty: types.intern(ty) }
    }

    pub(crate) fn reference(ty: ErasedId) -> Self {
        Self { jni_type: JniType::Reference, ty }
    }

    /// The variable's value where this is wanted: widened if primitive, proven to be an instance if a reference.
    pub(crate) fn accept(
        self,
        env: Env,
        types: &mut ErasedTypes,
        variable: Option<&Variable>,
    ) -> Result<jvalue, Failure> {
        let variable = variable.ok_or(Failure::CLASS_CAST)?;
        let value = variable.jni_type.widen(variable.value, self.jni_type).ok_or(Failure::CLASS_CAST)?;
        if self.jni_type == JniType::Reference && variable.ty != self.ty {
            // SAFETY: the type says that it is a reference.
            self.cast(env, types, unsafe { value.l })?;
        }
        Ok(value)
    }

    /// Java's `checkcast`; this is a reference.
    pub(crate) fn cast(self, env: Env, types: &mut ErasedTypes, object: jobject) -> Result<(), Failure> {
        if self.ty == ErasedTypes::OBJECT || env.is_instance(object, types.class(self.ty)?) {
            Ok(())
        } else {
            Err(Failure::CLASS_CAST)
        }
    }
}
