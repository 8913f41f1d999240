//! The runtime classes of a search, and where they are in the JVM.

use evoke_runtime::{Member, SEARCH_CLASSES, members};
use jni_sys::{jclass, jfieldID, jmethodID};

use crate::jni::{Env, Fault};

/// Those that Rust itself uses, as global references.
pub(crate) struct RuntimeClasses {
    pub(crate) assertions: jclass,
    pub(crate) declared_order: jclass,
    pub(crate) elsewhere: jclass,
    pub(crate) loader: jclass,
    pub(crate) operands: jclass,
    pub(crate) own_constants: jclass,
    pub(crate) plain_lists: jclass,
    pub(crate) process_setup: jclass,
    pub(crate) settings: jclass,
    pub(crate) test_folder: jclass,
    pub(crate) static_state: jclass,
    pub(crate) stub_calls: jclass,
    pub(crate) time_exhausted: jclass,
    pub(crate) tracer: jclass,
    pub(crate) mutation: jclass,
}

/// Defines all of them in the boot loader, where every class can see them.
pub(crate) fn define(env: Env) -> Result<RuntimeClasses, Fault> {
    let mut waiting = SEARCH_CLASSES.to_vec();
    while !waiting.is_empty() {
        let before = waiting.len();
        // A class whose superclass is still waiting is refused, and is tried again.
        let mut refusal = None;
        waiting.retain(|class| {
            let defined = env.define_class(class.name, std::ptr::null_mut(), class.bytes);
            defined.map(|class| env.delete_local(class)).map_err(|fault| refusal = Some(fault)).is_err()
        });
        if let Some(fault) = refusal.filter(|_| waiting.len() == before) {
            return Err(fault);
        }
    }
    Ok(RuntimeClasses {
        assertions: env.find_boot_class(members::assertions::CLASS)?,
        declared_order: env.find_boot_class(members::declared_order::CLASS)?,
        elsewhere: env.find_boot_class(members::elsewhere::CLASS)?,
        loader: env.find_boot_class(members::class_under_test_loader::CLASS)?,
        mutation: env.find_boot_class(members::mutation::CLASS)?,
        operands: env.find_boot_class(members::operands::CLASS)?,
        own_constants: env.find_boot_class(members::own_constants::CLASS)?,
        plain_lists: env.find_boot_class(members::plain_lists::CLASS)?,
        process_setup: env.find_boot_class(members::process_setup::CLASS)?,
        settings: env.find_boot_class(members::settings::CLASS)?,
        test_folder: env.find_boot_class(members::test_folder::CLASS)?,
        static_state: env.find_boot_class(members::static_state::CLASS)?,
        stub_calls: env.find_boot_class(members::stub_calls::CLASS)?,
        time_exhausted: env.find_boot_class(members::time_exhausted::CLASS)?,
        tracer: env.find_boot_class(members::tracer::CLASS)?,
    })
}

/// A static method of a runtime class; `class` is the one that declares it.
pub(crate) fn static_method(env: Env, class: jclass, method: Member) -> Result<jmethodID, Fault> {
    env.static_method(class, method.name, method.descriptor)
}

/// A static field of a runtime class; `class` is the one that declares it.
pub(crate) fn static_field(env: Env, class: jclass, field: Member) -> Result<jfieldID, Fault> {
    env.static_field(class, field.name, field.descriptor)
}
