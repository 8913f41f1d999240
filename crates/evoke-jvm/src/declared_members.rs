//! What classes tell of their methods and constructors, put in order: HotSpot sorts methods by where their names lie in memory, so that two
//! JVMs do not agree on `Class.getDeclaredMethods`, and on what is made of it (`getMethods`).

use std::ffi::c_void;
use std::sync::OnceLock;

use evoke_runtime::members::declared_order;
use jni_sys::{JNIEnv, jboolean, jclass, jmethodID, jobject, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::jvm_functions::JvmFunctions;
use crate::jvm_parts::JvmParts;
use crate::runtime_classes;
use crate::surroundings::Order;

/// Native methods are given nothing but their arguments, and a process has one JVM.
static INSTALLED: OnceLock<Installed> = OnceLock::new();

/// What stands behind the native methods.
struct Installed {
    functions: JvmFunctions,
    order: jclass,
    sort: jmethodID,
}

// SAFETY: a global reference and an id, which any attached thread may use.
unsafe impl Send for Installed {}
// SAFETY: as above.
unsafe impl Sync for Installed {}

/// Has every class tell its members in this order, as far as they have not been asked for yet.
pub(crate) fn install(env: Env, wanted: Order, parts: &JvmParts<'_>) -> Result<(), Fault> {
    let (order, functions) = (parts.runtime.declared_order, parts.functions);
    let is_reversed = runtime_classes::static_field(env, order, declared_order::IS_REVERSED)?;
    let value = jvalue { z: wanted == Order::Descending };
    env.set_static(order, is_reversed, JniType::Boolean, value);
    let sort = runtime_classes::static_method(env, order, declared_order::SORT)?;
    INSTALLED.get_or_init(|| Installed { functions, order, sort });
    let class = env.find_boot_class("java/lang/Class")?;
    let of_methods = "(Z)[Ljava/lang/reflect/Method;";
    env.register_native(class, "getDeclaredMethods0", of_methods, methods as *mut c_void)?;
    let of_constructors = "(Z)[Ljava/lang/reflect/Constructor;";
    env.register_native(class, "getDeclaredConstructors0", of_constructors, constructors as *mut c_void)
}

/// In place of `Class.getDeclaredMethods0`.
extern "system" fn methods(env: *mut JNIEnv, class: jclass, is_public: jboolean) -> jobject {
    in_order(env, |functions| (functions.declared_methods)(env, class, is_public))
}

/// In place of `Class.getDeclaredConstructors0`.
extern "system" fn constructors(env: *mut JNIEnv, class: jclass, is_public: jboolean) -> jobject {
    in_order(env, |functions| (functions.declared_constructors)(env, class, is_public))
}

fn in_order(env: *mut JNIEnv, ask: impl FnOnce(&JvmFunctions) -> jobject) -> jobject {
    let Some(installed) = INSTALLED.get() else { return std::ptr::null_mut() };
    let members = ask(&installed.functions);
    // SAFETY: the JVM passes the environment of the current thread.
    let env = unsafe { Env::new(env) };
    if members.is_null() || env.has_exception() {
        return members;
    }
    let sorted = env.call_static(installed.order, installed.sort, JniType::Void, &[jvalue { l: members }]);
    // There may be no stack left, or no memory.
    if let Err(Fault::Threw(thrown)) = sorted {
        env.throw(thrown);
    }
    members
}
