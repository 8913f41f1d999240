//! Classes of which a test can call nothing: reading a static field gets one initialised (JVMS 5.5).

use evoke_classfile::{ClassFile, ClassName, Field, access};

use super::builder::Builder;
use super::callable::CallableKind;
use crate::{ClassUnderTest, MethodId, MethodUnderTest, TypeId};

impl Builder<'_> {
    /// Makes reads of the static fields of these classes calls under test, where there are no others. Of an enum constants are read only if
    /// making them decides anything; that they are there needs no test.
    pub(super) fn add_fields_under_test<'c>(
        &mut self,
        under_test: &ClassUnderTest,
        classes: impl Iterator<Item = &'c ClassName>,
    ) {
        if !self.cluster.under_test.is_empty() {
            return;
        }
        for class in classes {
            if !self.library.is_accessible(class, &self.package) {
                continue;
            }
            let Some(initializer) = initializer_of(under_test, class) else { continue };
            let Some(file) = self.library.get(class) else { continue };
            if !self.library.is_enum(class) || has_branches(under_test) {
                let ty = self.canonical_type(&file);
                self.add_static_fields(&file, ty, initializer);
            }
        }
    }

    fn add_static_fields(&mut self, class: &ClassFile, ty: TypeId, initializer: MethodId) {
        // Where the field is used, the compiler writes the constant in its place.
        let is_read =
            |field: &&Field| field.access_flags & access::STATIC != 0 && field.constant_value.is_none();
        for field in class.fields.iter().filter(is_read) {
            let bindings = self.members().resolver().class_bindings(ty);
            for callable in self.members().field_accesses(class, field, ty, &bindings) {
                debug_assert_eq!(callable.kind, CallableKind::FieldRead, "static fields are not written");
                let id = self.add(callable, 1);
                self.cluster.callables[id.index()].under_test = Some(initializer);
                self.cluster.under_test.push(id);
            }
        }
    }
}

fn initializer_of(under_test: &ClassUnderTest, class: &ClassName) -> Option<MethodId> {
    let is_initializer = |method: &&MethodUnderTest| method.class == *class && method.is_class_initializer();
    under_test.methods.iter().find(is_initializer).map(|method| method.id)
}

fn has_branches(under_test: &ClassUnderTest) -> bool {
    !under_test.predicates.is_empty()
}
