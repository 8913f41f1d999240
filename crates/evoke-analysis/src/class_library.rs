//! Parsed class files on demand, and what Java source may say about them: whether a test can name a class and how.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, ClassPath, InnerClass, Origin, access};
use rustc_hash::FxHashMap;

use crate::java_name::{is_identifier, is_nameable};

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

    /// Adds a class that is not on the class path. It hides one of the same name. A malformed class is left out.
    pub fn add(&self, name: &ClassName, bytes: &[u8]) {
        let parsed = ClassFile::parse(bytes).ok().map(Rc::new);
        self.parsed.borrow_mut().insert(name.clone(), parsed);
    }

    /// The class file and those of all classes nested in it, local and anonymous ones included: the class first, the
    /// others sorted by name. `None` if the class itself cannot be read.
    pub fn with_nested(&self, name: &ClassName) -> Option<Vec<ClassFile>> {
        Some(self.nest(name)?.iter().map(|class| ClassFile::clone(class)).collect())
    }

    /// The same, shared.
    pub(crate) fn nest(&self, name: &ClassName) -> Option<Vec<Rc<ClassFile>>> {
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
        Some(std::iter::once(class).chain(nested.into_values()).collect())
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

    /// Whether instances need an outer instance that is of an interface. In source what is nested in an interface is static (JLS 9.5), so that
    /// `javac` takes no form of `new` for it.
    pub(crate) fn is_inner_of_interface(&self, class: &ClassFile) -> bool {
        let outer = own_row(class).filter(|_| Self::is_inner(class)).and_then(|row| row.outer.as_ref());
        let outer = outer.and_then(|outer| self.get(outer));
        outer.is_some_and(|outer| outer.access_flags & access::INTERFACE != 0)
    }

    /// How source names the class; `None` for local and anonymous classes, and where a class around it cannot be read
    /// or lies in the class itself.
    pub fn source_name(&self, name: &ClassName) -> Option<SourceName> {
        let outwards: Vec<Rc<ClassFile>> = self.outwards(name).collect::<Option<_>>()?;
        let (top_level, nested) = outwards.split_last()?;
        let package = top_level.name.package().replace('/', ".");
        let mut nesting = vec![top_level.name.simple_binary().to_owned()];
        for class in nested.iter().rev() {
            nesting.push(own_row(class)?.simple_name.clone()?);
        }
        Some(SourceName { package, nesting })
    }

    /// Whether code in `package` (internal form) may name the class. Of the JDK only the public API counts.
    pub fn is_accessible(&self, name: &ClassName, package: &str) -> bool {
        self.outwards(name).all(|class| class.is_some_and(|class| self.is_visible(&class, package)))
    }

    /// The class and the classes around it, up to the top-level class. `None` is the last where the chain breaks: at a
    /// local or anonymous class, one that cannot be read, or one that was there already.
    fn outwards(&self, name: &ClassName) -> Outwards<'_, 'a> {
        Outwards { library: self, next: Some(name.clone()), passed: Vec::new() }
    }

    /// Whether code in `package` sees the class, the classes around it aside.
    fn is_visible(&self, class: &ClassFile, package: &str) -> bool {
        can_access(package, &class.name, Self::source_flags(class))
            && class.access_flags & access::SYNTHETIC == 0
            && self.is_exported(&class.name)
            && match own_row(class) {
                Some(row) => row.simple_name.as_deref().is_some_and(is_identifier),
                None => is_nameable(&class.name),
            }
    }

    /// Internal packages of the JDK are in nobody's test; which ones are exported is told by their names well enough. Libraries have packages
    /// of such names, too (`com.sun.mail`).
    fn is_exported(&self, name: &ClassName) -> bool {
        !has_internal_name(name) || self.is_on_class_path(name)
    }

    /// The class itself if code in `package` may name it, else the nearest superclass for which that holds.
    pub fn accessible_supertype(&self, name: &ClassName, package: &str) -> ClassName {
        let mut passed = Vec::new();
        let mut current = name.clone();
        while !self.is_accessible(&current, package) {
            match self.get(&current).and_then(|class| class.super_class.clone()) {
                Some(parent) if !passed.contains(&parent) => {
                    passed.push(std::mem::replace(&mut current, parent));
                }
                _ => return "java/lang/Object".into(),
            }
        }
        current
    }
}

/// Walks from a class to its top-level class.
struct Outwards<'l, 'a> {
    library: &'l ClassLibrary<'a>,
    next: Option<ClassName>,
    /// The classes behind, for hostile class files are nested in each other.
    passed: Vec<ClassName>,
}

impl Iterator for Outwards<'_, '_> {
    type Item = Option<Rc<ClassFile>>;

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.next.take()?;
        if self.passed.contains(&name) {
            return Some(None);
        }
        let class = self.library.get(&name);
        if let Some(row) = class.as_deref().and_then(own_row) {
            let (Some(outer), Some(_)) = (&row.outer, &row.simple_name) else { return Some(None) };
            self.next = Some(outer.clone());
            self.passed.push(name);
        }
        Some(class)
    }
}

/// Whether code in `package` that extends nothing may use what has these flags in the class `declaring`, or is that class
/// itself (JLS 6.6.1).
pub(crate) fn can_access(package: &str, declaring: &ClassName, flags: u16) -> bool {
    flags & access::PUBLIC != 0 || declaring.package() == package && flags & access::PRIVATE == 0
}

/// The row of the `InnerClasses` attribute that describes the class itself.
pub(crate) fn own_row(class: &ClassFile) -> Option<&InnerClass> {
    class.inner_classes.iter().find(|row| row.name == class.name)
}

/// Whether the package has the name of an internal one of the JDK.
fn has_internal_name(name: &ClassName) -> bool {
    const INTERNAL: [&str; 5] = ["sun/", "jdk/internal/", "com/sun/", "jdk/vm/", "jdk/swing/"];
    INTERNAL.iter().any(|prefix| name.as_str().starts_with(prefix))
}

#[cfg(test)]
mod tests;
