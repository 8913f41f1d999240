//! What a user gives as a suite: sources and compiled classes, sorted out, and the JUnit that they name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_classfile::{ClassName, ClassPath, Jdk};
use evoke_junit::{JUnitVersion, locate_junit};
use walkdir::WalkDir;

use crate::failure::Failure;

const HINT: &str = "a suite is a .java file, or a folder of them";
const HINT_WITH_CLASSES: &str =
    "a suite is a .java file, a folder of them, or a folder or jar of compiled test classes";

/// A suite as it lies on the disk.
#[derive(Debug)]
pub(crate) struct SuiteFiles {
    /// Sorted, so that nothing depends on the file system's order.
    pub(crate) sources: Vec<PathBuf>,
    /// Folders and jars of classes.
    pub(crate) compiled: Vec<PathBuf>,
    /// Binary names of the top-level classes in these.
    pub(crate) compiled_classes: Vec<String>,
    /// What the tests are written for: at least one.
    pub(crate) versions: Vec<JUnitVersion>,
}

impl SuiteFiles {
    /// Looks at the files given and at those below the folders given.
    pub(crate) fn read(suites: &[PathBuf], jdk: &Jdk) -> Result<Self, Failure> {
        let mut files = Self {
            sources: Vec::new(),
            compiled: Vec::new(),
            compiled_classes: Vec::new(),
            versions: Vec::new(),
        };
        for suite in suites {
            files.add(suite)?;
        }
        files.sources.sort();
        files.sources.dedup();
        files.note_versions(jdk, |_| false)?;
        if files.versions.is_empty() {
            return Err(Failure::usage(format_args!("no JUnit test in {}", listed(suites)))
                .with_hint("a suite imports org.junit.Test or org.junit.jupiter.api.Test"));
        }
        Ok(files)
    }

    /// The classes of these folders that are not left out, by their binary names; `None` where none of them has a test.
    pub(crate) fn of_compiled(
        folders: &[PathBuf],
        jdk: &Jdk,
        is_left_out: impl Fn(&str) -> bool,
    ) -> Result<Option<Self>, Failure> {
        let compiled = folders.to_vec();
        let mut files =
            Self { sources: Vec::new(), compiled, compiled_classes: Vec::new(), versions: Vec::new() };
        files.note_versions(jdk, is_left_out)?;
        Ok((!files.versions.is_empty()).then_some(files))
    }

    fn add(&mut self, suite: &Path) -> Result<(), Failure> {
        let failure = |error| {
            Failure::usage(format_args!("cannot read `{}`: {error}", suite.display()))
                .with_hint(HINT_WITH_CLASSES)
        };
        let (mut sources, mut classes) = (Vec::new(), Vec::new());
        if fs::metadata(suite).map_err(failure)?.is_dir() {
            sources = files_below(suite, "java").map_err(failure)?;
            classes = files_below(suite, "class").map_err(failure)?;
        } else if has_extension(suite, "java") {
            sources.push(suite.to_owned());
        } else if has_extension(suite, "jar") {
            classes.push(suite.to_owned());
        }
        if sources.is_empty() && classes.is_empty() {
            return Err(Failure::usage(format_args!("no Java source in `{}`", suite.display()))
                .with_hint(HINT_WITH_CLASSES));
        }
        if sources.is_empty() {
            self.compiled.push(suite.to_owned());
        }
        self.sources.append(&mut sources);
        Ok(())
    }

    fn note_versions(&mut self, jdk: &Jdk, is_left_out: impl Fn(&str) -> bool) -> Result<(), Failure> {
        let mut versions = Vec::new();
        for source in &self.sources {
            let bytes = fs::read(source).map_err(|error| {
                Failure::usage(format_args!("cannot read `{}`: {error}", source.display())).with_hint(HINT)
            })?;
            versions.extend(version_in(&bytes));
        }
        if !self.compiled.is_empty() {
            let class_path = ClassPath::open(&self.compiled, jdk)
                .map_err(|error| Failure::usage(error).with_hint(HINT_WITH_CLASSES))?;
            for class in class_path.class_names() {
                if is_left_out(&class.top_level().binary()) {
                    continue;
                }
                let bytes = class_path.find(&class).ok().flatten().unwrap_or_default();
                versions.extend(version_in(&bytes));
                self.compiled_classes.extend(top_level(&class));
            }
        }
        let in_order = [JUnitVersion::V4, JUnitVersion::V5].into_iter();
        self.versions = in_order.filter(|version| versions.contains(version)).collect();
        Ok(())
    }
}

/// The jars to add to the class path so that all of these are complete.
pub(crate) fn junit_jars(versions: &[JUnitVersion], class_path: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut jars: Vec<PathBuf> = Vec::new();
    for version in versions {
        let found = locate_junit(*version, class_path).map_err(|error| {
            Failure::environment(error).with_hint("add the JUnit jars to --classpath, or install Maven")
        })?;
        jars.extend(found);
    }
    Ok(jars)
}

/// The first of several paths, and how many others there are.
pub(crate) fn listed(paths: &[PathBuf]) -> String {
    match paths {
        [path] => format!("`{}`", path.display()),
        [path, others @ ..] => format!("`{}` and {} more", path.display(), others.len()),
        [] => String::new(),
    }
}

/// Files of this extension, links to files among them. Links to folders are not followed, as they may lead back.
fn files_below(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        if has_extension(&path, extension) && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(files)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

/// The JUnit that a source or a class file names, the newer one of two.
fn version_in(bytes: &[u8]) -> Option<JUnitVersion> {
    // Names have dots in sources and slashes in class files.
    let text = String::from_utf8_lossy(bytes).replace('/', ".");
    let names_4 = ["org.junit.Test", "org.junit.*", "org.junit.runner.", "junit.framework."];
    if text.contains("org.junit.jupiter.") {
        Some(JUnitVersion::V5)
    } else {
        names_4.iter().any(|name| text.contains(name)).then_some(JUnitVersion::V4)
    }
}

/// Its binary name, if it is not nested in another one.
fn top_level(class: &ClassName) -> Option<String> {
    let is_class = class.top_level() == *class && !class.as_str().ends_with("-info");
    is_class.then(|| class.binary())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn link_to_a_folder_above_is_not_followed_and_one_to_a_file_is() {
        let root = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (root.path().join("suites"), root.path().join("CTest.java"));
        fs::create_dir_all(folder.join("a")).unwrap();
        for file in [&folder.join("a/ATest.java"), &folder.join("BTest.java"), &elsewhere] {
            fs::write(file, "").unwrap();
        }
        symlink(&folder, folder.join("a/again")).unwrap();
        symlink(&elsewhere, folder.join("CTest.java")).unwrap();
        let expected = ["BTest.java", "CTest.java", "a/ATest.java"].map(|name| folder.join(name));
        assert_eq!(files_below(&folder, "java").unwrap(), expected);
    }
}
