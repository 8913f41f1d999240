//! String literals of tests as Java strings: interned, as the literals of the emitted source will be, and made once.

use evoke_testcase::JavaString;
use jni_sys::{jmethodID, jstring};
use rustc_hash::FxHashMap;

use crate::jni::{Env, Fault, JniType};

/// Literals kept at most; a search that draws ever new strings must not fill the heap with them.
const CAPACITY: usize = 4096;

/// Global references to the literals used so far.
pub(crate) struct StringLiterals {
    env: Env,
    intern: jmethodID,
    known: FxHashMap<JavaString, jstring>,
}

impl StringLiterals {
    pub(crate) fn new(env: Env) -> Result<Self, Fault> {
        let string_class = env.find_boot_class("java/lang/String")?;
        let intern = env.method(string_class, "intern", "()Ljava/lang/String;")?;
        Ok(Self { env, intern, known: FxHashMap::default() })
    }

    /// Forgets the literals if there are too many. No test may be running: their references become invalid.
    pub(crate) fn trim(&mut self) {
        if self.known.len() >= CAPACITY {
            for (_, string) in self.known.drain() {
                self.env.delete_global(string);
            }
        }
    }

    /// The string of a literal.
    pub(crate) fn get(&mut self, literal: &JavaString) -> Result<jstring, Fault> {
        if let Some(string) = self.known.get(literal) {
            return Ok(*string);
        }
        let string = self.env.new_string(literal.units())?;
        let interned = self.env.call_virtual(string, self.intern, JniType::Reference, &[])?;
        // SAFETY: the call returned a reference.
        let interned = self.env.globalize(unsafe { interned.l })?;
        self.env.delete_local(string);
        self.known.insert(literal.clone(), interned);
        Ok(interned)
    }
}
