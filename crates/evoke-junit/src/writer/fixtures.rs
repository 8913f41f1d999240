//! Writes what a test class declares for its tests, as JUnit 4 and 5 have it.

use std::collections::BTreeSet;

use evoke_classfile::ClassName;

use super::type_names::TypeNames;
use crate::fixture::{FOLDER, Fixture, FixtureKind};
use crate::java::Import;
use crate::junit_version::JUnitVersion;

/// The declaration for this purpose.
pub(super) fn fixture(kind: FixtureKind, version: JUnitVersion, names: &mut TypeNames<'_>) -> Fixture {
    let mut page = Page { names, imports: BTreeSet::new() };
    let lines = match (kind, version) {
        (FixtureKind::TestFolder, JUnitVersion::V5) => {
            let annotation = page.junit("TempDir", "org.junit.jupiter.api.io.TempDir");
            let path = page.jdk("java/nio/file/Path");
            vec![format!("@{annotation}"), format!("{path} {FOLDER};")]
        }
        (FixtureKind::TestFolder, JUnitVersion::V4) => {
            let annotation = page.junit("Rule", "org.junit.Rule");
            let class = page.junit("TemporaryFolder", "org.junit.rules.TemporaryFolder");
            vec![format!("@{annotation}"), format!("public final {class} {FOLDER} = new {class}();")]
        }
    };
    Fixture { kind, imports: page.imports, lines }
}

/// Names of classes, with the imports that they need.
struct Page<'p, 'a> {
    names: &'p mut TypeNames<'a>,
    imports: BTreeSet<Import>,
}

impl Page<'_, '_> {
    fn jdk(&mut self, class: &str) -> String {
        let class = self.names.class(&ClassName::new(class));
        self.imports.extend(class.import.map(Import::Class));
        class.name
    }

    /// A class of JUnit, which the class path of the class under test need not have.
    fn junit(&mut self, simple: &str, qualified: &str) -> String {
        if !self.names.claim(simple, qualified) {
            return qualified.to_owned();
        }
        self.imports.insert(Import::Class(qualified.to_owned()));
        simple.to_owned()
    }
}
