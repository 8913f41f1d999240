//! Generators in other classes of a type's package, for types that neither their own class nor a subclass gives: static
//! factories, and instance methods of factory objects. Looked for only where nothing else was found.

use evoke_classfile::{ClassFile, ClassName, FieldType, access};

use super::builder::Builder;
use crate::TypeId;

/// Classes of a package that are looked at.
const MAX_NEIGHBOURS: usize = 200;

impl Builder<'_> {
    pub(super) fn generate_by_neighbours(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        for neighbour in self.library.classes_of_package(name.package(), MAX_NEIGHBOURS) {
            if neighbour == *name || !self.library.is_accessible(&neighbour, &self.package) {
                continue;
            }
            let Some(class) = self.library.get(&neighbour) else { continue };
            if !gives(&class, name) {
                continue;
            }
            let mut generators = self.members().static_generators(&class, ty);
            if class.access_flags & access::INTERFACE == 0 {
                let receiver = self.canonical_type(&class);
                generators.extend(self.members().instance_generators(&class, receiver, ty));
            }
            for callable in generators {
                self.offer_generator(ty, callable, depth);
            }
        }
    }
}

/// Whether a method of the class is declared to give the type, its arguments aside.
fn gives(class: &ClassFile, wanted: &ClassName) -> bool {
    class.methods.iter().any(
        |method| matches!(&method.descriptor.return_type, Some(FieldType::Object(name)) if name == wanted),
    )
}
