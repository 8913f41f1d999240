//! Makes specimens part of the closed world: where code under test is given any object at all, one of them will do. An interface is given by
//! what implements it at run time, and calls of its methods lead into the class that answers them.

use evoke_classfile::{ClassFile, ClassName};

use super::builder::Builder;
use super::callable::CallableKind;
use super::caller::Caller;
use crate::specimen::{INVOCATION_HANDLER, Specimen};
use crate::{ClassUnderTest, MethodId, TypeTable};

impl Builder<'_> {
    pub(super) fn add_specimens(&mut self, specimens: Vec<Specimen>, under_test: &ClassUnderTest) {
        for specimen in &specimens {
            let Some(class) = self.library.get(&specimen.name) else { continue };
            if let Some(declared) = specimen.extends.first() {
                self.add_both(&class, declared);
                continue;
            }
            if specimen.is_interface {
                self.add_interface(&class, under_test);
                continue;
            }
            let ty = self.canonical_type(&class);
            for callable in self.members().constructors(&class, ty) {
                let id = self.add(callable, 1);
                self.add_generator(id, ty);
                self.add_generator(id, TypeTable::OBJECT);
            }
            self.need(ty, 0);
        }
        self.cluster.specimens = specimens;
    }

    /// Has values of the declared interface be some that are both interfaces, which the test implements itself. A lambda would be of one alone.
    fn add_both(&mut self, both: &ClassFile, declared: &ClassName) {
        let Some(declared) = self.library.get(declared) else { return };
        let ty = self.canonical_type(&declared);
        self.generate_by_stub(ty, both, 1);
        for stub in self.cluster.stubs.iter_mut().filter(|stub| stub.class == both.name) {
            stub.is_functional = false;
        }
    }

    /// Has methods under test that are given the class of what they give give objects of the interface, and nothing else: a stub of it
    /// would lead nowhere. Where none does, its methods are not called.
    fn add_interface(&mut self, interface: &ClassFile, under_test: &ClassUnderTest) {
        let ty = self.canonical_type(interface);
        self.mark_as_needed(ty);
        for class in under_test.called_classes().iter().filter_map(|class| self.library.get(class)) {
            let receiver = self.canonical_type(&class);
            for callable in self.members().given_by_literal(&class, receiver, ty) {
                let id = self.add(callable, 1);
                self.add_generator(id, ty);
            }
        }
        if !self.generators.contains_key(&ty) {
            return;
        }
        let leads_to = self.methods_of_handlers(under_test);
        for callable in self.members().all_of(interface, ty) {
            if callable.kind == CallableKind::Method {
                let callable = self.add(callable, 1);
                self.cluster.callers.push(Caller { callable, leads_to: leads_to.clone() });
            }
        }
    }

    /// What calls of interfaces run: all methods of classes under test that answer them, since superclasses may know which is asked for.
    fn methods_of_handlers(&self, under_test: &ClassUnderTest) -> Vec<MethodId> {
        let answers = |class: &ClassName| self.hierarchy.is_subtype(class, &INVOCATION_HANDLER.into());
        let methods = under_test.methods.iter().filter(|method| !method.name.starts_with('<'));
        methods.filter(|method| answers(&method.class)).map(|method| method.id).collect()
    }
}
