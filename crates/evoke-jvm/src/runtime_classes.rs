//! The Java classes of `runtime/`, embedded, and where they are in the JVM.

use jni_sys::jclass;

use crate::jni::{Env, Fault};

/// Internal name and class file, by name.
const CLASS_FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime_classes.rs"));

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
pub(crate) fn define(env: Env) -> Result<RuntimeClasses, Fault> {
    let mut waiting = CLASS_FILES.to_vec();
    while !waiting.is_empty() {
        let before = waiting.len();
        // A class whose superclass is still waiting is refused, and is tried again.
        let mut refusal = None;
        waiting.retain(|(name, bytes)| {
            let class = env.define_class(name, std::ptr::null_mut(), bytes);
            class.map(|class| env.delete_local(class)).map_err(|fault| refusal = Some(fault)).is_err()
        });
        if let Some(fault) = refusal.filter(|_| waiting.len() == before) {
            return Err(fault);
        }
    }
    Ok(RuntimeClasses {
        loader: env.find_boot_class("evoke/runtime/ClassUnderTestLoader")?,
        mutation: env.find_boot_class("evoke/runtime/Mutation")?,
        operands: env.find_boot_class("evoke/runtime/Operands")?,
        process_setup: env.find_boot_class("evoke/runtime/ProcessSetup")?,
        time_exhausted: env.find_boot_class("evoke/runtime/TimeExhausted")?,
        tracer: env.find_boot_class("evoke/runtime/Tracer")?,
    })
}
