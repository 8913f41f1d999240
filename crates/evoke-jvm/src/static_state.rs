//! Static fields, and what belongs to the thread of the tests, set back before every test to what they were at first, or at a later time.
//!
//! How is a matter of Java, which sees the fields; see `StaticState` there.

use evoke_runtime::members;
use jni_sys::{jclass, jmethodID};

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};
use crate::surroundings::StaticFields;

/// The Java side, in use.
#[derive(Clone, Copy)]
pub(crate) struct StaticState {
    env: Env,
    class: jclass,
    restore: jmethodID,
    keep: jmethodID,
    remember: jmethodID,
    undo: jmethodID,
}

impl StaticState {
    /// From now on it is known what the classes of the user hold when they have been initialised, or, until that is
    /// remembered, which classes there are. `None` where nobody wants to know.
    pub(crate) fn begin(
        env: Env,
        runtime: &RuntimeClasses,
        fields: StaticFields,
    ) -> Result<Option<Self>, Fault> {
        let class = runtime.static_state;
        let begin = match fields {
            StaticFields::LeftAlone => return Ok(None),
            StaticFields::PutBack => members::static_state::ACTIVATE,
            StaticFields::PutBackOnceRemembered => members::static_state::GATHER,
        };
        env.call_static(class, static_method(env, class, begin)?, JniType::Void, &[])?;
        let method = |member| static_method(env, class, member);
        Ok(Some(Self {
            env,
            class,
            restore: method(members::static_state::RESTORE)?,
            keep: method(members::static_state::KEEP)?,
            remember: method(members::static_state::REMEMBER)?,
            undo: method(members::static_state::UNDO)?,
        }))
    }

    /// Sets them back, before a test.
    pub(crate) fn restore(self) {
        self.call(self.restore);
    }

    /// Takes what they hold now for what tests find, if they are set back already.
    pub(crate) fn keep(self) {
        self.call(self.keep);
    }

    /// Takes what they hold now for what tests find.
    pub(crate) fn remember(self) {
        self.call(self.remember);
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
