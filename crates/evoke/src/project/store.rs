//! What a project's runs leave for later ones, in `.evoke` beside its build file: for each class a key of what it was, its tests in symbolic
//! form, and its record. The folder can be thrown away at any time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_classfile::ClassName;
use evoke_report::ClassRecord;
use evoke_testcase::{SymbolicTest, TestsOfClass, parse_tests, print_tests};
use serde::{Deserialize, Serialize};

use crate::whole_file;

/// Name of the folder.
pub(crate) const FOLDER: &str = ".evoke";

/// A file of another form is not read.
const SCHEMA: &str = "evoke.class/1";

/// The folder.
#[derive(Clone, Debug)]
pub(super) struct Store(PathBuf);

/// What is kept of a class.
#[derive(Clone, Debug)]
pub(super) struct KeptClass {
    /// Of the class and what it depends on, when this was written.
    pub(super) key: String,
    pub(super) record: ClassRecord,
    pub(super) tests: Vec<SymbolicTest>,
}

/// The file of a class.
#[derive(Serialize, Deserialize)]
struct ClassFile {
    schema: String,
    key: String,
    record: ClassRecord,
    tests: String,
}

impl Store {
    /// That of the project in this folder.
    pub(super) fn of(root: &Path) -> Self {
        Self(root.join(FOLDER))
    }

    /// What is kept of a class; nothing where that cannot be read.
    pub(super) fn read(&self, module: &str, class: &ClassName) -> Option<KeptClass> {
        let text = fs::read_to_string(self.file(module, class)).ok()?;
        let ClassFile { schema, key, record, tests } = serde_json::from_str(&text).ok()?;
        if schema != SCHEMA {
            return None;
        }
        let of_classes = parse_tests(&tests).ok()?;
        let tests = of_classes.into_iter().flat_map(|TestsOfClass { tests, .. }| tests).collect();
        Some(KeptClass { key, record, tests })
    }

    /// Keeps what is known of a class, in place of what was.
    pub(super) fn write(&self, module: &str, class: &ClassName, kept: KeptClass) -> io::Result<()> {
        let ignore = self.0.join(".gitignore");
        if !ignore.is_file() {
            whole_file::write(&ignore, "*\n")?;
        }
        let tests = print_tests(&[TestsOfClass { class: class.clone(), tests: kept.tests }]);
        let file = ClassFile { schema: SCHEMA.to_owned(), key: kept.key, record: kept.record, tests };
        let text = serde_json::to_string(&file).map_err(io::Error::other)?;
        whole_file::write(&self.file(module, class), &text)
    }

    /// Modules may be called as no folder can be.
    fn file(&self, module: &str, class: &ClassName) -> PathBuf {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        let module: String = module.chars().map(|it| if is_plain(it) { it } else { '_' }).collect();
        self.0.join("classes").join(format!("module-{module}")).join(format!("{}.json", class.binary()))
    }
}

#[cfg(test)]
mod tests {
    use evoke_report::Status;

    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_git_ignores_it() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::of(root.path());
        let class = ClassName::new("a/B");
        assert!(store.read(":m", &class).is_none());
        let record = ClassRecord::new("a.B", Status::Ok);
        let kept = KeptClass { key: "1".to_owned(), record: record.clone(), tests: Vec::new() };
        store.write(":m", &class, kept).unwrap();
        let read = store.read(":m", &class).unwrap();
        assert_eq!((read.key.as_str(), read.record, read.tests), ("1", record, Vec::new()));
        assert!(store.read(":other", &class).is_none());
        assert_eq!(fs::read_to_string(root.path().join(".evoke/.gitignore")).unwrap(), "*\n");
    }

    #[test]
    fn file_of_another_form_counts_as_none() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::of(root.path());
        let class = ClassName::new("B");
        let file = store.file("m", &class);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "{}").unwrap();
        assert!(store.read("m", &class).is_none());
    }
}
