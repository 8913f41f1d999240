//! Which class extends which: direct supertypes and subtypes of the classes on a class path and in the JDK.
//!
//! Built from the heads of class files alone. The index holds the entries of the class path, the module `java.base`
//! (for Java 8 the `java` packages), and whatever other JDK classes those extend; a class of another module is added
//! with [`ClassHierarchy::include`], a whole module with [`ClassHierarchy::include_modules_of`]. Type arguments do not appear here.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};

use evoke_classfile::{
    ClassFile, ClassHeader, ClassName, ClassPath, ClassPathError, FieldType, Origin, ParseError,
};
use rustc_hash::FxHashMap;

/// Sub- and supertypes of classes by name.
#[derive(Debug, Default)]
pub struct ClassHierarchy {
    ids: FxHashMap<ClassName, ClassId>,
    nodes: Vec<Node>,
    origins: Vec<Origin>,
}

/// Index of a class among [`ClassHierarchy::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct ClassId(u32);

#[derive(Debug)]
struct Node {
    name: ClassName,
    /// `None` for a class that others extend but that is nowhere to be found.
    declaration: Option<Declaration>,
    direct_subtypes: Vec<ClassId>,
}

#[derive(Debug)]
struct Declaration {
    access_flags: u16,
    /// Index among [`ClassHierarchy::origins`].
    origin: u32,
    superclass: Option<ClassId>,
    interfaces: Box<[ClassId]>,
}

/// A class that is left out of the index, and why.
#[derive(Debug, thiserror::Error)]
pub enum Diagnostic {
    /// Its bytes cannot be had.
    #[error("class left out")]
    Unreadable(#[source] ClassPathError),
    /// Its bytes are no class file.
    #[error("class `{class}` left out")]
    Malformed {
        /// The name it was found under.
        class: ClassName,
        /// What is wrong with it.
        #[source]
        source: ParseError,
    },
    /// It lies where a class of another name belongs, so no class loader would find it.
    #[error("class `{found}` left out: it lies in the place of `{class}`")]
    Misplaced {
        /// The name it was found under.
        class: ClassName,
        /// The name it has.
        found: ClassName,
    },
}

impl ClassHierarchy {
    /// Indexes the class path's entries and `java.base`, and what these extend elsewhere in the JDK.
    ///
    /// # Errors
    /// When the JDK's classes cannot be read. Broken classes of the entries are diagnostics.
    pub fn build(class_path: &ClassPath) -> Result<(Self, Vec<Diagnostic>), ClassPathError> {
        let mut hierarchy = Self::default();
        let mut diagnostics = Vec::new();
        let unreadable = class_path.for_each_class(&mut |name, origin, bytes| {
            if let Err(diagnostic) = hierarchy.declare(name, origin, bytes) {
                diagnostics.push(diagnostic);
            }
        })?;
        diagnostics.extend(unreadable.into_iter().map(Diagnostic::Unreadable));
        hierarchy.complete(class_path, 0, &mut diagnostics);
        Ok((hierarchy, diagnostics))
    }

    /// Adds a class of the JDK that is not in `java.base`, with its supertypes. Known classes cost a look-up.
    pub fn include(&mut self, class_path: &ClassPath, name: &ClassName) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        if !self.contains(name) {
            let first_new = self.nodes.len();
            let id = self.intern(name.as_str());
            self.complete(class_path, first_new.min(id.index()), &mut diagnostics);
        }
        diagnostics
    }

    /// Adds the modules of the JDK, with all their classes, that parameters of these classes' methods are from: what
    /// extends such a type is mostly where the type is.
    ///
    /// # Errors
    /// When the JDK's classes cannot be read.
    pub fn include_modules_of(
        &mut self,
        class_path: &ClassPath,
        classes: &[ClassFile],
    ) -> Result<Vec<Diagnostic>, ClassPathError> {
        let methods = classes.iter().flat_map(|class| &class.methods);
        let mut modules = BTreeSet::new();
        for parameter in methods.flat_map(|method| &method.descriptor.parameters) {
            let FieldType::Object(name) = parameter else { continue };
            if !self.contains(name)
                && let Some(Origin::Jdk(module)) = class_path.origin(name)
            {
                modules.insert(module);
            }
        }
        let mut diagnostics = Vec::new();
        let first_new = self.nodes.len();
        for module in modules {
            class_path.for_each_class_of_module(&module, &mut |name, origin, bytes| {
                if !self.contains(name) {
                    diagnostics.extend(self.declare(name, origin, bytes).err());
                }
            })?;
        }
        self.complete(class_path, first_new, &mut diagnostics);
        Ok(diagnostics)
    }

