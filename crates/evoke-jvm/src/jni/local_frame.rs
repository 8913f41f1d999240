//! A frame of local references: those made while it lasts end with it.

use crate::jni::env::Env;

/// Local references that a frame has room for before it grows.
const CAPACITY: i32 = 64;

/// Ends its local references when dropped.
pub(crate) struct LocalFrame {
    env: Env,
    is_pushed: bool,
}

impl LocalFrame {
    /// Opens a frame on the current thread, to be dropped there. If there is no room for one the references are those of
    /// the frame around it: JNI makes room when it is needed.
    pub(crate) fn open(env: Env) -> Self {
        let is_pushed = env.push_local_frame(CAPACITY);
        if !is_pushed {
            env.clear_exception();
        }
        Self { env, is_pushed }
    }
}

impl Drop for LocalFrame {
    fn drop(&mut self) {
        if self.is_pushed {
            self.env.pop_local_frame();
        }
    }
}
