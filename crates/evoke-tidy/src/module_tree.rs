//! The modules of one Cargo target with the names each binds, read from the syntax of its files.
//!
//! What only tests compile is left out. Names that a macro call makes are taken from the words of the call; names
//! made by `include!` and by macros of other crates are not known.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, Meta, UseTree};

use crate::module_files::{explicit_file, module_files};
use crate::tree::Tree;

/// Number of a module in its [`ModuleTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ModuleId(usize);

/// What a name in a module stands for.
#[derive(Debug)]
pub(crate) enum Binding {
    /// A module declared there.
    Module(ModuleId),
    /// Anything else defined there.
    Item,
    /// What a `use` brought in, by its path.
    Import(Vec<String>),
}

/// A module: a file, or a `mod name { … }` inside one.
pub(crate) struct Module {
    /// Path of its file from the root of the repository.
    pub(crate) file: String,
    pub(crate) parent: Option<ModuleId>,
    /// Its items that are compiled outside tests.
    pub(crate) items: Vec<Item>,
    /// One name can stand for a module, a type, a function and a macro at once.
    pub(crate) bindings: BTreeMap<String, Vec<Binding>>,
    /// Paths of `use path::*`.
    pub(crate) globs: Vec<Vec<String>>,
}

/// The modules of one target. The first is the root.
pub(crate) struct ModuleTree {
    modules: Vec<Module>,
}

impl ModuleTree {
    /// The module of the root file, `crate` in paths.
    pub(crate) const ROOT: ModuleId = ModuleId(0);

    /// Reads the target whose root is the file `root`.
    ///
    /// # Errors
    /// The path of the first file that is not Rust.
    pub(crate) fn read(tree: &Tree, root: &str) -> Result<Self, String> {
        let mut modules = Self { modules: Vec::new() };
        modules.add_file(tree, root, None)?;
        Ok(modules)
    }

    /// The modules with their numbers, parents first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ModuleId, &Module)> {
        self.modules.iter().enumerate().map(|(index, module)| (ModuleId(index), module))
    }

    /// The module of that number.
    pub(crate) fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0]
    }

    fn add_file(&mut self, tree: &Tree, path: &str, parent: Option<ModuleId>) -> Result<ModuleId, String> {
        let text = tree.text(path).unwrap_or_default();
        let syntax = syn::parse_file(text).map_err(|_| path.to_owned())?;
        self.add(tree, path, parent, syntax.items)
    }

    fn add(
        &mut self,
        tree: &Tree,
        file: &str,
        parent: Option<ModuleId>,
        items: Vec<Item>,
    ) -> Result<ModuleId, String> {
        let id = ModuleId(self.modules.len());
        let mut items: Vec<Item> = items.into_iter().filter(|item| !is_test_only(attributes(item))).collect();
        let (bindings, globs) = names(&items);
        self.modules.push(Module { file: file.to_owned(), parent, items: Vec::new(), bindings, globs });
        for item in &mut items {
            if let Item::Mod(declaration) = item
                && let Some(child) = self.add_child(tree, file, id, declaration)?
            {
                let name = declaration.ident.to_string();
                self.modules[id.0].bindings.entry(name).or_default().push(Binding::Module(child));
            }
        }
        self.modules[id.0].items = items;
        Ok(id)
    }

    /// Adds the module that `declaration` in `file` declares; none if its file is missing.
    fn add_child(
        &mut self,
        tree: &Tree,
        file: &str,
        parent: ModuleId,
        declaration: &mut ItemMod,
    ) -> Result<Option<ModuleId>, String> {
        if let Some((_, content)) = declaration.content.take() {
            return self.add(tree, file, Some(parent), content).map(Some);
        }
        declared_file(tree, file, declaration)
            .map(|path| self.add_file(tree, &path, Some(parent)))
            .transpose()
    }
}