    /// Whether the class was found, and not only mentioned by classes that extend it.
    pub fn contains(&self, name: &ClassName) -> bool {
        self.declaration(name).is_some()
    }

    /// Direct superclass; for interfaces `java/lang/Object`, as their class files say.
    pub fn superclass(&self, name: &ClassName) -> Option<&ClassName> {
        self.declaration(name)?.superclass.map(|id| self.name(id))
    }

    /// Direct superinterfaces in the order of the declaration.
    pub fn interfaces(&self, name: &ClassName) -> impl Iterator<Item = &ClassName> {
        let interfaces = self.declaration(name).map_or(&[][..], |declaration| &declaration.interfaces);
        interfaces.iter().map(|&id| self.name(id))
    }

    /// Flags as the source declared them: a nested class may be `private` and `static`.
    pub fn access_flags(&self, name: &ClassName) -> Option<u16> {
        self.declaration(name).map(|declaration| declaration.access_flags)
    }

    /// Where the class was found.
    pub fn origin(&self, name: &ClassName) -> Option<&Origin> {
        self.origins.get(self.declaration(name)?.origin as usize)
    }

    /// Whether `sub` is `sup`, extends it or implements it, directly or not.
    pub fn is_subtype(&self, sub: &ClassName, sup: &ClassName) -> bool {
        self.steps(sub, sup).is_some()
    }

    /// Fewest `extends` and `implements` that lead from `sub` up to `sup`; 0 if they are the same, `None` if none do.
    pub fn steps(&self, sub: &ClassName, sup: &ClassName) -> Option<u32> {
        if sub == sup {
            return Some(0);
        }
        let (sub, sup) = (self.id(sub)?, self.id(sup)?);
        self.steps_up(sub, Some(sup)).get(&sup).copied()
    }

    /// Fewest steps up from `a` and from `b` to a supertype they share, added; `None` if either is unknown.
    pub fn distance(&self, a: &ClassName, b: &ClassName) -> Option<u32> {
        let above_a = self.steps_up(self.id(a)?, None);
        let above_b = self.steps_up(self.id(b)?, None);
        above_a.iter().filter_map(|(id, steps)| Some(steps + above_b.get(id)?)).min()
    }

    /// Classes of a package, in the order of [`ClassHierarchy::subtypes`].
    pub(crate) fn classes_of_package(&self, package: &str) -> Vec<ClassName> {
        let is_inside = |id: &ClassId| {
            let node = self.node(*id);
            node.declaration.is_some() && node.name.package() == package
        };
        self.in_order((0..self.nodes.len() as u32).map(ClassId).filter(is_inside).collect())
    }

    /// Classes that extend or implement `name` directly. The order is that of [`ClassHierarchy::subtypes`].
    pub fn direct_subtypes(&self, name: &ClassName) -> Vec<ClassName> {
        self.id(name).map_or_else(Vec::new, |id| self.in_order(self.node(id).direct_subtypes.clone()))
    }

