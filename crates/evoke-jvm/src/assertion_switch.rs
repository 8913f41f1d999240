//! Whether `assert` of the user's classes is checked, which can be changed while they run: what was made up where it is not can be looked at
//! where it is.

use evoke_runtime::members::assertions;
use jni_sys::{jclass, jfieldID, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::static_field;
use crate::surroundings::Surroundings;

/// The switch of a JVM.
#[derive(Clone, Copy)]
pub(crate) struct AssertionSwitch {
    env: Env,
    class: jclass,
    off: jfieldID,
    is_on_at_first: bool,
}

impl AssertionSwitch {
    pub(crate) fn open(env: Env, class: jclass, surroundings: &Surroundings) -> Result<Self, Fault> {
        let off = static_field(env, class, assertions::OFF)?;
        Ok(Self { env, class, off, is_on_at_first: surroundings.checks_assertions })
    }

    /// Has `assert` be checked, or again as at first.
    pub(crate) fn turn_on(self, is_on: bool) {
        let is_off = !is_on && !self.is_on_at_first;
        self.env.set_static(self.class, self.off, JniType::Boolean, jvalue { z: is_off });
    }
}
