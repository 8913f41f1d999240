//! Finds class files: folders, jars (multi-release too) and the classes of a JDK.

use std::path::{Path, PathBuf};

use crate::ClassName;

/// A JDK or JRE installation whose classes and `libjvm` are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its home folder.
    pub home: PathBuf,
    /// Feature release: 8, 11, 17, …
    pub feature: u16,
}

/// Where a class came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An entry of the class path, by position.
    Entry(usize),
    /// The JDK, with the module's name (empty for `rt.jar`).
    Jdk(String),
}

/// Class path entries in order, in front of the JDK's own classes.
#[derive(Debug)]
pub struct ClassPath {}

/// A class path entry cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ClassPathError {
    /// Nothing is there.
    #[error("class path entry `{0}` does not exist")]
    Missing(PathBuf),
}

/// No usable JDK.
#[derive(Debug, thiserror::Error)]
pub enum JdkError {
    /// The folder is not a JDK.
    #[error("`{0}` is not a JDK")]
    NotAJdk(PathBuf),
}

impl Jdk {
    /// Reads `home/release` and checks that it holds a `libjvm` and its classes.
    pub fn at(home: &Path) -> Result<Self, JdkError> {
        todo!("{}", home.display())
    }

    /// The JDK to use: `explicit`, else `JAVA_HOME`, else the one `java` on the path belongs to.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, JdkError> {
        todo!("{explicit:?}")
    }

    /// The `libjvm` to load.
    pub fn libjvm(&self) -> PathBuf {
        todo!()
    }
}

impl ClassPath {
    /// Opens folders, jars and `folder/*` patterns in order, with the JDK behind them.
    pub fn open(entries: &[PathBuf], jdk: &Jdk) -> Result<Self, ClassPathError> {
        todo!("{entries:?} {jdk:?}")
    }

    /// Bytes of the class, from the first entry that has it, else from the JDK.
    pub fn find(&self, name: &ClassName) -> Result<Option<Vec<u8>>, ClassPathError> {
        todo!("{name}")
    }

    /// Where [`ClassPath::find`] would take the class from.
    pub fn origin(&self, name: &ClassName) -> Option<Origin> {
        todo!("{name}")
    }

    /// Every class of the entries (not of the JDK), sorted, without `module-info` and `package-info`.
    pub fn class_names(&self) -> Vec<ClassName> {
        todo!()
    }

    /// The entries as they were resolved: patterns expanded, in order.
    pub fn entries(&self) -> &[PathBuf] {
        todo!()
    }

    /// Calls `visit` with name, origin and bytes of every class of the entries and of the JDK module `java.base`
    /// (all of `rt.jar`'s `java/` packages for Java 8), without copying where the source is mapped.
    pub fn for_each_class(
        &self,
        visit: &mut dyn FnMut(&ClassName, &Origin, &[u8]),
    ) -> Result<(), ClassPathError> {
        let _ = visit;
        todo!()
    }
}
