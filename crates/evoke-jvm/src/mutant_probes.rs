//! Other code for loaded classes (JVMTI `RedefineClasses`): with and without the probes of mutants.

use evoke_classfile::ClassName;
use jni_sys::jclass;
use jvmti_bindings::sys::jvmti::{jvmtiCapabilities, jvmtiClassDefinition};

use crate::jni::{Env, Fault};
use crate::jvmti::{Jvmti, succeeded};

/// Gives classes with the probes that tell of mutants, or without.
pub trait MutantProbes {
    /// Gives the class loader classes with these probes from now on, or without, and tells the class files of those that it was given
    /// before, with the same. Nothing if that is what it was given all along.
    fn switch(&mut self, with_mutants: bool) -> Vec<(ClassName, Vec<u8>)>;
}

/// Puts other code into loaded classes.
pub(crate) struct ClassRedefiner(Jvmti);

impl ClassRedefiner {
    pub(crate) fn open(env: Env) -> Result<Self, Fault> {
        let mut capabilities = jvmtiCapabilities::default();
        capabilities.set_can_redefine_classes(true);
        Ok(Self(Jvmti::open(env.java_vm()?, &capabilities)?))
    }

    /// Runs from the next call of each method on with the code of this class file.
    pub(crate) fn redefine(&self, class: jclass, bytes: &[u8]) -> Result<(), Fault> {
        let definition = jvmtiClassDefinition {
            klass: class.cast(),
            class_byte_count: bytes.len() as i32,
            class_bytes: bytes.as_ptr(),
        };
        let redefine = self.0.functions().RedefineClasses;
        // SAFETY: the class is a live reference, and the JVM copies the bytes before it returns.
        succeeded(redefine.map(|redefine| unsafe { redefine(self.0.as_ptr(), 1, &raw const definition) }))
    }
}