/// The file that `mod name;` in `file` stands for, if it is there.
fn declared_file(tree: &Tree, file: &str, declaration: &ItemMod) -> Option<String> {
    let explicit = declaration.attrs.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    match explicit {
        Some(name) => Some(explicit_file(file, &name)).filter(|path| tree.text(path).is_some()),
        None => module_files(file, &declaration.ident.to_string())
            .into_iter()
            .find(|path| tree.text(path).is_some()),
    }
}

/// The names that items and `use` bind in a module, and the paths of its globs. Modules are bound by the caller. A
/// `use` inside a function counts as if it stood in the module.
fn names(items: &[Item]) -> (BTreeMap<String, Vec<Binding>>, Vec<Vec<String>>) {
    let mut imports = Imports::default();
    let mut bindings: BTreeMap<String, Vec<Binding>> = BTreeMap::new();
    for item in items {
        imports.visit_item(item);
        if let Some(name) = defined_name(item) {
            bindings.entry(name).or_default().push(Binding::Item);
        }
    }
    for import in imports.paths {
        match import.name {
            Some(name) => bindings.entry(name).or_default().push(Binding::Import(import.path)),
            None => imports.globs.push(import.path),
        }
    }
    for item in items {
        if let Item::Macro(call) = item
            && call.ident.is_none()
        {
            for word in type_words(call.mac.tokens.clone()) {
                bindings.entry(word).or_insert_with(|| vec![Binding::Item]);
            }
        }
    }
    (bindings, imports.globs)
}

/// One name brought in by a `use`.
pub(crate) struct Import {
    /// Path as written, without `as`.
    pub(crate) path: Vec<String>,
    /// The name it has here; none for a glob and for `as _`.
    name: Option<String>,
    /// Whether it ends in `*`.
    pub(crate) is_glob: bool,
}

/// Takes a `use` apart into one import for each leaf.
pub(crate) fn imports(tree: &UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    add_imports(tree, &mut Vec::new(), &mut found);
    found
}

fn add_imports(tree: &UseTree, prefix: &mut Vec<String>, found: &mut Vec<Import>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            add_imports(&path.tree, prefix, found);
            prefix.pop();
        }
        UseTree::Name(leaf) if leaf.ident == "self" => {
            found.push(Import { path: prefix.clone(), name: prefix.last().cloned(), is_glob: false });
        }
        UseTree::Name(leaf) => {
            let name = leaf.ident.to_string();
            let path = [prefix.as_slice(), std::slice::from_ref(&name)].concat();
            found.push(Import { path, name: Some(name), is_glob: false });
        }
        UseTree::Rename(leaf) => {
            let mut path = prefix.clone();
            if leaf.ident != "self" {
                path.push(leaf.ident.to_string());
            }
            let name = Some(leaf.rename.to_string()).filter(|name| name != "_");
            found.push(Import { path, name, is_glob: false });
        }
        UseTree::Glob(_) => found.push(Import { path: prefix.clone(), name: None, is_glob: true }),
        UseTree::Group(group) => {
            for tree in &group.items {
                add_imports(tree, prefix, found);
            }
        }
    }
}

/// Collects the imports of a module, not those of the modules inside it.
#[derive(Default)]
struct Imports {
    paths: Vec<Import>,
    globs: Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for import in imports(&item.tree) {
            if import.is_glob {
                self.globs.push(import.path);
            } else if import.name.is_some() {
                self.paths.push(import);
            }
        }
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The words with a capital in a macro call: types that it may define.
fn type_words(tokens: TokenStream) -> Vec<String> {
    let mut words = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => words.push(word.to_string()),
            TokenTree::Group(group) => words.extend(type_words(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    words.retain(|word| word.starts_with(char::is_uppercase));
    words
}

/// Attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether the attributes leave something out of every build but that of the tests.
pub(crate) fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|condition| requires_test(&condition))
    })
}

fn requires_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated)
            .is_ok_and(|conditions| conditions.iter().any(requires_test)),
        _ => false,
    }
}
