//! Constants that a class and the classes it uses are written with: what its code compares with is mostly among them, so
//! they are worth trying as arguments (the static constant pool of Rojas, Fraser and Arcuri, 2016).
//!
//! They are taken from instructions and fields rather than from the class file's own pool, which says neither how often a
//! constant occurs nor what for, and lacks the small ones. Messages of exceptions are left out: nothing compares with them.

mod class_constants;
mod documents;
mod line_readers;
mod resources;
mod scan;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, ClassName, access};

use crate::ClassLibrary;
pub use class_constants::{ClassConstants, Occurring};
use documents::{Documents, reads_xml};
use line_readers::reads_lines;
use resources::ResourceNames;
use scan::Scan;

/// Most classes that regular expressions are looked for in two steps away.
const MAX_FURTHER: usize = 100;

/// The constants of a class under test, and those of the classes it uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// Of the class and what is nested in it, with names of its class file where it or a class it uses looks for resources.
    pub own: ClassConstants,
    /// Of the classes of the class path that it extends or whose members it uses, and of what is nested in these and reads XML; one step, not
    /// further, but for regular expressions, which are two steps away, too: what makes an argument's part often checks it by one.
    pub used: ClassConstants,
    /// Of tests that use the class.
    pub tests: ClassConstants,
    /// XML made of the class's own strings, and of those of the classes it uses that read XML, which are among its own strings too; none if
    /// neither reads XML.
    pub documents: Vec<String>,
    /// Whether the class, one that it extends, or one of those that it uses, reads texts line by line.
    pub has_lines: bool,
}

impl Constants {
    /// Collects the constants of a class: `class_files` holds the class itself first, then all classes nested in it.
    pub fn collect(library: &ClassLibrary<'_>, class_files: &[ClassFile]) -> Self {
        let mut own = Scan::default();
        let mut used_classes: BTreeSet<ClassName> = BTreeSet::new();
        let mut resources = ResourceNames::default();
        for class in class_files {
            own.add_class(class);
            resources.add_class(class);
            scan::add_used_classes(class, &mut used_classes);
        }
        for class in class_files {
            used_classes.remove(&class.name);
        }
        let mut used = Scan::default();
        let mut further: BTreeSet<ClassName> = BTreeSet::new();
        let mut own = own.into_constants();
        let mut documents = Documents::of(class_files, &own);
        let mut has_lines = class_files.iter().any(reads_lines) || inherits_lines(library, class_files);
        for name in used_classes.iter().filter(|name| library.is_on_class_path(name)) {
            let files = library.nest(name).unwrap_or_default();
            for (position, class) in files.iter().enumerate() {
                resources.add_class(class);
                if position == 0 || reads_xml(class) {
                    used.add_class(class);
                }
            }
            documents.add_used(&files);
            for class in &files {
                scan::add_used_classes(class, &mut further);
            }
            has_lines |= files.iter().any(|class| reads_lines(class));
        }
        let documents = documents.into_texts();
        let resources = class_files.first().map(|class| resources.texts(&class.name)).unwrap_or_default();
        own.add_texts(documents.iter().chain(&resources).map(String::as_str));
        let mut used = used.into_constants();
        let known =
            |name: &ClassName| used_classes.contains(name) || class_files.iter().any(|it| it.name == *name);
        let further = further.iter().filter(|name| !known(name) && library.is_on_class_path(name));
        used.add_patterns(constants_of(library, further.take(MAX_FURTHER)));
        Self { own, used, tests: ClassConstants::default(), documents, has_lines }
    }

    /// With those of tests that use the class, as far as it is not written with them itself.
    pub fn with_tests(mut self, test_files: &[ClassFile]) -> Self {
        let mut scan = Scan::default();
        for class in test_files {
            scan.add_class(class);
        }
        self.tests = scan.into_constants().without(&self.own);
        self
    }
}

/// Whether a class of the class path reads lines that one of these extends, however far up.
fn inherits_lines(library: &ClassLibrary<'_>, class_files: &[ClassFile]) -> bool {
    let is_such = |ancestor: &ClassFile| {
        let is_class = ancestor.access_flags & access::INTERFACE == 0;
        is_class && reads_lines(ancestor) && library.is_on_class_path(&ancestor.name)
    };
    class_files.iter().any(|class| library.ancestors(class).iter().any(|ancestor| is_such(ancestor)))
}

/// The constants of these classes alone.
fn constants_of<'c>(
    library: &ClassLibrary<'_>,
    classes: impl Iterator<Item = &'c ClassName>,
) -> ClassConstants {
    let mut scan = Scan::default();
    for class in classes.filter_map(|name| library.get(name)) {
        scan.add_class(&class);
    }
    scan.into_constants()
}
