//! Where the bytes of the user's classes come from: Rust is asked by the class loader, one class at a time.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use evoke_classfile::ClassName;
use evoke_runtime::members::class_under_test_loader::{BYTES, OPEN};
use jni_sys::{JNIEnv, jarray, jclass, jlong, jobject, jstring, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::jvm::Jvm;
use crate::runtime_classes::static_method;

/// Gives the class loader what to define. It may be asked by any thread of the JVM.
pub trait ClassProvider: Send {
    /// The class file to load under this name; `None` makes it a `ClassNotFoundException`.
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>>;
}

type SharedProvider = Mutex<Box<dyn ClassProvider>>;

/// A class loader over a provider, as a global reference.
///
/// The provider is never dropped: classes can ask their loader for others as long as the JVM lives.
pub(crate) fn open_loader(jvm: &Jvm, provider: Box<dyn ClassProvider>) -> Result<jobject, Fault> {
    let (env, class) = (jvm.env(), jvm.runtime().loader);
    env.register_native(class, BYTES.name, BYTES.descriptor, class_bytes as *mut c_void)?;
    let open = static_method(env, class, OPEN)?;
    let entries = string_array(env, jvm.class_path())?;
    let provider: &'static SharedProvider = Box::leak(Box::new(Mutex::new(provider)));
    let handle = ptr::from_ref(provider) as jlong;
    let assertions = jvalue { z: jvm.checks_assertions() };
    let arguments = [jvalue { l: entries }, jvalue { j: handle }, assertions];
    let loader = env.call_static(class, open, JniType::Reference, &arguments)?;
    // SAFETY: the call returned a reference.
    env.globalize(unsafe { loader.l })
}

fn string_array(env: Env, texts: &[String]) -> Result<jarray, Fault> {
    let string_class = env.find_boot_class("java/lang/String")?;
    let array = env.new_object_array(string_class, texts.len() as i32)?;
    for (index, text) in texts.iter().enumerate() {
        let string = env.new_text(text)?;
        env.set_element(array, JniType::Reference, index as i32, jvalue { l: string })?;
        env.delete_local(string);
    }
    env.delete_global(string_class);
    Ok(array)
}

/// `ClassUnderTestLoader.bytes`: null where the provider has nothing, or failed.
extern "system" fn class_bytes(env: *mut JNIEnv, _: jclass, provider: jlong, name: jstring) -> jarray {
    if name.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: `open_loader` leaked the provider behind this handle, and only it makes handles.
    let provider = unsafe { &*(provider as *const SharedProvider) };
    // SAFETY: the JVM passes the environment of the thread it calls on.
    let env = unsafe { Env::new(env) };
    // A panic must not unwind through frames of the JVM.
    catch_unwind(AssertUnwindSafe(|| {
        let name = ClassName::from_binary(&env.utf8_string(name));
        let bytes = provider.lock().unwrap_or_else(PoisonError::into_inner).class_bytes(&name)?;
        env.new_byte_array(&bytes).ok()
    }))
    .ok()
    .flatten()
    .unwrap_or(ptr::null_mut())
}
