//! Time zone and default charset of tests that are run again where both are others.

use evoke_runtime::members;
use jni_sys::{jclass, jmethodID};

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};

/// The way there and back.
#[derive(Clone, Copy)]
pub(crate) struct Elsewhere {
    env: Env,
    class: jclass,
    enter: jmethodID,
    leave: jmethodID,
    is_there: bool,
}

impl Elsewhere {
    pub(crate) fn open(env: Env, runtime: &RuntimeClasses) -> Result<Self, Fault> {
        let class = runtime.elsewhere;
        let enter = static_method(env, class, members::elsewhere::ENTER)?;
        let leave = static_method(env, class, members::elsewhere::LEAVE)?;
        Ok(Self { env, class, enter, leave, is_there: false })
    }

    /// Has later tests run there, or here again.
    pub(crate) fn move_there(&mut self, is_there: bool) {
        if self.is_there && !is_there {
            self.call(self.leave);
        }
        self.is_there = is_there;
    }

    /// What is put back before every test can put this back, too.
    pub(crate) fn begin_test(self) {
        if self.is_there {
            self.call(self.enter);
        }
    }

    /// Nothing is thrown but what stops the test before, which may arrive only now: then it is tried once more.
    fn call(self, method: jmethodID) {
        let called = self.env.call_static(self.class, method, JniType::Void, &[]);
        if called.is_err() {
            let _ = self.env.call_static(self.class, method, JniType::Void, &[]);
        }
    }
}
