//! Builds the test cluster breadth first: from the members of the class under test to the types they need, to what
//! gives those types, to the types that needs, until nothing new is needed or the limits are reached.

use std::collections::BTreeSet;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName};

use super::asked_state::AskedState;
use super::builder::Builder;
use super::callable::CallableKind;
use super::hooks::Hooks;
use super::limits::ClusterLimits;
use super::test_cluster::TestCluster;
use crate::specimen::Specimen;
use crate::{CallableId, ClassHierarchy, ClassLibrary, ClassUnderTest, Primitive, Type, TypeId, TypeTable};

/// What stands for a type parameter besides what a class is called with in any case, where its class is asked for.
const TOKEN: &str = "java/lang/String";
/// Specimens that stand for it, besides.
const MAX_TOKENS: usize = 3;

impl TestCluster {
    /// What a test in the package of the class under test can call and build.
    pub fn build(
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        under_test: &ClassUnderTest,
        limits: ClusterLimits,
    ) -> Self {
        let package = under_test.name().map_or("", ClassName::package);
        Self::build_in_package(package, library, hierarchy, under_test, limits, Vec::new())
    }

    /// What a test in this package, in the form of class files, can call and build, with specimens whose class files the
    /// library has.
    pub fn build_in_package(
        package: &str,
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        under_test: &ClassUnderTest,
        limits: ClusterLimits,
        specimens: Vec<Specimen>,
    ) -> Self {
        let mut builder = Builder::new(library, hierarchy, package, limits);
        builder.index_methods(under_test);
        let tokens: Vec<ClassName> = specimens
            .iter()
            .filter(|it| !it.is_interface)
            .take(MAX_TOKENS)
            .map(|it| it.name.clone())
            .collect();
        for class in under_test.called_classes() {
            builder.add_class_under_test(class, &tokens);
        }
        if let (Some(_), Some(name)) = (&under_test.coupling, under_test.name()) {
            builder.add_inherited_under_test(name, &under_test.classes);
        }
        let files: Vec<_> = under_test.classes.iter().filter_map(|class| library.get(class)).collect();
        builder.hooks = Rc::new(Hooks::of(files.iter().map(Rc::as_ref)));
        builder.asked_state = AskedState::of(&files);
        builder.add_tested_types(&files);
        builder.add_named_classes(&files);
        builder.add_specimens(specimens, under_test);
        builder.generate_names_of_files(&files);
        builder.add_settings(&files);
        builder.add_subclasses_of_results();
        builder.close();
        builder.add_wider_generators(under_test.called_classes());
        builder.add_hidden_classes(under_test);
        builder.add_fields_under_test(under_test, under_test.called_classes().iter());
        builder.close();
        builder.add_callers(under_test);
        builder.add_serialization(under_test);
        builder.close();
        builder.add_member_lookups(under_test);
        builder.add_print_calls();
        builder.add_collectors();
        builder.finish()
    }
}

