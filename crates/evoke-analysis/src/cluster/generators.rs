//! Finds the generators of a type: constructors, static factories and fields, builders, subclasses, stubs.

use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, access};

use super::builder::{Builder, CHARSET};
use super::connections::is_connection;
use super::ranking::{is_preferred, preferred_subtypes};
use crate::generics::Bindings;
use crate::{Callable, CallableKind, Primitive, StubId, TypeCategory, TypeId, TypeTable};

/// Constructors, or factories, of a subclass.
const WAYS: usize = 4;

impl Builder<'_> {
    /// Finds what gives a value of the type.
    pub(super) fn generate(&mut self, ty: TypeId, depth: u32) {
        if matches!(self.cluster.types.category(ty), TypeCategory::Array(_)) {
            return self.generate_by_text(ty, depth);
        }
        let Some(name) = self.cluster.types.class_name(ty).cloned() else { return };
        match self.cluster.types.category(ty) {
            TypeCategory::Boxed(primitive) => self.generate_boxed(ty, primitive, depth),
            _ if ty == TypeTable::OBJECT => self.generate_object(depth),
            _ => self.generate_class(ty, &name, depth),
        }
    }

    fn generate_boxed(&mut self, ty: TypeId, primitive: Primitive, depth: u32) {
        if let Some(value_of) = self.value_of(primitive) {
            self.offer_generator(ty, value_of, depth);
        }
    }

    /// `Integer.valueOf(int)`
    fn value_of(&mut self, primitive: Primitive) -> Option<Callable> {
        let class = self.library.get(&primitive.box_class().into())?;
        let descriptor = format!("({})L{};", primitive.field_type(), primitive.box_class());
        let mut methods = class.methods.iter();
        let value_of =
            methods.find(|method| method.name == "valueOf" && method.descriptor.to_string() == descriptor)?;
        self.members().method(&class, value_of, None, &Bindings::new())
    }

    /// `Object` is satisfied by nearly everything a test holds; a few plain values are enough.
    fn generate_object(&mut self, depth: u32) {
        if let Some(class) = self.library.get(&"java/lang/Object".into()) {
            for callable in self.members().constructors(&class, TypeTable::OBJECT) {
                self.offer_generator(TypeTable::OBJECT, callable, depth);
            }
        }
        if let Some(value_of) = self.value_of(Primitive::Int) {
            self.offer_generator(TypeTable::OBJECT, value_of, depth);
        }
    }

    fn generate_class(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        let Some(class) = self.library.get(name) else { return };
        if is_connection(name) {
            return self.generate_by_stub(ty, &class, depth);
        }
        let is_concrete = class.access_flags & (access::ABSTRACT | access::INTERFACE) == 0;
        if name.as_str() == CHARSET {
            self.generate_encodings(ty, depth);
        }
        self.generate_by_test_folder(ty, name, depth);
        if self.library.is_accessible(name, &self.package) {
            if is_concrete {
                for callable in self.members().constructors(&class, ty) {
                    self.offer_generator(ty, callable, depth);
                }
            }
            for callable in self.members().static_generators(&class, ty) {
                self.offer_generator(ty, callable, depth);
            }
            self.generate_by_nested(ty, &class, depth);
        }
        if !is_concrete && !is_of_jdk(name) {
            self.generate_by_factories(ty, name, depth);
        }
        let wanted = if is_concrete { self.limits.subtypes / 3 } else { self.limits.subtypes_at(depth) };
        let subtypes = preferred_subtypes(self.library, self.hierarchy, name, &self.package, wanted);
        for (position, subtype) in subtypes.iter().enumerate() {
            let ways = if position < self.limits.subtypes { WAYS } else { 1 };
            self.generate_by_subtype(ty, name, subtype, ways, depth);
        }
        if self.is_given_by_wrappers_alone(ty) {
            self.generate_by_neighbours(ty, name, depth);
        }
        if !is_concrete {
            self.generate_by_stub(ty, &class, depth);
        }
    }

    /// What the test implements itself: functional interfaces always, other types of the user's, and of the JDK's those
    /// for which programmers have no class at hand: a list is an `ArrayList`, while a session that some engine gives is of one
    /// kind only.
    pub(super) fn generate_by_stub(&mut self, ty: TypeId, class: &ClassFile, depth: u32) {
        let hooks = Rc::clone(&self.hooks);
        let stubs = self.members().stubs(class, ty, &hooks);
        let has_preferred = self.is_constructed_by_preferred(ty);
        let is_of_jdk = is_of_jdk(&class.name);
        for mut stub in stubs {
            if is_of_jdk && has_preferred && !stub.is_functional {
                continue;
            }
            let known = self.cluster.stubs.iter().find(|known| {
                known.ty == stub.ty && known.constructor_descriptor == stub.constructor_descriptor
            });
            let id = known.map_or(StubId(self.cluster.stubs.len() as u32), |known| known.id);
            if known.is_none() {
                stub.id = id;
                let returned = stub.methods.iter().map(|method| method.return_type);
                let needed: Vec<TypeId> = stub.parameters.iter().copied().chain(returned).collect();
                self.modify_arguments(&stub, depth);
                self.cluster.stubs.push(stub);
                for ty in needed {
                    self.need(ty, depth);
                }
            }
            self.cluster.stubs_by_type.entry(ty).or_default().push(id);
        }
    }

    /// Whether the constructor of a class that programmers reach for gives the type.
    fn is_constructed_by_preferred(&self, ty: TypeId) -> bool {
        let mut generators = self.generators.get(&ty).into_iter().flatten();
        generators.any(|id| {
            let callable = &self.cluster.callables[id.index()];
            callable.kind == CallableKind::Constructor && is_preferred(&callable.owner)
        })
    }

    /// Builders: instance methods of nested classes that give the type.
    fn generate_by_nested(&mut self, ty: TypeId, class: &ClassFile, depth: u32) {
        let nested = class.inner_classes.iter().filter(|row| row.outer.as_ref() == Some(&class.name));
        for row in nested {
            let Some(inner) = self.library.get(&row.name) else { continue };
            if !self.library.is_accessible(&row.name, &self.package) {
                continue;
            }
            let receiver = self.canonical_type(&inner);
            for callable in self.members().instance_generators(&inner, receiver, ty) {
                self.offer_generator(ty, callable, depth);
            }
        }
    }

    fn generate_by_subtype(
        &mut self,
        ty: TypeId,
        wanted: &ClassName,
        subtype: &ClassName,
        ways: usize,
        depth: u32,
    ) {
        let Some(class) = self.library.get(subtype) else { return };
        let Some(subtype_id) = self.subtype_for(&class, wanted, ty) else { return };
        if !self.subtyping.is_assignable(&mut self.cluster.types, subtype_id, ty) {
            return;
        }
        // Constructors of boxes are deprecated.
        if let TypeCategory::Boxed(primitive) = self.cluster.types.category(subtype_id) {
            return self.generate_boxed(ty, primitive, depth);
        }
        let mut generators = self.members().constructors(&class, subtype_id);
        if generators.is_empty() || self.cluster.types.category(subtype_id) == TypeCategory::Enum {
            generators.extend(self.members().static_generators(&class, subtype_id));
        }
        // Where there is room for few ways, one that wants another object may lead nowhere.
        generators.sort_by_key(|callable| (self.n_made(callable), callable.parameters.len()));
        for callable in generators.into_iter().take(ways) {
            self.offer_generator(ty, callable, depth);
        }
    }
}

fn is_of_jdk(name: &ClassName) -> bool {
    ["java/", "javax/", "org/w3c/", "org/xml/"].iter().any(|prefix| name.as_str().starts_with(prefix))
}
