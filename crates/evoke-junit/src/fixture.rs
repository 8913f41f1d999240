//! What a test class declares beside its tests because some of them need it, known by what it is for, so that it goes when the last
//! test that needs it goes.

use std::collections::BTreeSet;

use evoke_analysis::Setting;
use evoke_runtime::layout::{fixture_names, runner_words};
use serde::{Deserialize, Serialize};

use crate::java::Import;
use crate::junit_version::JUnitVersion;

/// The field that holds the folder of a test.
pub(crate) const FOLDER: &str = "folder";
/// The method that writes an object to a stream and reads it back.
pub(crate) const COPY: &str = "copyBySerialization";
/// The method that sets several things back.
const RESTORE_ALL: &str = "restoreSystemState";
/// The methods that a class may declare beside its tests, so that no test can be called so.
pub(crate) const METHODS: [&str; 12] = [
    COPY,
    RESTORE_ALL,
    fixture_names::SET_LOCALE,
    "restoreLocale",
    "clearInterrupt",
    "restoreStandardInput",
    "restoreStandardOutput",
    "restoreStandardError",
    "restoreSystemProperties",
    "restoreDefaultLocale",
    "restoreDefaultTimeZone",
    "restoreLogLevel",
];

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

impl FixtureKind {
    /// Those that a test may need for what is only seen when it is run again.
    pub(crate) const ADDED_LATER: [Self; 7] = [
        Self::FixedLocale,
        Self::Restored(RestoredSetting::StandardInput),
        Self::Restored(RestoredSetting::StandardOutput),
        Self::Restored(RestoredSetting::StandardError),
        Self::Restored(RestoredSetting::Properties),
        Self::Restored(RestoredSetting::Locale),
        Self::Restored(RestoredSetting::TimeZone),
    ];
}

impl RestoredSetting {
    /// What a JVM that runs suites calls so.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            runner_words::STANDARD_INPUT => Self::StandardInput,
            runner_words::STANDARD_OUTPUT => Self::StandardOutput,
            runner_words::STANDARD_ERROR => Self::StandardError,
            runner_words::PROPERTIES => Self::Properties,
            runner_words::LOCALE => Self::Locale,
            runner_words::TIME_ZONE => Self::TimeZone,
            _ => return None,
        })
    }

    /// What users call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::StandardInput => "the standard input",
            Self::StandardOutput => "the standard output",
            Self::StandardError => "the standard error output",
            Self::Properties => "properties of the system",
            Self::Locale => "the default locale",
            Self::TimeZone => "the default time zone",
            Self::LogLevel => "the level of logging",
        }
    }
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

/// Declarations in a test class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// What they are for.
    pub kind: FixtureKind,
    pub(crate) imports: BTreeSet<Import>,
    /// The lines of its fields, as all lines here without the indentation of a member.
    pub(crate) fields: Vec<String>,
    pub(crate) before: Option<Hook>,
    pub(crate) after: Option<Hook>,
    /// The lines of a method that tests call.
    pub(crate) method: Vec<String>,
}

/// What is done before or after each test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hook {
    /// What makes JUnit call the method, as the file names it.
    pub(crate) annotation: String,
    /// The method's, where it does nothing else.
    pub(crate) name: String,
    pub(crate) calls: Vec<String>,
}

impl Fixture {
    /// None so far.
    pub(crate) fn new(kind: FixtureKind) -> Self {
        let (imports, fields, method) = (BTreeSet::new(), Vec::new(), Vec::new());
        Self { kind, imports, fields, before: None, after: None, method }
    }

    /// Whether this one does all that the other is for.
    fn replaces(&self, other: &Self) -> bool {
        self.kind == FixtureKind::FixedLocale && other.kind == FixtureKind::Restored(RestoredSetting::Locale)
    }
}

