//! Finds class files: folders, jars (multi-release too) and the classes of a JDK.
//!
//! Everything is indexed by class name when the class path is opened, so that a look-up is one hash and one read.
//! Files stay open and are read at offsets, so a [`ClassPath`] can be shared between threads without a lock.
//! `Class-Path` entries of manifests are not followed, and only the folders and jars named are looked at.

mod archive;
mod class_files;
mod entries;
mod error;
mod image;
mod jdk;
mod jdk_discovery;
mod manifest;
mod nearest;
mod nesting;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::ClassName;
use class_files::is_public_api;
use entries::{EntryIndex, Loaded};
pub use error::ClassPathError;
use image::ModuleImage;
pub use jdk::{Jdk, JdkError};
pub use nesting::outermost;

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
pub struct ClassPath {
    resolved: Vec<PathBuf>,
    entries: EntryIndex,
    jdk: JdkClasses,
}

/// The classes that come with the JDK.
#[derive(Debug)]
enum JdkClasses {
    /// `lib/modules`, since Java 9.
    Image(ModuleImage),
    /// `rt.jar` and the jars beside it, until Java 8.
    Jars(EntryIndex),
}

impl ClassPath {
    /// Opens folders, jars and `folder/*` patterns in order, with the JDK behind them.
    ///
    /// # Errors
    /// The first entry that does not exist, is not a jar or folder, or is a jar without a readable directory.
    /// Single corrupt classes are found when they are read.
    pub fn open(entries: &[PathBuf], jdk: &Jdk) -> Result<Self, ClassPathError> {
        let resolved = entries::expand_patterns(entries)?;
        let index = EntryIndex::open(&resolved, jdk.feature)?;
        Ok(Self { resolved, entries: index, jdk: JdkClasses::open(jdk)? })
    }

    /// Bytes of the class, from the first entry that has it, else from the JDK.
    pub fn find(&self, name: &ClassName) -> Result<Option<Vec<u8>>, ClassPathError> {
        if let Some(bytes) = self.entries.read(name)? {
            return Ok(Some(bytes));
        }
        match &self.jdk {
            JdkClasses::Image(image) => image.read_class(name),
            JdkClasses::Jars(jars) => jars.read(name),
        }
    }

    /// Where [`ClassPath::find`] would take the class from.
    pub fn origin(&self, name: &ClassName) -> Option<Origin> {
        if let Some(entry) = self.entries.entry_of(name) {
            return Some(Origin::Entry(entry));
        }
        match &self.jdk {
            JdkClasses::Image(image) => image.module_of_class(name).map(Origin::Jdk),
            JdkClasses::Jars(jars) => jars.entry_of(name).map(|_| Origin::Jdk(String::new())),
        }
    }

    /// Whether the class comes from a jar that is signed, or that seals the package. A JVM that has loaded it refuses classes of the same
    /// package from elsewhere, as tests are.
    pub fn is_in_closed_package(&self, name: &ClassName) -> bool {
        self.entries.is_in_closed_package(name)
    }

    /// Every class of the entries (not of the JDK), sorted, without `module-info` and `package-info`.
    pub fn class_names(&self) -> Vec<ClassName> {
        let mut names: Vec<ClassName> = self.entries.names().cloned().collect();
        names.sort_unstable();
        names
    }

    /// Those of them that are nested in no other one.
    pub fn top_level_classes(&self) -> Vec<ClassName> {
        let names = self.class_names();
        let known: BTreeSet<&ClassName> = names.iter().collect();
        names.iter().filter(|name| outermost(name, &known) == **name).cloned().collect()
    }

    /// The entries as they were resolved: patterns expanded, in order.
    pub fn entries(&self) -> &[PathBuf] {
        &self.resolved
    }

    /// At most `limit` classes that the user may have meant by `name`, best first: the same simple name in
    /// another package, then simple names a few letters away. Public classes of the JDK count only where no class
    /// of the entries is like it, and it is in no other package than these are.
    pub fn nearest(&self, name: &ClassName, limit: usize) -> Vec<ClassName> {
        let found = nearest::rank(name, &self.class_names(), limit);
        let can_be_of_jdk = name.package().is_empty() || is_public_api(name.as_str());
        if !found.is_empty() || !can_be_of_jdk {
            return found;
        }
        let jdk_names = match &self.jdk {
            JdkClasses::Image(image) => image.public_api_names(),
            JdkClasses::Jars(jars) => {
                jars.names().filter(|name| is_public_api(name.as_str())).cloned().collect()
            }
        };
        nearest::rank(name, &jdk_names, limit)
    }

    /// Calls `visit` with name, origin and bytes of every class of the entries and of the JDK module `java.base`
    /// (all of `rt.jar`'s `java/` packages for Java 8), in the order of the files they lie in. A class that several
    /// entries have is visited once, as [`ClassPath::find`] would give it.
    ///
    /// Returns what is wrong with the classes that could not be read and were left out.
    ///
    /// # Errors
    /// When the JDK's own classes cannot be read.
    pub fn for_each_class(
        &self,
        visit: &mut dyn FnMut(&ClassName, &Origin, &[u8]),
    ) -> Result<Vec<ClassPathError>, ClassPathError> {
        let mut unreadable = Vec::new();
        self.entries.for_each(&mut |name, entry, loaded| match loaded {
            Loaded::Bytes(bytes) => visit(name, &Origin::Entry(entry), bytes),
            Loaded::Failed(error) => unreadable.push(error),
        });
        let is_hidden = |name: &ClassName| self.entries.entry_of(name).is_some();
        match &self.jdk {
            JdkClasses::Image(image) => {
                let origin = Origin::Jdk("java.base".to_owned());
                image.for_each_class_of("java.base", &mut |name, bytes| {
                    if !is_hidden(name) {
                        visit(name, &origin, bytes);
                    }
                })?;
            }
            JdkClasses::Jars(jars) => {
                let origin = Origin::Jdk(String::new());
                let mut failed = None;
                jars.for_each(&mut |name, _, loaded| match loaded {
                    Loaded::Bytes(bytes) if name.as_str().starts_with("java/") && !is_hidden(name) => {
                        visit(name, &origin, bytes);
                    }
                    Loaded::Bytes(_) => {}
                    Loaded::Failed(error) => failed = Some(error),
                });
                if let Some(error) = failed {
                    return Err(error);
                }
            }
        }
        Ok(unreadable)
    }

    /// Calls `visit` with name, origin and bytes of every class of one module of the JDK. Java 8 has none.
    ///
    /// # Errors
    /// When the JDK's own classes cannot be read.
    pub fn for_each_class_of_module(
        &self,
        module: &str,
        visit: &mut dyn FnMut(&ClassName, &Origin, &[u8]),
    ) -> Result<(), ClassPathError> {
        let JdkClasses::Image(image) = &self.jdk else { return Ok(()) };
        let origin = Origin::Jdk(module.to_owned());
        image.for_each_class_of(module, &mut |name, bytes| {
            if self.entries.entry_of(name).is_none() {
                visit(name, &origin, bytes);
            }
        })
    }
}

impl JdkClasses {
    fn open(jdk: &Jdk) -> Result<Self, ClassPathError> {
        let image = jdk.module_image();
        if image.is_file() {
            Ok(Self::Image(ModuleImage::open(&image)?))
        } else {
            Ok(Self::Jars(EntryIndex::open(&jdk.boot_jars(), jdk.feature)?))
        }
    }
}
