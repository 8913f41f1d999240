//! Which file of a target depends on which: a file depends on the files whose items it names.
//!
//! - A name counts where it is written: in a path, an import or a macro call. What only re-exports an item (`pub use`)
//!   does not depend on it, and who names it through the re-export depends on the file that defines it.
//! - `mod child;` is no dependency, and neither is naming a module: only what is then named in it counts.
//! - An inherent method is part of the file of its `impl`. Calls of it are found as `Type::method`, `Self::method`
//!   and `self.method()`; a call on another receiver would need types and is left out.
//! - Attributes, doc comments and what only tests compile do not count.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, Item, Type, Visibility};

use crate::module_tree::{ModuleId, ModuleTree, attributes, imports, is_test_only};
use crate::name_resolution::Definition;

/// For each pair of files, the first to name what the second defines, one such name as it is written.
pub(crate) type FileDependencies = BTreeMap<(String, String), String>;

/// The dependencies between the files of a target.
pub(crate) fn file_dependencies(modules: &ModuleTree) -> FileDependencies {
    let methods = InherentMethods::of(modules);
    let mut found = FileDependencies::new();
    for (id, module) in modules.iter() {
        let mut names =
            Names { modules, methods: &methods, module: id, self_type: BTreeSet::new(), found: &mut found };
        for item in &module.items {
            names.visit_item(item);
        }
    }
    found
}

/// A type by the module that defines it and its name there.
type TypeKey = (ModuleId, String);

/// The files of the inherent methods of each type.
struct InherentMethods {
    files: BTreeMap<TypeKey, BTreeMap<String, BTreeSet<String>>>,
}

impl InherentMethods {
    fn of(modules: &ModuleTree) -> Self {
        let mut files: BTreeMap<TypeKey, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (id, module) in modules.iter() {
            for item in &module.items {
                if let Item::Impl(implementation) = item
                    && implementation.trait_.is_none()
                {
                    for key in type_keys(modules, id, &implementation.self_ty) {
                        let methods = files.entry(key).or_default();
                        for name in associated_names(implementation) {
                            methods.entry(name).or_default().insert(module.file.clone());
                        }
                    }
                }
            }
        }
        Self { files }
    }

    fn files(&self, key: &TypeKey, method: &str) -> impl Iterator<Item = &String> {
        self.files.get(key).and_then(|methods| methods.get(method)).into_iter().flatten()
    }
}

/// Names of the functions and constants of an `impl`.
fn associated_names(implementation: &syn::ItemImpl) -> impl Iterator<Item = String> {
    implementation.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) if !is_test_only(&function.attrs) => Some(function.sig.ident.to_string()),
        syn::ImplItem::Const(constant) => Some(constant.ident.to_string()),
        _ => None,
    })
}

fn type_keys(modules: &ModuleTree, from: ModuleId, of: &Type) -> BTreeSet<TypeKey> {
    match of {
        Type::Path(path) => modules
            .definitions(from, &segments(&path.path))
            .into_iter()
            .map(|definition| (definition.module, definition.name))
            .collect(),
        Type::Reference(reference) => type_keys(modules, from, &reference.elem),
        _ => BTreeSet::new(),
    }
}

fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// Walks over the items of one module and notes what they name.
struct Names<'a> {
    modules: &'a ModuleTree,
    methods: &'a InherentMethods,
    module: ModuleId,
    /// The type of the `impl` around, empty outside.
    self_type: BTreeSet<TypeKey>,
    found: &'a mut FileDependencies,
}

impl Names<'_> {
    fn depends_on(&mut self, file: &str, witness: &str) {
        let own = &self.modules.module(self.module).file;
        if own != file {
            self.found.entry((own.clone(), file.to_owned())).or_insert_with(|| witness.to_owned());
        }
    }

    fn name(&mut self, path: &[String]) {
        if let [first, method, ..] = path
            && first == "Self"
        {
            self.call_of_self(method, &format!("Self::{method}"));
            return;
        }
        let definitions = self.modules.definitions(self.module, path);
        self.note(&definitions, &path.join("::"));
    }

    fn note(&mut self, definitions: &BTreeSet<Definition>, witness: &str) {
        for definition in definitions {
            let file = &self.modules.module(definition.module).file;
            self.depends_on(file, witness);
            if let Some(method) = &definition.associated {
                let key = (definition.module, definition.name.clone());
                for file in self.methods.files(&key, method) {
                    self.depends_on(file, witness);
                }
            }
        }
    }

    fn call_of_self(&mut self, method: &str, witness: &str) {
        for key in self.self_type.clone() {
            for file in self.methods.files(&key, method) {
                self.depends_on(file, witness);
            }
        }
    }

    /// Names in the tokens of a macro call, which nothing has parsed: paths of several words, and single words that
    /// look like a type, a call or a macro.
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut index = 0;
        while index < tokens.len() {
            match &tokens[index] {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(_) => {
                    index = self.scan_path(&tokens, index);
                    continue;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            index += 1;
        }
    }

    /// Notes the path that begins at `start` and gives the index behind it.
    fn scan_path(&mut self, tokens: &[TokenTree], start: usize) -> usize {
        let (path, end) = path_at(tokens, start);
        let before = start.checked_sub(1).map(|index| &tokens[index]);
        let is_parameter = is_punctuation(before, '$') && path[0] != "crate";
        if is_punctuation(before, '.') {
            let is_self = start.checked_sub(2).is_some_and(|index| is_word(&tokens[index], "self"));
            if is_self && is_call(tokens.get(end)) {
                self.call_of_self(&path[0], &format!("self.{}()", path[0]));
            }
        } else if is_punctuation(tokens.get(end), '!') {
            let definitions = self.modules.macro_definitions(self.module, &path);
            self.note(&definitions, &format!("{}!", path.join("::")));
        } else if !is_parameter {
            let is_item =
                path.len() > 1 || path[0].starts_with(char::is_uppercase) || is_call(tokens.get(end));
            if is_item {
                self.name(&path);
            }
        }
        end
    }
}

/// The words `a::b::c` that begin at `start`, and the index behind them.
fn path_at(tokens: &[TokenTree], start: usize) -> (Vec<String>, usize) {
    let mut path = vec![tokens[start].to_string()];
    let mut end = start + 1;
    while is_punctuation(tokens.get(end), ':') && is_punctuation(tokens.get(end + 1), ':') {
        let Some(TokenTree::Ident(word)) = tokens.get(end + 2) else { break };
        path.push(word.to_string());
        end += 3;
    }
    (path, end)
}

fn is_punctuation(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punctuation)) if punctuation.as_char() == character)
}

fn is_word(token: &TokenTree, text: &str) -> bool {
    matches!(token, TokenTree::Ident(word) if word == text)
}

fn is_call(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_item_mod(&mut self, _: &'ast syn::ItemMod) {}

    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_only(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test_only(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            for import in imports(&item.tree) {
                self.name(&import.path);
            }
        }
    }

    fn visit_item_impl(&mut self, implementation: &'ast syn::ItemImpl) {
        self.self_type = type_keys(self.modules, self.module, &implementation.self_ty);
        visit::visit_item_impl(self, implementation);
        self.self_type.clear();
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.name(&segments(path));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Expr::Path(receiver) = &*call.receiver
            && receiver.path.is_ident("self")
        {
            self.call_of_self(&call.method.to_string(), &format!("self.{}()", call.method));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let path = segments(&call.path);
        let definitions = self.modules.macro_definitions(self.module, &path);
        self.note(&definitions, &format!("{}!", path.join("::")));
        self.scan(call.tokens.clone());
    }
}
