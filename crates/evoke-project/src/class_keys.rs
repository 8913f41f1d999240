//! A key for each class of a module, which changes when the class does, or what it may call in a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk, outermost};
use sha2::{Digest as _, Sha256};

use crate::error::ProjectError;
use crate::hash::digits;
use crate::module::Module;

/// Keys of the classes of a module: equal where the bytes of the class, of what is nested in it, and of all classes in folders that these
/// name, one after the other, are, and the jars are the same files. Of jars path, size and time of change count.
#[derive(Clone, Debug)]
pub struct ClassKeys {
    classes: BTreeMap<ClassName, ClassFacts>,
    /// What is the same for all classes.
    jars: Vec<u8>,
}

#[derive(Clone, Debug)]
struct ClassFacts {
    hash: Vec<u8>,
    /// Classes that it names, of the JDK and of jars too.
    named: BTreeSet<ClassName>,
}

impl ClassKeys {
    /// Reads the classes of the module and of the folders on its class path.
    ///
    /// # Errors
    ///
    /// Where a folder cannot be read.
    pub fn of(module: &Module, jdk: &Jdk) -> Result<Self, ProjectError> {
        let (folders, jars): (Vec<PathBuf>, Vec<PathBuf>) =
            module.class_path.iter().cloned().partition(|entry| entry.is_dir());
        let class_path = ClassPath::open(&folders, jdk)?;
        let mut classes = BTreeMap::new();
        for name in class_path.class_names() {
            let Some(bytes) = class_path.find(&name)? else { continue };
            let named = ClassFile::parse(&bytes).map(|file| named(&file)).unwrap_or_default();
            classes.insert(name, ClassFacts { hash: Sha256::digest(&bytes).to_vec(), named });
        }
        let mut hash = Sha256::new();
        for jar in &jars {
            hash.update(stamp(jar));
        }
        Ok(Self { classes, jars: hash.finalize().to_vec() })
    }

    /// The key of a top-level class, with what else has to be the same: how it is worked on.
    pub fn key(&self, class: &ClassName, circumstances: &str) -> String {
        let nested = format!("{}$", class.as_str());
        let members = self.classes.keys().filter(|name| *name == class || name.as_str().starts_with(&nested));
        let mut waiting: Vec<&ClassName> = members.collect();
        let mut reached: BTreeMap<&ClassName, &[u8]> = BTreeMap::new();
        while let Some(name) = waiting.pop() {
            let Some((name, facts)) = self.classes.get_key_value(name) else { continue };
            if reached.insert(name, &facts.hash).is_none() {
                waiting.extend(&facts.named);
            }
        }
        let mut hash = Sha256::new();
        hash.update(circumstances);
        hash.update(&self.jars);
        for (name, bytes) in reached {
            hash.update(name.as_str());
            hash.update(bytes);
        }
        digits(&hash.finalize())
    }

    /// The top-level classes that may call one of these in a run, as far as their names say: those that name one, and those that name these, and
    /// so on. What is given is among them where it is in the folders.
    pub fn users_of(&self, classes: &BTreeSet<ClassName>) -> BTreeSet<ClassName> {
        let mut users: BTreeMap<&ClassName, Vec<&ClassName>> = BTreeMap::new();
        for (user, facts) in &self.classes {
            for named in &facts.named {
                users.entry(named).or_default().push(user);
            }
        }
        let known: BTreeSet<&ClassName> = self.classes.keys().collect();
        let mut waiting: Vec<&ClassName> =
            self.classes.keys().filter(|name| classes.contains(&outermost(name, &known))).collect();
        let mut reached = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if reached.insert(name) {
                waiting.extend(users.get(name).into_iter().flatten());
            }
        }
        reached.into_iter().map(|name| outermost(name, &known)).collect()
    }

    /// A key of all classes together and of these files, with what else has to be the same.
    pub fn key_of_all(&self, files: &[PathBuf], circumstances: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(circumstances);
        hash.update(&self.jars);
        for (name, facts) in &self.classes {
            hash.update(name.as_str());
            hash.update(&facts.hash);
        }
        for file in files {
            hash.update(file.display().to_string());
            hash.update(Sha256::digest(fs::read(file).unwrap_or_default()));
        }
        digits(&hash.finalize())
    }
}

/// Classes in the constant pool; what is only in descriptors is called by no instruction.
fn named(file: &ClassFile) -> BTreeSet<ClassName> {
    let pool = &file.constant_pool;
    let names = (1..pool.count()).filter_map(|index| pool.class(index));
    names
        .map(|name| {
            ClassName::new(name.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';'))
        })
        .collect()
}

fn stamp(jar: &Path) -> String {
    let data = fs::metadata(jar).ok();
    let size = data.as_ref().map_or(0, fs::Metadata::len);
    let changed = data.and_then(|data| data.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{} {size} {}\n", jar.display(), changed.unwrap_or_default().as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<ClassName> {
        names.iter().map(|name| ClassName::new(name)).collect()
    }

    /// Keys of classes, each with those that it names.
    fn keys(classes: &[(&str, &[&str])]) -> ClassKeys {
        let classes = classes.iter().map(|(name, named)| {
            (ClassName::new(name), ClassFacts { hash: Vec::new(), named: names(named) })
        });
        ClassKeys { classes: classes.collect(), jars: Vec::new() }
    }

    #[test]
    fn users_of_a_class_are_those_that_lead_to_it_over_any_number_of_others() {
        let keys = keys(&[
            ("a/Price", &["java/lang/Object"]),
            ("a/Cart", &["a/Cart$Line"]),
            ("a/Cart$Line", &["a/Price", "a/Cart"]),
            ("a/Shop", &["a/Cart"]),
            ("a/Clock", &["java/lang/Object"]),
        ]);
        assert_eq!(keys.users_of(&names(&["a/Price"])), names(&["a/Price", "a/Cart", "a/Shop"]));
        assert_eq!(keys.users_of(&names(&["a/Cart"])), names(&["a/Cart", "a/Shop"]));
        assert_eq!(keys.users_of(&names(&["b/Elsewhere"])), names(&[]));
    }

    #[test]
    fn class_whose_name_begins_with_a_dollar_has_users() {
        let keys = keys(&[
            ("g/$Types", &["java/lang/Object"]),
            ("g/$Types$Array", &["g/$Types"]),
            ("g/Reader", &["g/$Types$Array"]),
            ("g/Clock", &["java/lang/Object"]),
        ]);
        assert_eq!(keys.users_of(&names(&["g/$Types"])), names(&["g/$Types", "g/Reader"]));
        assert_eq!(keys.users_of(&names(&["g/Reader"])), names(&["g/Reader"]));
    }
}
