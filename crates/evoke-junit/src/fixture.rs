//! What a test class declares beside its tests because some of them need it, known by what it is for, so that it goes when the last
//! test that needs it goes.

use std::collections::BTreeSet;

use evoke_analysis::Setting;
use serde::{Deserialize, Serialize};

use crate::java::Import;

/// The field that holds the folder of a test.
pub(crate) const FOLDER: &str = "folder";
/// The method that writes an object to a stream and reads it back.
pub(crate) const COPY: &str = "copyBySerialization";

/// What a declaration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FixtureKind {
    /// A temporary folder, another one for each test.
    TestFolder,
    /// What a test sets is set back after it.
    Restored(RestoredSetting),
    /// A method that writes an object to a stream and reads it back.
    CopyBySerialization,
    /// The thread of a test is not interrupted any more after it.
    ClearedInterrupt,
    /// The default locale is that of where the tests were made (`en-US`), wherever they run.
    FixedLocale,
}

/// What is set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RestoredSetting {
    /// `System.in`
    StandardInput,
    /// All properties of the system.
    Properties,
    /// The default locale.
    Locale,
    /// The default time zone.
    TimeZone,
    /// The level of `java.util.logging`.
    LogLevel,
    /// `System.out`
    StandardOutput,
    /// `System.err`
    StandardError,
}

impl From<Setting> for FixtureKind {
    fn from(setting: Setting) -> Self {
        Self::Restored(match setting {
            Setting::StandardInput => RestoredSetting::StandardInput,
            Setting::Property => RestoredSetting::Properties,
            Setting::Locale => RestoredSetting::Locale,
            Setting::TimeZone => RestoredSetting::TimeZone,
            Setting::LogLevel => RestoredSetting::LogLevel,
            Setting::StandardOutput => RestoredSetting::StandardOutput,
            Setting::StandardError => RestoredSetting::StandardError,
            Setting::Interrupt => return Self::ClearedInterrupt,
        })
    }
}

/// A declaration in a test class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// What it is for.
    pub kind: FixtureKind,
    pub(crate) imports: BTreeSet<Import>,
    /// The lines, without the indentation of a member.
    pub(crate) lines: Vec<String>,
}
