//! State of the process that tests set, which is set back after the tests that did.

use evoke_analysis::Setting;
use evoke_runtime::members;
use jni_sys::{jclass, jmethodID};

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};

/// The settings of the JVM.
pub(crate) struct Settings {
    env: Env,
    class: jclass,
    restore: jmethodID,
    /// `None` once they are kept.
    keep_log_levels: Option<jmethodID>,
    are_changed: bool,
}

impl Settings {
    /// Remembers them as they are.
    pub(crate) fn keep(env: Env, runtime: &RuntimeClasses) -> Result<Self, Fault> {
        let class = runtime.settings;
        let keep = static_method(env, class, members::settings::KEEP)?;
        env.call_static(class, keep, JniType::Void, &[])?;
        let restore = static_method(env, class, members::settings::RESTORE)?;
        let keep_log_levels = Some(static_method(env, class, members::settings::KEEP_LOG_LEVELS)?);
        Ok(Self { env, class, restore, keep_log_levels, are_changed: false })
    }

    /// A test is about to set this.
    pub(crate) fn note_change(&mut self, setting: Setting) -> Result<(), Fault> {
        if setting == Setting::LogLevel
            && let Some(keep) = self.keep_log_levels
        {
            self.env.call_static(self.class, keep, JniType::Void, &[])?;
            self.keep_log_levels = None;
        }
        self.are_changed = true;
        Ok(())
    }

    /// A test begins: what those before set is set back.
    pub(crate) fn begin_test(&mut self) {
        if std::mem::take(&mut self.are_changed) {
            let restored = self.env.call_static(self.class, self.restore, JniType::Void, &[]);
            // An exception that stops the test before may arrive only now.
            self.are_changed = restored.is_err();
        }
    }
}
