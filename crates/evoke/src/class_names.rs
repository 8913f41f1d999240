//! Lets the JUnit writer ask the class path how source names a class.

use evoke_analysis::{Callable, ClassHierarchy, ClassLibrary};
use evoke_classfile::ClassName;
use evoke_junit::{ClassNames, SourceName};

/// Names from class files.
pub(crate) struct LibraryNames<'a> {
    pub(crate) library: &'a ClassLibrary<'a>,
    pub(crate) hierarchy: &'a ClassHierarchy,
}

impl ClassNames for LibraryNames<'_> {
    fn source_name(&self, class: &ClassName) -> Option<SourceName> {
        let name = self.library.source_name(class)?;
        Some(SourceName { package: name.package, nested: name.nesting })
    }

    fn accessible_supertype(&self, class: &ClassName, from_package: &str) -> ClassName {
        self.library.accessible_supertype(class, from_package)
    }

    fn is_subclass(&self, class: &ClassName, ancestor: &ClassName) -> bool {
        class == ancestor || self.hierarchy.is_subtype(class, ancestor)
    }

    fn hides(&self, class: &ClassName, member: &Callable, from_package: &str) -> bool {
        self.library.hides(class, member, from_package)
    }
}
