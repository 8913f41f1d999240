//! Names of run-time classes, asked of the JVM once a class.

use evoke_classfile::ClassName;
use jni_sys::{jclass, jmethodID, jobject};

use crate::jni::{Env, Fault, JniType};

/// Classes that are known at once: code under test may make some in each run, which are to go again.
const MAX_KNOWN: usize = 512;

/// Known classes, the one asked for last in front: tests throw the same few exceptions over and over.
pub(crate) struct ClassNames {
    env: Env,
    get_name: jmethodID,
    known: Vec<(jclass, ClassName)>,
}

impl ClassNames {
    pub(crate) fn new(env: Env) -> Result<Self, Fault> {
        let class_class = env.find_boot_class("java/lang/Class")?;
        let get_name = env.method(class_class, "getName", "()Ljava/lang/String;")?;
        Ok(Self { env, get_name, known: Vec::new() })
    }

    /// The run-time class of an object that is not null, in internal form; an array's is its descriptor.
    pub(crate) fn of(&mut self, object: jobject) -> ClassName {
        let class = self.env.class_of(object);
        let name = self.name(class).unwrap_or_else(|_| {
            // The JVM may be out of memory just now; an answer that is true of everything is better than none.
            "java/lang/Object".into()
        });
        self.env.delete_local(class);
        name
    }

    /// The name of a class.
    pub(crate) fn name(&mut self, class: jclass) -> Result<ClassName, Fault> {
        if let Some(position) = self.known.iter().position(|(known, _)| self.env.is_same(*known, class)) {
            self.known[..=position].rotate_right(1);
            return Ok(self.known[0].1.clone());
        }
        let text = self.env.call_virtual(class, self.get_name, JniType::Reference, &[])?;
        // SAFETY: the call returned a reference.
        let text = unsafe { text.l };
        let name = ClassName::from_binary(&self.env.utf8_string(text));
        self.env.delete_local(text);
        let global = self.env.new_global(class)?;
        self.known.insert(0, (global, name.clone()));
        if self.known.len() > MAX_KNOWN
            && let Some((forgotten, _)) = self.known.pop()
        {
            self.env.delete_global(forgotten);
        }
        Ok(name)
    }
}