impl Builder<'_> {
    /// A class whose constructor takes the class of its type parameter is called with these for it, too, and with strings.
    fn add_class_under_test(&mut self, name: &ClassName, tokens: &[ClassName]) {
        if !self.library.is_accessible(name, &self.package) {
            return;
        }
        let Some(class) = self.library.get(name) else { return };
        let canonical = self.canonical_type(&class);
        self.add_type_under_test(&class, canonical);
        let tokens = [&[ClassName::new(TOKEN)], tokens].concat();
        for ty in self.members().types_by_token(&class, &tokens) {
            self.add_type_under_test(&class, ty);
        }
    }

    fn add_type_under_test(&mut self, class: &ClassFile, ty: TypeId) {
        let callables = self.members().all_of(class, ty);
        for callable in callables {
            let kind = callable.kind;
            let id = self.add(callable, 1);
            match kind {
                CallableKind::Constructor | CallableKind::Method if self.cluster.under_test.contains(&id) => {
                }
                CallableKind::Constructor | CallableKind::Method => self.cluster.under_test.push(id),
                CallableKind::FieldWrite => self.add_modifier(ty, id),
                CallableKind::FieldRead => {}
            }
        }
        self.need(ty, 0);
    }

    /// Methods that the class inherits from superclasses under test are called as its own.
    fn add_inherited_under_test(&mut self, name: &ClassName, under_test: &[ClassName]) {
        let Some(class) = self.library.get(name) else { return };
        let ty = self.canonical_type(&class);
        let mut overridden: BTreeSet<(String, String)> = BTreeSet::new();
        let mut nearest = class;
        while let Some(parent) = nearest.super_class.clone().filter(|parent| under_test.contains(parent)) {
            let methods = nearest.methods.iter();
            overridden.extend(methods.map(|method| (method.name.clone(), method.descriptor.to_string())));
            let Some(class) = self.library.get(&parent).filter(|class| class.name != nearest.name) else {
                return;
            };
            for callable in self.members().inherited(&class, ty) {
                if !overridden.contains(&(callable.name.clone(), callable.descriptor.clone())) {
                    let id = self.add(callable, 1);
                    self.cluster.under_test.push(id);
                }
            }
            nearest = class;
        }
    }

    fn close(&mut self) {
        while let Some((ty, depth)) = self.queue.pop_front() {
            self.generate(ty, depth + 1);
            if depth <= 1 {
                self.modify(ty, depth + 1);
                self.modify_what_is_given(ty, depth + 1);
            }
        }
    }

    fn finish(mut self) -> TestCluster {
        self.add_generators_under_test();
        self.add_inspectors();
        self.add_callbacks();
        self.add_inherited_questions();
        let generators = std::mem::take(&mut self.generators);
        let callables = &self.cluster.callables;
        self.cluster.generators = generators
            .into_iter()
            .map(|(ty, mut ids)| {
                ids.sort_by_key(|id| (callables[id.index()].parameters.len(), *id));
                (ty, ids)
            })
            .collect();
        self.cluster.modifiers = std::mem::take(&mut self.modifiers);
        let (subtyping, mut scratch) = (&mut self.subtyping, self.cluster.types.clone());
        self.cluster.set_assignability(|_, from, to| subtyping.is_assignable(&mut scratch, from, to));
        let literals = self.nameable_classes();
        self.cluster.set_class_literals(&literals);
        let is_literal = |ty: &TypeId| literals.binary_search(ty).is_ok();
        self.cluster.named_classes.retain(is_literal);
        self.cluster
            .member_lookups
            .retain(|lookup| is_literal(&lookup.class) && lookup.parameters.iter().flatten().all(is_literal));
        self.cluster.set_narrower();
        self.cluster
    }

    /// Types of which a test can write a class literal.
    fn nameable_classes(&self) -> Vec<TypeId> {
        let n_types = self.cluster.types.len() as u32;
        (0..n_types).map(TypeId).filter(|ty| self.has_literal(*ty)).collect()
    }

    /// Of the primitives and their arrays a few are enough, and those that the code names.
    fn has_literal(&self, ty: TypeId) -> bool {
        let is_named = || self.cluster.named_classes.contains(&ty);
        match self.cluster.types.get(ty) {
            Type::Class { name, arguments } => {
                arguments.is_empty() && self.library.is_accessible(name, &self.package)
            }
            Type::Array(component) => {
                self.has_literal(*component) || self.cluster.types.is_primitive(*component) && is_named()
            }
            Type::Primitive(primitive) => {
                matches!(primitive, Primitive::Int | Primitive::Boolean | Primitive::Double) || is_named()
            }
            Type::Void => false,
        }
    }

    /// Methods under test that return a needed type give it, too. For `Object` that would be all of them.
    fn add_generators_under_test(&mut self) {
        let needed: Vec<TypeId> = self.queued.iter().copied().filter(|ty| *ty != TypeTable::OBJECT).collect();
        for id in self.cluster.under_test.clone() {
            let given = self.cluster.callable(id).return_type;
            if given == TypeTable::VOID || self.cluster.types.is_primitive(given) {
                continue;
            }
            for ty in &needed {
                let room = self.generators.get(ty).map_or(0, Vec::len) < self.limits.generators;
                if room && self.subtyping.is_assignable(&mut self.cluster.types, given, *ty) {
                    self.add_generator(id, *ty);
                }
            }
        }
        self.add_receivers_of_object();
    }

    /// Objects of the class under test are passed as `Object`, for `equals` above all.
    fn add_receivers_of_object(&mut self) {
        let constructors: Vec<CallableId> = self
            .cluster
            .under_test
            .iter()
            .copied()
            .filter(|id| {
                let callable = self.cluster.callable(*id);
                callable.kind == CallableKind::Constructor
                    || callable.is_static
                        && self.cluster.types.class_name(callable.return_type) == Some(&callable.owner)
            })
            .take(self.limits.generators / 2)
            .collect();
        if let Some(generators) = self.generators.get_mut(&TypeTable::OBJECT) {
            generators.extend(constructors);
        }
    }
}
