//! What a project's runs leave for later ones, in `.evoke` beside its build file: what the build tool said of the project, and for each class
//! a key of what it was, its tests in symbolic form, and its record. The folder can be thrown away at any time; what it has of classes
//! that are gone is thrown away by the next run. All of it is about the folder that the project is in: in a copy of it nothing is known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_classfile::ClassName;
use evoke_project::{Project, ProjectStamp, key_of_text};
use evoke_report::ClassRecord;
use evoke_testcase::{SymbolicTest, TestsOfClass, parse_tests, print_tests};
use serde::{Deserialize, Serialize};

use crate::destination::is_own;
use crate::existing_tests::ExistingTests;
use crate::whole_file;

/// Name of the folder.
pub(crate) const FOLDER: &str = ".evoke";

/// A file of another form is not read.
const SCHEMA: &str = "evoke.class/2";
/// Folder of what is kept of classes.
const CLASSES: &str = "classes";
const EXISTING_SCHEMA: &str = "evoke.existing/1";
const PROJECT_SCHEMA: &str = "evoke.project/3";

/// The folder.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// That of the project, without links.
    root: PathBuf,
}

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
    /// Where the project was.
    root: PathBuf,
    key: String,
    record: ClassRecord,
    tests: String,
}

/// The file of a module's existing tests.
#[derive(Serialize, Deserialize)]
struct ExistingFile {
    schema: String,
    key: String,
    classes: BTreeMap<ClassName, ExistingTests>,
}

/// The file of the project.
#[derive(Serialize, Deserialize)]
struct ProjectFile {
    schema: String,
    stamp: String,
    project: Project,
}

impl Store {
    /// That of the project in this folder.
    pub(super) fn of(root: &Path) -> Self {
        Self { folder: root.join(FOLDER), root: without_links(root) }
    }

    /// What is kept of a class; nothing where that cannot be read.
    pub(super) fn read(&self, module: &str, class: &ClassName) -> Option<KeptClass> {
        let ClassFile { key, record, tests, .. } = self.read_class(&self.file(module, class))?;
        let of_classes = parse_tests(&tests).ok()?;
        let tests = of_classes.into_iter().flat_map(|TestsOfClass { tests, .. }| tests).collect();
        Some(KeptClass { key, record, tests })
    }

    /// What the build tool said of the project, if nothing has changed since that it depends on.
    pub(super) fn read_project(&self, java_home: Option<&Path>) -> Option<Project> {
        let text = fs::read_to_string(self.project_file()).ok()?;
        let ProjectFile { schema, stamp, project } = serde_json::from_str(&text).ok()?;
        let is_here = without_links(&project.root) == self.root;
        let is_same = || ProjectStamp::of(&project, java_home, &is_own).as_str() == stamp;
        (schema == PROJECT_SCHEMA && is_here && is_same()).then_some(project)
    }

    /// Keeps what the build tool said.
    pub(super) fn write_project(&self, project: &Project, stamp: &ProjectStamp) -> io::Result<()> {
        let (schema, stamp) = (PROJECT_SCHEMA.to_owned(), stamp.as_str().to_owned());
        let file = ProjectFile { schema, stamp, project: project.clone() };
        let text = serde_json::to_string(&file).map_err(io::Error::other)?;
        self.keep(&self.project_file(), &text)
    }

    /// What a module's existing tests did when they were run last, if nothing has changed since that this key is of.
    pub(super) fn read_existing(
        &self,
        module: &str,
        key: &str,
    ) -> Option<BTreeMap<ClassName, ExistingTests>> {
        let text = fs::read_to_string(self.existing_file(module)).ok()?;
        let file: ExistingFile = serde_json::from_str(&text).ok()?;
        (file.schema == EXISTING_SCHEMA && file.key == key).then_some(file.classes)
    }

    /// Keeps what a module's existing tests did.
    pub(super) fn write_existing(
        &self,
        module: &str,
        key: &str,
        classes: &BTreeMap<ClassName, ExistingTests>,
    ) -> io::Result<()> {
        let (schema, key) = (EXISTING_SCHEMA.to_owned(), key.to_owned());
        let file = ExistingFile { schema, key, classes: classes.clone() };
        let text = serde_json::to_string(&file).map_err(io::Error::other)?;
        self.keep(&self.existing_file(module), &text)
    }

