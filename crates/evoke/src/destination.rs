//! Where a suite goes, and that nothing of the user's is in its way.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_classfile::ClassName;

use crate::options::Callee;
use crate::whole_file;

/// The file a suite is to be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The suite's class, without package: `MapEntryEvokeTest` for `Map$Entry`.
    pub(crate) suite_name: String,
    /// The file.
    pub(crate) path: PathBuf,
}

/// The class of the suite in this package for a class: `a/b/MapEntryEvokeTest` for `a/b/Map$Entry`.
pub(crate) fn suite_class(class: &ClassName, package: &str) -> ClassName {
    let simple = class.simple_binary().replace('$', "");
    let separator = if package.is_empty() { "" } else { "/" };
    ClassName::new(&format!("{package}{separator}{simple}EvokeTest"))
}

impl Destination {
    /// The place of a class's suite, which is in this package, below the output folder.
    pub(crate) fn of(class: &ClassName, package: &str, out: &Path) -> Self {
        let suite_name = suite_class(class, package).simple_binary().to_owned();
        let path = out.join(package).join(format!("{suite_name}.java"));
        Self { suite_name, path }
    }

    /// The place of the suite of a pair.
    pub(crate) fn of_pair(caller: &ClassName, callee: &Callee, out: &Path) -> Self {
        let simple = |class: &ClassName| class.simple_binary().replace('$', "");
        let suite_name = format!("{}With{}EvokeTest", simple(caller), simple(&callee.class));
        let path = out.join(callee.tested.package()).join(format!("{suite_name}.java"));
        Self { suite_name, path }
    }

    /// Whether a file that Evoke did not write is in the way.
    pub(crate) fn is_taken(&self) -> io::Result<bool> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(!evoke_junit::is_generated(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Writes the suite: whole or not at all.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        whole_file::write(&self.path, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suite_lies_in_the_folder_of_its_package() {
        let destination = Destination::of(&"a/b/Outer$Inner".into(), "a/b", Path::new("out"));
        assert_eq!(destination.path, Path::new("out/a/b/OuterInnerEvokeTest.java"));
    }

    #[test]
    fn file_of_the_user_is_in_the_way_and_an_own_one_is_not() {
        let out = tempfile::tempdir().unwrap();
        let destination = Destination::of(&"A".into(), "", out.path());
        assert!(!destination.is_taken().unwrap());
        fs::write(&destination.path, "class AEvokeTest {}").unwrap();
        assert!(destination.is_taken().unwrap());
        destination.write(&format!("{}\n", evoke_junit::GENERATED_MARKER)).unwrap();
        assert!(!destination.is_taken().unwrap());
    }
}
