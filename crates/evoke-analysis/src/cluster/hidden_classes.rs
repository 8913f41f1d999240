//! Methods under test that a test reaches only through a supertype: of a private, local or anonymous class the test can call
//! what it overrides on the values that it is given (`basket.iterator().hasNext()`), and of a lambda the one method that its
//! interface has.

use std::rc::Rc;

use evoke_classfile::{ClassFile, Method, access};
use rustc_hash::FxHashSet;

use super::ancestry::likely_ancestors;
use super::builder::Builder;
use crate::class_library::can_access;
use crate::java_name::is_identifier;
use crate::{CallableId, CallableKind, ClassUnderTest, MethodId, TypeCategory, TypeId, TypeTable};

/// A class under test that a test cannot name.
struct HiddenClass {
    file: Rc<ClassFile>,
    ancestors: Vec<Rc<ClassFile>>,
}

/// A method that a test can call, with the class or interface that declares it and that the test can name.
type NameableMethod = (Rc<ClassFile>, Method);

impl Builder<'_> {
    /// Makes them calls under test, on the types that methods and fields under test are declared to give.
    pub(super) fn add_hidden_classes(&mut self, under_test: &ClassUnderTest) {
        let hidden: Vec<HiddenClass> = under_test
            .classes
            .iter()
            .filter(|name| !self.library.is_accessible(name, &self.package))
            .filter_map(|name| self.library.get(name))
            .map(|file| HiddenClass { ancestors: self.library.ancestors(&file), file })
            .collect();
        let mut generators = self.generators_under_test(under_test);
        let mut seen = FxHashSet::default();
        while let Some(generator) = generators.pop() {
            let callable = self.cluster.callable(generator);
            let ty = callable.return_type;
            let lambda = callable.under_test.and_then(|method| lambda_of(under_test, method));
            // Constants of an enum can have bodies, which implement what its interfaces ask for.
            let is_of_class =
                matches!(self.cluster.types.category(ty), TypeCategory::Object | TypeCategory::Enum);
            if !is_of_class || ty == TypeTable::OBJECT {
                continue;
            }
            let is_new = seen.insert(ty);
            let mut found: Vec<(NameableMethod, MethodId)> = Vec::new();
            if is_new {
                found = hidden.iter().flat_map(|class| self.overridden_by(class, ty)).collect();
            }
            if let Some(lambda) = lambda {
                found.extend(self.functional_method(ty).map(|called| (called, lambda)));
            }
            for (called, method) in found {
                if let Some(callable) = self.add_call_through(&called, ty, method) {
                    generators.push(callable);
                    self.add_generator(generator, ty);
                }
            }
        }
    }

    fn generators_under_test(&self, under_test: &ClassUnderTest) -> Vec<CallableId> {
        let is_field = |id: &CallableId| {
            let callable = self.cluster.callable(*id);
            callable.kind == CallableKind::FieldRead && under_test.classes.contains(&callable.owner)
        };
        let fields = (0..self.cluster.callables.len() as u32).map(CallableId).filter(is_field);
        self.cluster.under_test.iter().copied().chain(fields).collect()
    }

    /// The methods of the class that override what a `ty` is known to have, each with the method that a test calls.
    fn overridden_by(&self, class: &HiddenClass, ty: TypeId) -> Vec<(NameableMethod, MethodId)> {
        let Some(name) = self.cluster.types.class_name(ty) else { return Vec::new() };
        if class.ancestors.iter().all(|ancestor| ancestor.name != *name) {
            return Vec::new();
        }
        let known = likely_ancestors(self.library, name);
        let mut found = Vec::new();
        for method in class.file.methods.iter().filter(|method| can_be_called_through_supertype(method)) {
            let called = known.iter().find_map(|ancestor| self.overridden_in(ancestor, &class.file, method));
            let id = self.method_under_test(&class.file.name, method);
            found.extend(called.zip(id));
        }
        found
    }

    fn overridden_in(
        &self,
        ancestor: &Rc<ClassFile>,
        class: &ClassFile,
        method: &Method,
    ) -> Option<NameableMethod> {
        if !self.library.is_accessible(&ancestor.name, &self.package) {
            return None;
        }
        let is_overridden = |method_above: &&Method| {
            let is_bridged = || {
                class.methods.iter().any(|bridge| {
                    bridge.access_flags & access::BRIDGE != 0
                        && bridge.name == method.name
                        && bridge.descriptor == method_above.descriptor
                        && bridge.descriptor.parameters.len() == method.descriptor.parameters.len()
                })
            };
            method_above.name == method.name
                && is_open(ancestor, method_above, &self.package)
                && (method_above.descriptor == method.descriptor || is_bridged())
        };
        let overridden = ancestor.methods.iter().find(is_overridden)?;
        Some((Rc::clone(ancestor), overridden.clone()))
    }

    /// The one method that an implementation of the interface has to have (JLS 9.8).
    fn functional_method(&self, ty: TypeId) -> Option<NameableMethod> {
        let known = likely_ancestors(self.library, self.cluster.types.class_name(ty)?);
        let is_of_object = |method: &Method| {
            let object = known.last().filter(|class| class.name.as_str() == "java/lang/Object");
            object.is_some_and(|object| object.methods.iter().any(|other| is_same(other, method)))
        };
        let mut found: Option<NameableMethod> = None;
        for (position, class) in known.iter().enumerate() {
            let implements = |below: &Rc<ClassFile>, method: &Method| {
                below.methods.iter().any(|it| it.access_flags & access::ABSTRACT == 0 && is_same(it, method))
            };
            for method in class.methods.iter().filter(|it| it.access_flags & access::ABSTRACT != 0) {
                let is_interface = class.access_flags & access::INTERFACE != 0;
                match &found {
                    _ if !is_interface => return None,
                    _ if is_of_object(method) => {}
                    _ if known[..position].iter().any(|below| implements(below, method)) => {}
                    Some((_, first)) if first.name != method.name => return None,
                    Some(_) => {}
                    None => found = Some((Rc::clone(class), method.clone())),
                }
            }
        }
        found
    }

    /// Adds a call of the method on a `ty`, which may run the method under test; `None` if there is such a call already.
    fn add_call_through(
        &mut self,
        called: &NameableMethod,
        ty: TypeId,
        method: MethodId,
    ) -> Option<CallableId> {
        let (class, called) = called;
        if !is_identifier(&called.name) {
            return None;
        }
        let bindings = self.members().bindings_seen_from(ty, class);
        let callable = self.members().method(class, called, Some(ty), &bindings)?;
        // What gives it is known below, so that nothing else has to be found that does.
        self.mark_as_needed(ty);
        let id = self.add(callable, 1);
        if self.cluster.under_test.contains(&id) {
            return None;
        }
        let callable = &mut self.cluster.callables[id.index()];
        callable.under_test.get_or_insert(method);
        let is_pure = callable.is_pure;
        self.cluster.under_test.push(id);
        if !is_pure {
            self.add_modifier(ty, id);
        }
        Some(id)
    }
}

/// The first lambda in the method's code.
fn lambda_of(class: &ClassUnderTest, method: MethodId) -> Option<MethodId> {
    let callees = class.callees.get(method.index())?;
    callees.iter().copied().find(|callee| class.methods[callee.index()].name.starts_with("lambda$"))
}

fn is_same(one: &Method, other: &Method) -> bool {
    one.name == other.name && one.descriptor == other.descriptor
}

fn can_be_called_through_supertype(method: &Method) -> bool {
    const NEVER: u16 =
        access::STATIC | access::PRIVATE | access::ABSTRACT | access::SYNTHETIC | access::BRIDGE;
    !method.name.starts_with('<') && method.access_flags & NEVER == 0
}

fn is_open(class: &ClassFile, method: &Method, package: &str) -> bool {
    let flags = method.access_flags;
    flags & (access::STATIC | access::PRIVATE) == 0 && can_access(package, &class.name, flags)
}