/// What these declare, block by block: fields, what is done before and after each test, what tests call.
pub(crate) fn member_blocks(fixtures: &[&Fixture], version: JUnitVersion) -> Vec<Vec<String>> {
    let is_alone = |one: &&&Fixture| !fixtures.iter().any(|other| other.replaces(one));
    let fixtures: Vec<&Fixture> = fixtures.iter().filter(is_alone).copied().collect();
    let mut blocks = vec![fixtures.iter().flat_map(|it| it.fields.clone()).collect()];
    blocks.extend(fixtures.iter().filter_map(|it| it.before.as_ref()).map(|hook| hook.lines(version)));
    let after: Vec<&Hook> = fixtures.iter().filter_map(|it| it.after.as_ref()).collect();
    blocks.extend(joined(&after).map(|hook| hook.lines(version)));
    blocks.extend(fixtures.iter().map(|it| it.method.clone()));
    blocks.retain(|block: &Vec<String>| !block.is_empty());
    blocks
}

/// One that does what all do.
fn joined(hooks: &[&Hook]) -> Option<Hook> {
    let (first, rest) = hooks.split_first()?;
    let name = if rest.is_empty() { first.name.clone() } else { RESTORE_ALL.to_owned() };
    let calls = hooks.iter().flat_map(|hook| hook.calls.clone()).collect();
    Some(Hook { annotation: first.annotation.clone(), name, calls })
}

impl Hook {
    /// The method.
    fn lines(&self, version: JUnitVersion) -> Vec<String> {
        let head = format!("{}void {}() {{", version.visibility(), self.name);
        let calls = self.calls.iter().map(|call| format!("    {call};"));
        [format!("@{}", self.annotation), head].into_iter().chain(calls).chain(["}".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Fixture, FixtureKind, Hook, RestoredSetting, member_blocks};
    use crate::junit_version::JUnitVersion;

    fn hook(name: &str, call: &str) -> Hook {
        let [annotation, name, call] = ["AfterEach", name, call].map(str::to_owned);
        Hook { annotation, name, calls: vec![call] }
    }

    fn restored(setting: RestoredSetting, field: &str, after: Hook) -> Fixture {
        let fields = vec![field.to_owned()];
        Fixture { fields, after: Some(after), ..Fixture::new(FixtureKind::Restored(setting)) }
    }

    fn text(fixtures: &[&Fixture]) -> String {
        let blocks = member_blocks(fixtures, JUnitVersion::V5);
        blocks.iter().map(|block| block.join("\n")).collect::<Vec<String>>().join("\n\n")
    }

    #[test]
    fn fields_come_first_and_one_method_sets_all_back() {
        let zone =
            restored(RestoredSetting::TimeZone, "private Zone zone;", hook("restoreZone", "set(zone)"));
        let input = restored(
            RestoredSetting::StandardInput,
            "private Input input;",
            hook("restoreInput", "set(input)"),
        );
        let copy = Fixture {
            method: ["void copy() {", "}"].map(str::to_owned).to_vec(),
            ..Fixture::new(FixtureKind::CopyBySerialization)
        };
        let expected = "private Zone zone;\nprivate Input input;\n\n\
            @AfterEach\nvoid restoreSystemState() {\n    set(zone);\n    set(input);\n}\n\n\
            void copy() {\n}";
        assert_eq!(text(&[&zone, &copy, &input]), expected);
        let alone = "private Zone zone;\n\n@AfterEach\nvoid restoreZone() {\n    set(zone);\n}";
        assert_eq!(text(&[&zone]), alone);
    }

    #[test]
    fn locale_that_is_set_for_every_test_is_set_back_once() {
        let restored =
            restored(RestoredSetting::Locale, "Locale defaultLocale;", hook("a", "set(defaultLocale)"));
        let fixed = Fixture {
            fields: vec!["Locale locale;".to_owned()],
            before: Some(hook("setLocale", "set(US)")),
            after: Some(hook("restoreLocale", "set(locale)")),
            ..Fixture::new(FixtureKind::FixedLocale)
        };
        let text = text(&[&restored, &fixed]);
        assert!(!text.contains("defaultLocale"), "{text}");
        assert!(text.contains("void setLocale()") && text.contains("void restoreLocale()"), "{text}");
    }
}
