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
    keep: jmethodID,
    undo: jmethodID,
}

impl StaticState {
    /// From now on it is known what the classes of the user hold when they have been initialised.
    pub(crate) fn activate(env: Env, runtime: &RuntimeClasses) -> Result<Self, Fault> {
        let class = runtime.static_state;
        let activate = static_method(env, class, members::static_state::ACTIVATE)?;
        env.call_static(class, activate, JniType::Void, &[])?;
        let method = |member| static_method(env, class, member);
        Ok(Self {
            env,
            class,
            restore: method(members::static_state::RESTORE)?,
            keep: method(members::static_state::KEEP)?,
            undo: method(members::static_state::UNDO)?,
        })
    }

    /// Sets them back, before a test.
    pub(crate) fn restore(self) {
        self.call(self.restore);
    }

    /// Takes what they hold now for what tests find.
    pub(crate) fn keep(self) {
        self.call(self.keep);
    }

    /// Sets them back after a test that was stopped.
    pub(crate) fn undo(self) {
        self.call(self.undo);
    }

    fn call(self, method: jmethodID) {
        // Where memory is too short for it the test finds what others left.
        let _ = self.env.call_static(self.class, method, JniType::Void, &[]);
    }
}
