//! Static fields, and what belongs to the thread of the tests, set back before every test to what they were at first.
//!
//! How is a matter of Java, which sees the fields; see `StaticState` there.

use evoke_runtime::members;
use jni_sys::{jclass, jmethodID};

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};

/// The Java side, in use.
#[derive(Clone, Copy)]
pub(crate) struct StaticState {
    env: Env,
    class: jclass,
    restore: jmethodID,
}

impl StaticState {
    /// From now on it is known what the classes of the user hold when they have been initialised.
    pub(crate) fn activate(env: Env, runtime: &RuntimeClasses) -> Result<Self, Fault> {
        let class = runtime.static_state;
        let activate = static_method(env, class, members::static_state::ACTIVATE)?;
        env.call_static(class, activate, JniType::Void, &[])?;
        Ok(Self { env, class, restore: static_method(env, class, members::static_state::RESTORE)? })
    }

    /// Sets them back.
    pub(crate) fn restore(self) {
        // Where memory is too short for it the test finds what others left.
        let _ = self.env.call_static(self.class, self.restore, JniType::Void, &[]);
    }
}