    /// Forgets modules that are not among these, all there are.
    pub(super) fn keep_modules<'a>(&self, modules: impl Iterator<Item = &'a str>) {
        let folders: BTreeSet<PathBuf> = modules.map(|module| self.classes_of(module)).collect();
        for gone in children(&self.folder.join(CLASSES)).filter(|folder| !folders.contains(folder)) {
            // What stays is not read.
            let _ = fs::remove_dir_all(gone);
        }
    }

    /// Forgets classes of a module that are not among these, all it has; gives the files that the suites of the others were written to.
    pub(super) fn keep_classes<'a>(
        &self,
        module: &str,
        classes: impl Iterator<Item = &'a ClassName>,
    ) -> Vec<PathBuf> {
        let files: BTreeSet<PathBuf> = classes.map(|class| self.file(module, class)).collect();
        let mut suites = Vec::new();
        for gone in children(&self.classes_of(module)).filter(|file| !files.contains(file)) {
            suites.extend(self.read_class(&gone).and_then(|class| class.record.file).map(PathBuf::from));
            let _ = fs::remove_file(gone);
        }
        suites
    }

    /// Keeps what is known of a class, in place of what was.
    pub(super) fn write(&self, module: &str, class: &ClassName, kept: KeptClass) -> io::Result<()> {
        let tests = print_tests(&[TestsOfClass { class: class.clone(), tests: kept.tests }]);
        let (schema, root) = (SCHEMA.to_owned(), self.root.clone());
        let file = ClassFile { schema, root, key: kept.key, record: kept.record, tests };
        let text = serde_json::to_string(&file).map_err(io::Error::other)?;
        self.keep(&self.file(module, class), &text)
    }

    /// Writes a suite into the project by way of this folder: a run that is killed leaves the old one or the new one, and nothing beside it.
    pub(super) fn put_suite(&self, path: &Path, text: &str) -> io::Result<()> {
        // Where nothing can be kept it is written all the same.
        let _ = self.hide();
        whole_file::write_by_way_of(&self.folder, path, text)
    }

    fn keep(&self, path: &Path, text: &str) -> io::Result<()> {
        self.hide()?;
        whole_file::write_by_way_of(&self.folder, path, text)
    }

    /// Removes what runs that were killed have left here while they wrote.
    pub(super) fn remove_leftovers(&self) {
        whole_file::remove_leftovers(&self.folder);
    }

    /// Keeps the folder out of what is committed.
    fn hide(&self) -> io::Result<()> {
        let ignore = self.folder.join(".gitignore");
        if ignore.is_file() { Ok(()) } else { whole_file::write(&ignore, "*\n") }
    }

    fn existing_file(&self, module: &str) -> PathBuf {
        self.folder.join("existing").join(format!("{}.json", folder_name(module)))
    }

    fn project_file(&self) -> PathBuf {
        self.folder.join("project.json")
    }

    fn read_class(&self, path: &Path) -> Option<ClassFile> {
        let file: ClassFile = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        (file.schema == SCHEMA && file.root == self.root).then_some(file)
    }

    fn file(&self, module: &str, class: &ClassName) -> PathBuf {
        self.classes_of(module).join(format!("{}.json", class.binary()))
    }

    fn classes_of(&self, module: &str) -> PathBuf {
        self.folder.join(CLASSES).join(folder_name(module))
    }
}

/// Modules may be called as no folder can be, and those whose names look alike then are told apart by a key.
fn folder_name(module: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
    if module.chars().all(is_plain) {
        return format!("module-{module}");
    }
    let plain: String = module.chars().map(|it| if is_plain(it) { it } else { '_' }).collect();
    format!("module-{plain}-{}", key_of_text(module))
}

fn without_links(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// What is in a folder, if it is there.
fn children(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
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
    fn what_is_gone_from_the_project_is_forgotten() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::of(root.path());
        let (stays, goes) = (ClassName::new("a/B"), ClassName::new("a/C"));
        for (module, class) in [("m", &stays), ("m", &goes), ("gone", &stays)] {
            let file = Some(format!("{}EvokeTest.java", class.as_str()));
            let record = ClassRecord { file, ..ClassRecord::new(&class.binary(), Status::Ok) };
            let kept = KeptClass { key: "1".to_owned(), record, tests: Vec::new() };
            store.write(module, class, kept).unwrap();
        }
        store.keep_modules(["m"].into_iter());
        assert_eq!(store.keep_classes("m", [&stays].into_iter()), [PathBuf::from("a/CEvokeTest.java")]);
        assert!(store.read("m", &stays).is_some() && store.read("m", &goes).is_none());
        assert!(store.read("gone", &stays).is_none());
    }

    #[test]
    fn of_a_copied_project_nothing_is_known() {
        let root = tempfile::tempdir().unwrap();
        let (here, copy) = (root.path().join("here"), root.path().join("copy"));
        fs::create_dir(&here).unwrap();
        let store = Store::of(&here);
        let class = ClassName::new("a/B");
        let record = ClassRecord::new("a.B", Status::Ok);
        store.write("m", &class, KeptClass { key: "1".to_owned(), record, tests: Vec::new() }).unwrap();
        fs::rename(&here, &copy).unwrap();
        assert!(Store::of(&copy).read("m", &class).is_none());
        fs::rename(&copy, &here).unwrap();
        assert!(Store::of(&here).read("m", &class).is_some());
    }

    #[test]
    fn modules_whose_names_differ_in_what_no_folder_is_called_are_kept_apart() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::of(root.path());
        let class = ClassName::new("a/B");
        let record = ClassRecord::new("a.B", Status::Ok);
        let kept = KeptClass { key: "1".to_owned(), record, tests: Vec::new() };
        store.write(":a:b", &class, kept).unwrap();
        assert!(store.read(":a:b", &class).is_some());
        assert!([":a_b", "_a_b"].into_iter().all(|other| store.read(other, &class).is_none()));
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