    /// Classes that extend or implement `name`, directly or not, without `name`. Those of the class path's entries
    /// come before those of the JDK, each sorted by name.
    pub fn subtypes(&self, name: &ClassName) -> Vec<ClassName> {
        let Some(root) = self.id(name) else { return Vec::new() };
        let mut seen = vec![false; self.nodes.len()];
        seen[root.index()] = true;
        let mut found = Vec::new();
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            for &subtype in &self.node(id).direct_subtypes {
                if !std::mem::replace(&mut seen[subtype.index()], true) {
                    found.push(subtype);
                    pending.push(subtype);
                }
            }
        }
        self.in_order(found)
    }

    /// Scans a class and adds it with edges to its supertypes.
    fn declare(&mut self, name: &ClassName, origin: &Origin, bytes: &[u8]) -> Result<(), Diagnostic> {
        let header = ClassHeader::scan(bytes)
            .map_err(|source| Diagnostic::Malformed { class: name.clone(), source })?;
        if header.name != name.as_str() {
            return Err(Diagnostic::Misplaced { class: name.clone(), found: ClassName::new(&header.name) });
        }
        let id = self.intern_name(name);
        let superclass = header.super_class.as_deref().map(|name| self.intern(name));
        let interfaces: Box<[ClassId]> = header.interfaces.iter().map(|name| self.intern(name)).collect();
        for supertype in superclass.iter().chain(&interfaces) {
            self.nodes[supertype.index()].direct_subtypes.push(id);
        }
        let origin = self.origin_index(origin);
        let access_flags = header.source_flags();
        self.nodes[id.index()].declaration =
            Some(Declaration { access_flags, origin, superclass, interfaces });
        Ok(())
    }

    /// Looks the classes up that were mentioned but not found yet, from node `first` on, and those they mention.
    fn complete(&mut self, class_path: &ClassPath, first: usize, diagnostics: &mut Vec<Diagnostic>) {
        let mut next = first;
        while let Some(node) = self.nodes.get(next) {
            next += 1;
            if node.declaration.is_some() {
                continue;
            }
            let name = node.name.clone();
            // Classes of the entries were all visited: such a one is broken and reported.
            let Some(origin @ Origin::Jdk(_)) = class_path.origin(&name) else { continue };
            let outcome = match class_path.find(&name) {
                Ok(Some(bytes)) => self.declare(&name, &origin, &bytes),
                Ok(None) => Ok(()),
                Err(error) => Err(Diagnostic::Unreadable(error)),
            };
            diagnostics.extend(outcome.err());
        }
    }

    /// Steps from a class up to each of its supertypes, itself included, until `goal` is met.
    fn steps_up(&self, from: ClassId, goal: Option<ClassId>) -> FxHashMap<ClassId, u32> {
        let mut steps = FxHashMap::default();
        steps.insert(from, 0);
        let mut pending = VecDeque::from([(from, 0)]);
        while let Some((id, n_steps)) = pending.pop_front() {
            let Some(declaration) = &self.node(id).declaration else { continue };
            for &supertype in declaration.superclass.iter().chain(&declaration.interfaces) {
                steps.entry(supertype).or_insert_with(|| {
                    pending.push_back((supertype, n_steps + 1));
                    n_steps + 1
                });
                if Some(supertype) == goal {
                    return steps;
                }
            }
        }
        steps
    }
}

/// Names, ids and nodes.
impl ClassHierarchy {
    fn id(&self, name: &ClassName) -> Option<ClassId> {
        self.ids.get(name).copied()
    }

    fn node(&self, id: ClassId) -> &Node {
        &self.nodes[id.index()]
    }

    fn name(&self, id: ClassId) -> &ClassName {
        &self.node(id).name
    }

    fn declaration(&self, name: &ClassName) -> Option<&Declaration> {
        self.node(self.id(name)?).declaration.as_ref()
    }

    fn intern(&mut self, name: &str) -> ClassId {
        match self.ids.get(name) {
            Some(&id) => id,
            None => self.add_node(ClassName::new(name)),
        }
    }

    fn intern_name(&mut self, name: &ClassName) -> ClassId {
        match self.ids.get(name) {
            Some(&id) => id,
            None => self.add_node(name.clone()),
        }
    }

    fn add_node(&mut self, name: ClassName) -> ClassId {
        let id = ClassId(self.nodes.len() as u32);
        self.ids.insert(name.clone(), id);
        self.nodes.push(Node { name, declaration: None, direct_subtypes: Vec::new() });
        id
    }

    /// Classes come in the order of their origins, so the last one is nearly always it.
    fn origin_index(&mut self, origin: &Origin) -> u32 {
        let known = self.origins.iter().rposition(|known| known == origin);
        let index = known.unwrap_or_else(|| {
            self.origins.push(origin.clone());
            self.origins.len() - 1
        });
        index as u32
    }

    /// Entries before the JDK, then by name; each class once.
    fn in_order(&self, ids: Vec<ClassId>) -> Vec<ClassName> {
        let is_jdk = |id: ClassId| {
            let declaration = self.node(id).declaration.as_ref();
            let origin = declaration.and_then(|declaration| self.origins.get(declaration.origin as usize));
            !matches!(origin, Some(Origin::Entry(_)))
        };
        let mut ordered: Vec<(bool, &ClassName)> =
            ids.into_iter().map(|id| (is_jdk(id), self.name(id))).collect();
        ordered.sort_unstable();
        ordered.dedup();
        ordered.into_iter().map(|(_, name)| name.clone()).collect()
    }
}

impl ClassId {
    fn index(self) -> usize {
        self.0 as usize
    }
}
