//! Code that the JVM has compiled already, in which the values of `static final` fields are constants.

use jni_sys::jclass;
use jvmti_bindings::sys::jvmti::jvmtiCapabilities;

use crate::jni::{Env, Fault};
use crate::jvmti::{Jvmti, succeeded};

/// Has the JVM compile anew what it has compiled, to be called once in its life. HotSpot notes which compiled code a change of a class
/// concerns only from the first such change on, at which it gives up all that there is; that the class stays as it is does not matter.
pub(crate) fn discard(env: Env, any_class: jclass) -> Result<(), Fault> {
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_retransform_classes(true);
    let jvmti = Jvmti::open(env.java_vm()?, &capabilities)?;
    let class = any_class.cast();
    let retransform = jvmti.functions().RetransformClasses;
    // SAFETY: the class is a live reference, and one is announced.
    succeeded(retransform.map(|retransform| unsafe { retransform(jvmti.as_ptr(), 1, &raw const class) }))
}
