//! What a path in a module stands for: the module whose file defines it, through imports, re-exports and globs.
//!
//! This is the name resolution of the Rust reference without privacy, namespaces and preludes: a path that more than
//! one definition answers to stands for all of them, and what another crate defines stands for nothing.

use std::collections::BTreeSet;

use crate::module_tree::{Binding, ModuleId, ModuleTree};

/// An item that a path stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Definition {
    /// Where it is defined.
    pub(crate) module: ModuleId,
    /// Its name there.
    pub(crate) name: String,
    /// What the path names inside it: a variant or an associated function.
    pub(crate) associated: Option<String>,
}

/// What a path stands for.
#[derive(Default)]
struct Found {
    definitions: BTreeSet<Definition>,
    modules: BTreeSet<ModuleId>,
}

/// The imports and globs being followed, so that those in a circle end.
type Followed<'a> = BTreeSet<(ModuleId, &'a [String])>;

impl ModuleTree {
    /// The items of this target that `path`, written in the module `from`, stands for. Modules are not items.
    pub(crate) fn definitions(&self, from: ModuleId, path: &[String]) -> BTreeSet<Definition> {
        let mut found = Found::default();
        self.resolve(from, path, &mut Followed::new(), &mut found);
        found.definitions
    }

    /// The same for the name of a macro, which a module also sees when one around it defines it.
    pub(crate) fn macro_definitions(&self, from: ModuleId, path: &[String]) -> BTreeSet<Definition> {
        let mut module = Some(from);
        while let Some(id) = module {
            let found = self.definitions(id, path);
            if !found.is_empty() {
                return found;
            }
            module = self.module(id).parent;
        }
        BTreeSet::new()
    }

    fn resolve<'a>(
        &'a self,
        from: ModuleId,
        path: &[String],
        followed: &mut Followed<'a>,
        found: &mut Found,
    ) {
        let Some((first, rest)) = path.split_first() else {
            found.modules.insert(from);
            return;
        };
        match first.as_str() {
            "crate" => self.resolve(Self::ROOT, rest, followed, found),
            "self" => self.resolve(from, rest, followed, found),
            "super" => {
                if let Some(parent) = self.module(from).parent {
                    self.resolve(parent, rest, followed, found);
                }
            }
            name => self.resolve_name(from, name, rest, followed, found),
        }
    }

    fn resolve_name<'a>(
        &'a self,
        from: ModuleId,
        name: &str,
        rest: &[String],
        followed: &mut Followed<'a>,
        found: &mut Found,
    ) {
        let module = self.module(from);
        let Some(bindings) = module.bindings.get(name) else {
            for glob in &module.globs {
                let opened = self.follow(from, glob, followed);
                for source in opened.modules {
                    self.resolve(source, &[&[name.to_owned()], rest].concat(), followed, found);
                }
            }
            return;
        };
        for binding in bindings {
            match binding {
                Binding::Module(child) => self.resolve(*child, rest, followed, found),
                Binding::Item => {
                    let associated = rest.first().cloned();
                    found.definitions.insert(Definition { module: from, name: name.to_owned(), associated });
                }
                Binding::Import(path) => {
                    let imported = self.follow(from, path, followed);
                    for mut definition in imported.definitions {
                        definition.associated = definition.associated.or_else(|| rest.first().cloned());
                        found.definitions.insert(definition);
                    }
                    for source in imported.modules {
                        self.resolve(source, rest, followed, found);
                    }
                }
            }
        }
    }

    /// What the path of a `use` stands for; nothing while that is being followed already.
    fn follow<'a>(&'a self, from: ModuleId, path: &'a [String], followed: &mut Followed<'a>) -> Found {
        let mut found = Found::default();
        if followed.insert((from, path)) {
            self.resolve(from, path, followed, &mut found);
            followed.remove(&(from, path));
        }
        found
    }
}
