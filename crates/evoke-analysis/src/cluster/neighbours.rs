//! Generators in other classes of a type's package. For types that neither their own class nor a subclass gives: static
//! factories and fields, and instance methods of factory objects. For types that cannot be constructed themselves static factories in any case, since their
//! subclasses are mostly made for these to choose from (`Unpooled.wrappedBuffer(bytes)` gives a `ByteBuf`).

use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, FieldType, access};

use super::builder::Builder;
use super::callable::Callable;
use crate::{CallableId, TypeCategory, TypeId};

/// Classes of a package that are looked at.
const MAX_NEIGHBOURS: usize = 200;
/// Static factories of a type that other generators have to make room for.
const MAX_FACTORIES: usize = 8;
/// Packages too wide for their classes to be neighbours; what they hold has factories of its own.
const WIDE_PACKAGES: [&str; 2] = ["java/lang", "java/util"];
/// Nodes of a document are given by documents, and these by a builder elsewhere.
const DOCUMENTS: (&str, &str) = ("org/w3c/dom", "javax/xml/parsers");
/// Factories are looked for where the class under test needs the type, and where that needs another.
const FACTORY_DEPTH: u32 = 3;

impl Builder<'_> {
    pub(super) fn generate_by_neighbours(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        for class in self.neighbours(name, |class| gives(class, name) || holds(class, name)) {
            let mut generators = self.members().static_generators(&class, ty);
            let is_factory = class.access_flags & access::INTERFACE == 0 || name.package() == DOCUMENTS.0;
            if is_factory {
                let receiver = self.canonical_type(&class);
                generators.extend(self.members().instance_generators(&class, receiver, ty));
            }
            for callable in generators {
                self.offer_generator(ty, callable, depth);
            }
        }
    }

    /// Those that are made of what can be written down go first.
    pub(super) fn generate_by_factories(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        if depth > FACTORY_DEPTH {
            return;
        }
        let mut factories: Vec<Callable> = Vec::new();
        for class in self.neighbours_that_give(name) {
            factories.extend(self.members().static_generators(&class, ty));
        }
        factories.sort_by_key(|callable| (self.n_made(callable), callable.parameters.len()));
        for callable in factories.into_iter().take(MAX_FACTORIES) {
            self.offer_generator(ty, callable, depth);
        }
    }

    /// Whether all that gives the type are classes that wrap another object of it.
    pub(super) fn is_given_by_wrappers_alone(&self, ty: TypeId) -> bool {
        let generators = self.generators.get(&ty).map_or(&[][..], Vec::as_slice);
        let callable = |id: &CallableId| &self.cluster.callables[id.index()];
        let wraps = |class: &ClassName| {
            generators.iter().map(callable).any(|it| it.owner == *class && it.parameters.contains(&ty))
        };
        generators.iter().map(callable).all(|it| wraps(&it.owner))
    }

    /// Other classes of the package with methods that are declared to give the class.
    pub(super) fn neighbours_that_give(&self, name: &ClassName) -> Vec<Rc<ClassFile>> {
        self.neighbours(name, |class| gives(class, name))
    }

    fn neighbours(&self, name: &ClassName, is_wanted: impl Fn(&ClassFile) -> bool) -> Vec<Rc<ClassFile>> {
        if WIDE_PACKAGES.contains(&name.package()) {
            return Vec::new();
        }
        let mut neighbours = self.hierarchy.classes_of_package(name.package());
        if name.package() == DOCUMENTS.0 {
            neighbours.extend(self.hierarchy.classes_of_package(DOCUMENTS.1));
        }
        neighbours.retain(|neighbour| neighbour != name);
        neighbours
            .into_iter()
            .take(MAX_NEIGHBOURS)
            .filter(|neighbour| self.library.is_accessible(neighbour, &self.package))
            .filter_map(|neighbour| self.library.get(&neighbour))
            .filter(|class| is_wanted(class))
            .collect()
    }

    /// How many parameters take values that have to be made first.
    pub(super) fn n_made(&self, callable: &Callable) -> usize {
        callable.parameters.iter().filter(|ty| !self.is_written_down(**ty)).count()
    }

    /// Whether values of the type are literals, or arrays and texts made of them.
    fn is_written_down(&self, ty: TypeId) -> bool {
        match self.cluster.types.category(ty) {
            TypeCategory::Primitive(_) | TypeCategory::String => true,
            TypeCategory::Array(component) => self.is_written_down(component),
            _ => self
                .cluster
                .types
                .class_name(ty)
                .is_some_and(|name| name.as_str() == "java/lang/CharSequence"),
        }
    }
}

/// Whether a method of the class is declared to give the type, its arguments aside.
fn gives(class: &ClassFile, wanted: &ClassName) -> bool {
    class.methods.iter().any(
        |method| matches!(&method.descriptor.return_type, Some(FieldType::Object(name)) if name == wanted),
    )
}

/// Whether a static field of the class is declared to hold the type: the one `Companion` of a class of Kotlin is in a field of that class.
fn holds(class: &ClassFile, wanted: &ClassName) -> bool {
    class.fields.iter().any(|field| {
        field.access_flags & access::STATIC != 0
            && matches!(&field.descriptor, FieldType::Object(name) if name == wanted)
    })
}
