//! The runtime classes of a search, and where they are in the JVM.

use evoke_runtime::{Member, SEARCH_CLASSES, members};
use jni_sys::{jclass, jfieldID, jmethodID};

use crate::env::{Env, Pending};

/// Those that Rust itself uses, as global references.
pub(crate) struct RuntimeClasses {
    pub(crate) loader: jclass,
    pub(crate) operands: jclass,
    pub(crate) process_setup: jclass,
    pub(crate) time_exhausted: jclass,
    pub(crate) tracer: jclass,
    pub(crate) mutation: jclass,
}

/// Defines all of them in the boot loader, where every class can see them.
pub(crate) fn define(env: Env) -> Result<RuntimeClasses, Pending> {
    let mut waiting = SEARCH_CLASSES.to_vec();
    while !waiting.is_empty() {
        let before = waiting.len();
        // A class whose superclass is still waiting is refused, and is tried again.
        waiting.retain(|class| {
            let class = env.define_boot_class(class.name, class.bytes);
            env.clear_exception();
            class.map(|class| env.delete_local(class)).is_err()
        });
        if waiting.len() == before {
            return Err(Pending);
        }
    }
    Ok(RuntimeClasses {
        loader: env.find_boot_class(members::class_under_test_loader::CLASS)?,
        mutation: env.find_boot_class(members::mutation::CLASS)?,
        operands: env.find_boot_class(members::operands::CLASS)?,
        process_setup: env.find_boot_class(members::process_setup::CLASS)?,
        time_exhausted: env.find_boot_class(members::time_exhausted::CLASS)?,
        tracer: env.find_boot_class(members::tracer::CLASS)?,
    })
}

/// A static method of a runtime class; `class` is the one that declares it.
pub(crate) fn static_method(env: Env, class: jclass, method: Member) -> Result<jmethodID, Pending> {
    env.static_method(class, method.name, method.descriptor)
}

/// A static field of a runtime class; `class` is the one that declares it.
pub(crate) fn static_field(env: Env, class: jclass, field: Member) -> Result<jfieldID, Pending> {
    env.static_field(class, field.name, field.descriptor)
}
