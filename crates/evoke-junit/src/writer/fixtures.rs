//! Writes what a test class declares for its tests, as JUnit 4 and 5 have it.

use std::collections::BTreeSet;

use evoke_classfile::ClassName;
use evoke_runtime::layout::fixture_names;

use super::type_names::TypeNames;
use crate::fixture::{COPY, FOLDER, Fixture, FixtureKind, Hook, RestoredSetting};
use crate::java::{ClassType, Import};
use crate::junit_version::JUnitVersion;

/// The declarations for this purpose.
pub(super) fn fixture(kind: FixtureKind, version: JUnitVersion, names: &mut TypeNames<'_>) -> Fixture {
    let mut page = Page { names, imports: BTreeSet::new() };
    let declared = Fixture::new(kind);
    let declared = match (kind, version) {
        (FixtureKind::TestFolder, JUnitVersion::V5) => {
            let annotation = page.junit("TempDir", "org.junit.jupiter.api.io.TempDir");
            let path = page.jdk("java/nio/file/Path");
            let fields = vec![format!("@{annotation}"), format!("{path} {FOLDER};")];
            Fixture { fields, ..declared }
        }
        (FixtureKind::TestFolder, JUnitVersion::V4) => {
            let annotation = page.junit("Rule", "org.junit.Rule");
            let class = page.junit("TemporaryFolder", "org.junit.rules.TemporaryFolder");
            let rule = format!("public final {class} {FOLDER} = new {class}();");
            Fixture { fields: vec![format!("@{annotation}"), rule], ..declared }
        }
        (FixtureKind::CopyBySerialization, _) => Fixture { method: page.copy_by_serialization(), ..declared },
        (FixtureKind::ClearedInterrupt, _) => {
            let interrupted = format!("{}.interrupted()", page.jdk("java/lang/Thread"));
            Fixture { after: Some(page.after_each("clearInterrupt", interrupted, version)), ..declared }
        }
        (FixtureKind::FixedLocale, _) => page.fixed_locale(declared, version),
        (FixtureKind::Restored(setting), _) => page.restored(declared, setting, version),
    };
    Fixture { imports: page.imports, ..declared }
}

/// Names of classes, with the imports that they need.
struct Page<'p, 'a> {
    names: &'p mut TypeNames<'a>,
    imports: BTreeSet<Import>,
}

impl Page<'_, '_> {
    fn copy_by_serialization(&mut self) -> Vec<String> {
        let exceptions =
            format!("{}, {}", self.jdk("java/io/IOException"), self.jdk("java/lang/ClassNotFoundException"));
        let (bytes, output) =
            (self.jdk("java/io/ByteArrayOutputStream"), self.jdk("java/io/ObjectOutputStream"));
        let (source, input) =
            (self.jdk("java/io/ByteArrayInputStream"), self.jdk("java/io/ObjectInputStream"));
        vec![
            "@SuppressWarnings(\"unchecked\")".to_owned(),
            format!("private static <T> T {COPY}(T original) throws {exceptions} {{"),
            format!("    {bytes} bytes = new {bytes}();"),
            format!("    try ({output} output = new {output}(bytes)) {{"),
            "        output.writeObject(original);".to_owned(),
            "    }".to_owned(),
            format!("    return (T) new {input}(new {source}(bytes.toByteArray())).readObject();"),
            "}".to_owned(),
        ]
    }

