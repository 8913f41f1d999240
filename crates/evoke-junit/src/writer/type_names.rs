//! Class and type names as the suite writes them. A simple name belongs to the first class that takes it; every other
//! class of that name is written with its package.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Argument, Type, TypeId, TypeTable};
use evoke_classfile::ClassName;

use crate::{ClassNames, Import, SourceName};

/// Gives out the simple names of one file.
pub(crate) struct TypeNames<'a> {
    classes: &'a dyn ClassNames,
    /// Package of the suite with dots.
    package: String,
    /// Top-level class behind each simple name in use.
    owners: BTreeMap<String, String>,
}

impl<'a> TypeNames<'a> {
    /// Names for a suite of this package and class.
    pub(crate) fn new(classes: &'a dyn ClassNames, package: &str, suite_class: &str) -> Self {
        let own =
            if package.is_empty() { suite_class.to_owned() } else { format!("{package}.{suite_class}") };
        let owners = BTreeMap::from([(suite_class.to_owned(), own)]);
        Self { classes, package: package.to_owned(), owners }
    }

    /// The suite's package as class files spell it.
    pub(crate) fn internal_package(&self) -> String {
        self.package.replace('.', "/")
    }

    /// Whether the simple name stands for that class, taking it if it is free.
    pub(crate) fn claim(&mut self, simple: &str, qualified: &str) -> bool {
        // In the unnamed package a class of that name could not be reached in any other way.
        if self.package.is_empty() && simple != qualified && self.in_own_package(simple) {
            return false;
        }
        let owner = self.owners.entry(simple.to_owned()).or_insert_with(|| qualified.to_owned());
        owner == qualified
    }

    /// Adds what the file must import to use the class, and gives its name: `Map.Entry`.
    pub(crate) fn class(&mut self, class: &ClassName, imports: &mut BTreeSet<Import>) -> String {
        let class = self.classes.accessible_supertype(class, &self.internal_package());
        let Some(name) = self.classes.source_name(&class) else {
            return class.binary().replace('$', ".");
        };
        let top_level = name.top_level();
        let outermost = name.nested.first().cloned().unwrap_or_default();
        if !self.claim(&outermost, &top_level) {
            let nested = name.nested.join(".");
            return if name.package.is_empty() { nested } else { format!("{}.{nested}", name.package) };
        }
        if self.needs_import(&name, &outermost) {
            imports.insert(Import::Class(top_level));
        }
        name.nested.join(".")
    }

    fn needs_import(&self, name: &SourceName, outermost: &str) -> bool {
        if name.package == self.package {
            return false;
        }
        name.package != "java.lang" || self.in_own_package(outermost)
    }

    fn in_own_package(&self, simple: &str) -> bool {
        let internal = self.internal_package();
        let path = if internal.is_empty() { simple.to_owned() } else { format!("{internal}/{simple}") };
        self.classes.source_name(&ClassName::new(&path)).is_some()
    }

    /// A type as a variable's declaration writes it.
    pub(crate) fn ty(&mut self, types: &TypeTable, id: TypeId, imports: &mut BTreeSet<Import>) -> String {
        match types.get(id) {
            Type::Void => "void".to_owned(),
            Type::Primitive(primitive) => primitive.keyword().to_owned(),
            Type::Array(component) => self.ty(types, *component, imports) + "[]",
            Type::Class { name, arguments } => {
                let written = self.class(name, imports);
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(types, *argument, imports)).collect();
                if arguments.is_empty() { written } else { format!("{written}<{}>", arguments.join(", ")) }
            }
        }
    }

    /// A type without its arguments, as casts and class literals write it.
    pub(crate) fn erased(&mut self, types: &TypeTable, id: TypeId, imports: &mut BTreeSet<Import>) -> String {
        match types.get(id) {
            Type::Class { name, .. } => self.class(name, imports),
            Type::Array(component) => self.erased(types, *component, imports) + "[]",
            Type::Void | Type::Primitive(_) => self.ty(types, id, imports),
        }
    }

    fn argument(&mut self, types: &TypeTable, argument: Argument, imports: &mut BTreeSet<Import>) -> String {
        match argument {
            Argument::Any => "?".to_owned(),
            Argument::Exact(ty) => self.ty(types, ty, imports),
            Argument::Extends(ty) => format!("? extends {}", self.ty(types, ty, imports)),
            Argument::Super(ty) => format!("? super {}", self.ty(types, ty, imports)),
        }
    }
}
