//! Class and type names as the suite writes them. A simple name belongs to the first class that takes it; every other
//! class of that name is written with its package.

use std::collections::BTreeMap;

use evoke_analysis::{Argument, Callable, Type, TypeId, TypeTable};
use evoke_classfile::ClassName;

use super::throws::is_checked;
use crate::class_names::{ClassNames, SourceName};
use crate::java;
use crate::java::ClassType;

/// Gives out the simple names of one file.
pub(super) struct TypeNames<'a> {
    classes: &'a dyn ClassNames,
    /// Package of the suite with dots.
    package: String,
    /// The suite with its package.
    suite: String,
    /// Top-level class behind each simple name in use.
    owners: BTreeMap<String, String>,
}

impl<'a> TypeNames<'a> {
    /// Names for a suite of this package and class.
    pub(super) fn new(classes: &'a dyn ClassNames, package: &str, suite_class: &str) -> Self {
        let own =
            if package.is_empty() { suite_class.to_owned() } else { format!("{package}.{suite_class}") };
        let owners = BTreeMap::from([(suite_class.to_owned(), own.clone())]);
        Self { classes, package: package.to_owned(), suite: own, owners }
    }

    /// Whether the suite, using the member on a variable of the class, would mean another one or none.
    pub(super) fn hides(&self, class: &ClassName, member: &Callable) -> bool {
        self.classes.hides(class, member, &self.internal_package())
    }

    /// Whether the compiler wants the exception to be caught or declared.
    pub(super) fn is_checked(&self, exception: &ClassName) -> bool {
        is_checked(self.classes, exception)
    }

    /// The suite's package as class files spell it.
    pub(super) fn internal_package(&self) -> String {
        self.package.replace('.', "/")
    }

    /// Whether the simple name stands for that class, taking it if it is free.
    pub(super) fn claim(&mut self, simple: &str, qualified: &str) -> bool {
        // In the unnamed package a class of that name could not be reached in any other way.
        if self.package.is_empty() && simple != qualified && self.in_own_package(simple) {
            return false;
        }
        let owner = self.owners.entry(simple.to_owned()).or_insert_with(|| qualified.to_owned());
        owner == qualified
    }

    /// A class of JUnit, which the class path of the class under test need not have.
    pub(super) fn junit_class(&mut self, simple: &str, qualified: &str) -> ClassType {
        if self.claim(simple, qualified) {
            ClassType { import: Some(qualified.to_owned()), ..ClassType::named(simple) }
        } else {
            ClassType::named(qualified)
        }
    }

    /// The class as the file writes it: `Map.Entry`.
    pub(super) fn class(&mut self, class: &ClassName) -> ClassType {
        let class = self.classes.accessible_supertype(class, &self.internal_package());
        let Some(name) = self.classes.source_name(&class) else {
            return ClassType::named(class.binary().replace('$', "."));
        };
        let top_level = name.top_level();
        if top_level == self.suite
            && let [_, member, ..] = name.nested.as_slice()
            && self.claim(member, &format!("{top_level}.{member}"))
        {
            return ClassType::named(name.nested[1..].join("."));
        }
        let outermost = name.nested.first().cloned().unwrap_or_default();
        let nested = name.nested.join(".");
        if !self.claim(&outermost, &top_level) {
            let is_unnamed = name.package.is_empty();
            return ClassType::named(if is_unnamed { nested } else { format!("{}.{nested}", name.package) });
        }
        let import = self.needs_import(&name, &outermost).then_some(top_level);
        ClassType { import, ..ClassType::named(nested) }
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
    pub(super) fn ty(&mut self, types: &TypeTable, id: TypeId) -> java::Type {
        match types.get(id) {
            Type::Void => java::Type::keyword("void"),
            Type::Primitive(primitive) => java::Type::keyword(primitive.keyword()),
            Type::Array(component) => self.ty(types, *component).array(),
            Type::Class { name, arguments } => {
                let class = self.class(name);
                let arguments = arguments.iter().map(|argument| self.argument(types, *argument)).collect();
                ClassType { arguments, ..class }.into()
            }
        }
    }

    /// A type without its arguments, as casts and class literals write it.
    pub(super) fn erased(&mut self, types: &TypeTable, id: TypeId) -> java::Type {
        match types.get(id) {
            Type::Class { name, .. } => self.class(name).into(),
            Type::Array(component) => self.erased(types, *component).array(),
            Type::Void | Type::Primitive(_) => self.ty(types, id),
        }
    }

    fn argument(&mut self, types: &TypeTable, argument: Argument) -> java::TypeArgument {
        match argument {
            Argument::Any => java::TypeArgument::Any,
            Argument::Exact(ty) => java::TypeArgument::Exact(self.ty(types, ty)),
            Argument::Extends(ty) => java::TypeArgument::Extends(self.ty(types, ty)),
            Argument::Super(ty) => java::TypeArgument::Super(self.ty(types, ty)),
        }
    }
}
