//! The classes whose code may be followed.

use std::collections::BTreeMap;

use evoke_classfile::{ClassFile, ClassName};

/// By name.
pub(crate) struct TestClasses<'a>(BTreeMap<&'a str, &'a ClassFile>);

impl<'a> TestClasses<'a> {
    pub(crate) fn new(files: &'a [ClassFile]) -> Self {
        Self(files.iter().map(|file| (file.name.as_str(), file)).collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a ClassFile> {
        self.0.get(name).copied()
    }

    /// A class and what it extends, as far as that is among these.
    pub(crate) fn lineage(&self, name: &ClassName) -> Vec<&'a ClassFile> {
        let mut lineage: Vec<&ClassFile> = Vec::new();
        let mut next = self.get(name.as_str());
        while let Some(class) = next.filter(|class| lineage.iter().all(|known| known.name != class.name)) {
            lineage.push(class);
            next = class.super_class.as_ref().and_then(|name| self.get(name.as_str()));
        }
        lineage
    }
}
