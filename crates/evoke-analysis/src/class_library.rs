//! Parsed class files on demand, and what Java source may say about them: whether a test can name a class and how.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, ClassPath, InnerClass, Origin, access};
use rustc_hash::FxHashMap;

/// Class files by name, parsed once. A class that cannot be read counts as absent.
#[derive(Debug)]
pub struct ClassLibrary<'a> {
    class_path: &'a ClassPath,
    parsed: RefCell<FxHashMap<ClassName, Option<Rc<ClassFile>>>>,
}

/// How source names a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceName {
    /// Package with dots; empty for the unnamed package.
    pub package: String,
    /// Simple names from the top-level class inwards: `["Map", "Entry"]`.
    pub nesting: Vec<String>,
}

impl<'a> ClassLibrary<'a> {
    /// A library over a class path.
    pub fn new(class_path: &'a ClassPath) -> Self {
        Self { class_path, parsed: RefCell::default() }
    }

    /// The class file, if there is a readable one.
    pub fn get(&self, name: &ClassName) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.parsed.borrow().get(name) {
            return known.clone();
        }
        let bytes = self.class_path.find(name).ok().flatten();
        let parsed = bytes.and_then(|bytes| ClassFile::parse(&bytes).ok()).map(Rc::new);
        self.parsed.borrow_mut().insert(name.clone(), parsed.clone());
        parsed
    }

    /// Classes of a package of the class path's entries, sorted, at most `limit`.
    pub(crate) fn classes_of_package(&self, package: &str, limit: usize) -> Vec<ClassName> {
        let mut names = self.class_path.class_names();
        names.retain(|name| name.package() == package);
        names.truncate(limit);
        names
    }

    /// The class file and those of all classes nested in it, local and anonymous ones included: the class first, the
    /// others sorted by name. `None` if the class itself cannot be read.
    pub fn with_nested(&self, name: &ClassName) -> Option<Vec<ClassFile>> {
        let class = self.get(name)?;
        let mut nested: BTreeMap<ClassName, Rc<ClassFile>> = BTreeMap::new();
        let mut open = vec![Rc::clone(&class)];
        let prefix = format!("{}$", name.as_str());
        while let Some(current) = open.pop() {
            for row in &current.inner_classes {
                if row.name.as_str().starts_with(&prefix)
                    && !nested.contains_key(&row.name)
                    && let Some(inner) = self.get(&row.name)
                {
                    nested.insert(row.name.clone(), Rc::clone(&inner));
                    open.push(inner);
                }
            }
        }
        Some(
            std::iter::once(class)
                .chain(nested.into_values())
                .map(|class| ClassFile::clone(&class))
                .collect(),
        )
    }

    /// The classes and interfaces that a class extends and implements, directly or not, as far as they are found.
    pub(crate) fn ancestors(&self, class: &ClassFile) -> Vec<Rc<ClassFile>> {
        let mut found: Vec<Rc<ClassFile>> = Vec::new();
        let mut pending: Vec<ClassName> =
            class.super_class.iter().chain(&class.interfaces).cloned().collect();
        while let Some(name) = pending.pop() {
            if found.iter().any(|ancestor| ancestor.name == name) {
                continue;
            }
            if let Some(ancestor) = self.get(&name) {
                pending.extend(ancestor.super_class.iter().chain(&ancestor.interfaces).cloned());
                found.push(ancestor);
            }
        }
        found
    }

    /// Whether the class comes from an entry of the class path rather than from the JDK.
    pub(crate) fn is_on_class_path(&self, name: &ClassName) -> bool {
        matches!(self.class_path.origin(name), Some(Origin::Entry(_)))
    }

    /// Whether the class is an enum declaration.
    pub fn is_enum(&self, name: &ClassName) -> bool {
        self.get(name).is_some_and(|class| {
            class.access_flags & access::ENUM != 0
                && class.super_class.as_ref().is_some_and(|parent| parent.as_str() == "java/lang/Enum")
        })
    }

    /// Flags as the source declared them: for a nested class those of its `InnerClasses` row.
    pub fn source_flags(class: &ClassFile) -> u16 {
        own_row(class).map_or(class.access_flags, |row| row.access_flags)
    }

    /// Whether instances need an outer instance to be built.
    pub fn is_inner(class: &ClassFile) -> bool {
        own_row(class).is_some_and(|row| {
            row.outer.is_some() && row.access_flags & (access::STATIC | access::INTERFACE) == 0
        })
    }

    /// How source names the class; `None` for local and anonymous classes and for classes that cannot be read.
    pub fn source_name(&self, name: &ClassName) -> Option<SourceName> {
        let class = self.get(name)?;
        let Some(row) = own_row(&class) else {
            let package = name.package().replace('/', ".");
            return Some(SourceName { package, nesting: vec![name.simple_binary().to_owned()] });
        };
        let mut outer = self.source_name(row.outer.as_ref().filter(|outer| *outer != name)?)?;
        outer.nesting.push(row.simple_name.clone()?);
        Some(outer)
    }

    /// Whether code in `package` (internal form) may name the class. Of the JDK only the public API counts.
    pub fn is_accessible(&self, name: &ClassName, package: &str) -> bool {
        let Some(class) = self.get(name) else { return false };
        if !is_exported(name) {
            return false;
        }
        let flags = Self::source_flags(&class);
        let same_package = name.package() == package;
        let visible = flags & access::PUBLIC != 0 || same_package && flags & access::PRIVATE == 0;
        visible
            && class.access_flags & access::SYNTHETIC == 0
            && own_row(&class).is_none_or(|row| match &row.outer {
                Some(outer) => row.simple_name.is_some() && self.is_accessible(outer, package),
                None => false,
            })
    }

    /// The class itself if code in `package` may name it, else the nearest superclass for which that holds.
    pub fn accessible_supertype(&self, name: &ClassName, package: &str) -> ClassName {
        let mut current = name.clone();
        while !self.is_accessible(&current, package) {
            match self.get(&current).and_then(|class| class.super_class.clone()) {
                Some(parent) => current = parent,
                None => return "java/lang/Object".into(),
            }
        }
        current
    }
}

/// The row of the `InnerClasses` attribute that describes the class itself.
fn own_row(class: &ClassFile) -> Option<&InnerClass> {
    class.inner_classes.iter().find(|row| row.name == class.name)
}

/// Internal packages of the JDK are in nobody's test; which ones are exported is told by their names well enough.
fn is_exported(name: &ClassName) -> bool {
    const INTERNAL: [&str; 5] = ["sun/", "jdk/internal/", "com/sun/", "jdk/vm/", "jdk/swing/"];
    !INTERNAL.iter().any(|prefix| name.as_str().starts_with(prefix))
}