    /// A field that holds what was there before the test, which is set again after it.
    fn restored(&mut self, declared: Fixture, setting: RestoredSetting, version: JUnitVersion) -> Fixture {
        let (class, field, read, holder, setter) = match setting {
            RestoredSetting::StandardInput => {
                ("java/io/InputStream", "standardInput", "in", "java/lang/System", "setIn")
            }
            RestoredSetting::StandardOutput => {
                ("java/io/PrintStream", "standardOutput", "out", "java/lang/System", "setOut")
            }
            RestoredSetting::StandardError => {
                ("java/io/PrintStream", "standardError", "err", "java/lang/System", "setErr")
            }
            RestoredSetting::Properties => {
                ("java/util/Properties", "systemProperties", "", "java/lang/System", "setProperties")
            }
            RestoredSetting::Locale => {
                ("java/util/Locale", "defaultLocale", "getDefault()", "java/util/Locale", "setDefault")
            }
            RestoredSetting::TimeZone => {
                ("java/util/TimeZone", "defaultTimeZone", "getDefault()", "java/util/TimeZone", "setDefault")
            }
            RestoredSetting::LogLevel => (
                "java/util/logging/Level",
                "logLevel",
                "getLogManager().getLogger(\"\").getLevel()",
                "java/util/logging/LogManager",
                "getLogManager().getLogger(\"\").setLevel",
            ),
        };
        let (class, holder) = (self.jdk(class), self.jdk(holder));
        let read = match setting {
            RestoredSetting::Properties => format!("({class}) {holder}.getProperties().clone()"),
            _ => format!("{holder}.{read}"),
        };
        let subject = format!("{}{}", field[..1].to_uppercase(), &field[1..]);
        let set = format!("{holder}.{setter}({field})");
        Fixture {
            fields: vec![format!("private final {class} {field} = {read};")],
            after: Some(self.after_each(&format!("restore{subject}"), set, version)),
            ..declared
        }
    }

    /// The locale is set to that of where the tests were made, and set back after each. Systems can have another one for formats.
    fn fixed_locale(&mut self, declared: Fixture, version: JUnitVersion) -> Fixture {
        let locale = self.jdk("java/util/Locale");
        let category = format!("{locale}.Category.FORMAT");
        let set = format!("{locale}.setDefault({locale}.US)");
        let restore = format!("{locale}.setDefault(locale)");
        let restore_format = format!("{locale}.setDefault({category}, formatLocale)");
        Fixture {
            fields: vec![
                format!("private final {locale} locale = {locale}.getDefault();"),
                format!("private final {locale} formatLocale = {locale}.getDefault({category});"),
            ],
            before: Some(self.around_each("Before", fixture_names::SET_LOCALE, vec![set], version)),
            after: Some(self.around_each("After", "restoreLocale", vec![restore, restore_format], version)),
            ..declared
        }
    }

    /// A call after each test.
    fn after_each(&mut self, name: &str, call: String, version: JUnitVersion) -> Hook {
        self.around_each("After", name, vec![call], version)
    }

    /// Calls before or after each test, as the first word of the annotation says.
    fn around_each(&mut self, when: &str, name: &str, calls: Vec<String>, version: JUnitVersion) -> Hook {
        let (simple, package) = match version {
            JUnitVersion::V4 => (when.to_owned(), "org.junit"),
            JUnitVersion::V5 => (format!("{when}Each"), "org.junit.jupiter.api"),
        };
        let annotation = self.junit(&simple, &format!("{package}.{simple}"));
        Hook { annotation, name: name.to_owned(), calls }
    }

    fn jdk(&mut self, class: &str) -> String {
        let class = self.names.class(&ClassName::new(class));
        self.imported(class)
    }

    fn junit(&mut self, simple: &str, qualified: &str) -> String {
        let class = self.names.junit_class(simple, qualified);
        self.imported(class)
    }

    fn imported(&mut self, class: ClassType) -> String {
        self.imports.extend(class.import.map(Import::Class));
        class.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::METHODS;
    use crate::testing::DemoClasses;

    #[test]
    fn no_test_is_called_as_a_method_that_comes_before_or_after_each() {
        let others = [FixtureKind::ClearedInterrupt, FixtureKind::Restored(RestoredSetting::LogLevel)];
        for kind in FixtureKind::ADDED_LATER.into_iter().chain(others) {
            let mut names = TypeNames::new(&DemoClasses, "demo", "AccountEvokeTest");
            let fixture = fixture(kind, JUnitVersion::V5, &mut names);
            for hook in fixture.before.iter().chain(&fixture.after) {
                assert!(METHODS.contains(&hook.name.as_str()), "{}", hook.name);
            }
        }
    }
}
